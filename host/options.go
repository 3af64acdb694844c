package host

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"time"

	"github.com/coxswain/coxswain/core"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	"golang.org/x/time/rate"
)

// Options says what a Watcher is made of. State, Triggers, Engine and Config.Level
// are required; every other zero value is a good default.
type Options struct {
	// State is where facts come from, Triggers where effects go.
	State    State
	Triggers Triggers
	// Engine makes the machines. It stays the caller's: close it after the
	// Watcher.
	Engine Engine
	// Config says whose decisions are wanted: core.LevelStrict, if nothing speaks
	// against it. Against a cluster with a store and a scheduler of its own only the
	// core's switches matter (core.AllSwitches).
	Config core.Config
	// Policy says what is wanted for a deployment beyond the level (core.Policy);
	// nil means Config.Policy for all. It is called each time the deployment is read
	// to be opened, one call at a time, and everything else that is read waits for
	// it. Let it answer the same for a deployment as long as that lives, whoever
	// leads: what belongs to the job's specification does.
	//
	// If it fails, or returns a policy that makes no sense, the deployment is not
	// watched, so that nothing is promoted without its guards. That is logged as a
	// *PolicyError, which commands return too, and tried again as after a failed
	// read.
	Policy func(ctx context.Context, job *core.Job, d *core.Deployment) (core.Policy, error)

	// Push says that commits come through Watcher.Push and State.Changes is not
	// called: for services that are called back when something changes.
	Push bool

	// Shards is how many goroutines step machines; 0 means one a processor.
	Shards int
	// Reads limits snapshots of the State (L4), in tokens a second, and
	// ReadBurst how many may come at once; a snapshot takes two, one for the
	// allocations and one for the evaluations. 0 means 100 each; rate.Inf is no
	// limit.
	Reads     rate.Limit
	ReadBurst int
	// Sends is how many triggers are called at once; 0 means 16.
	Sends int
	// BatchWait is how long a T1 waits for those of other deployments (B4), 0
	// means 250 ms. RetryWait is how long an effect without an answer waits
	// before it is sent again, and a failed read before it is tried again; it
	// doubles each time up to MaxRetryWait. 0 means 100 ms and 10 s.
	BatchWait, RetryWait, MaxRetryWait time.Duration

	// Journal opens the journal of a shard, when leadership is gained; nil means
	// none.
	Journal func(shard int) (Journal, error)

	// Logger hears of what an operator should know; nil means slog.Default.
	Logger *slog.Logger
	// Meter is for metrics; nil means none.
	Meter metric.MeterProvider
}

// fill checks the options and puts the defaults in.
func (o *Options) fill() error {
	switch {
	case o.State == nil:
		return errors.New("coxswain: Options.State is missing")
	case o.Triggers == nil:
		return errors.New("coxswain: Options.Triggers is missing")
	case o.Engine == nil:
		return errors.New("coxswain: Options.Engine is missing")
	case o.Shards < 0 || o.Reads < 0 || o.ReadBurst < 0 || o.Sends < 0 || o.BatchWait < 0 || o.RetryWait < 0 || o.MaxRetryWait < 0:
		return errors.New("coxswain: Options has a negative number")
	}
	if _, err := core.New(o.Config); err != nil {
		return err
	}
	o.Shards = or(o.Shards, runtime.GOMAXPROCS(0))
	o.Reads = or(o.Reads, 100)
	o.ReadBurst = max(or(o.ReadBurst, 100), 2)
	o.Sends = or(o.Sends, 16)
	o.BatchWait = or(o.BatchWait, time.Duration(BatchWait))
	o.RetryWait = or(o.RetryWait, time.Duration(RetryWait))
	o.MaxRetryWait = or(o.MaxRetryWait, time.Duration(MaxRetryWait))
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Meter == nil {
		o.Meter = noop.NewMeterProvider()
	}
	return nil
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}
