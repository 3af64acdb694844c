package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/coxswain/coxswain/host"
	"github.com/coxswain/coxswain/host/memory"
)

// Config says who decides, and how.
type Config struct {
	// Core is the machines'. Reasons are always asked for. A Policy in it takes the
	// place of the scenario's.
	Core core.Config
	// ByCanaries is S8 as the scheduler has it from level nomad-1.1.4 on. Run
	// sets it for every level but nomad-1.0.4.
	ByCanaries bool
	// Waits asks for rows of what deployments wait for.
	Waits bool
	// Progress is told how far the play has come, once in a while; nil for
	// nobody. Both are since the start, in nanoseconds; the play can end sooner.
	Progress func(now, end int64)
}

// maxSteps ends a play that does not come to rest.
const maxSteps = 2_000_000

// Run plays a scenario. The error is an *Error about the scenario, the
// context's or the engine's; the result is then what came until then, or nil.
func Run(ctx context.Context, sc *Scenario, engine host.Engine, cfg Config) (*Result, error) {
	if bad := sc.check(); bad != nil {
		return nil, bad
	}
	cfg.Core.Level = cmp.Or(cfg.Core.Level, sc.Level, core.LevelNomad104)
	cfg.Core.Reasons = true
	cfg.Core.Policy = policyOf(&cfg.Core.Policy, sc)
	on, err := cfg.Core.Resolve()
	if err != nil {
		return nil, err
	}
	cfg.ByCanaries = cfg.ByCanaries || on&core.CanariesOnlyText != 0
	s := newSim(sc, engine, cfg, ledger.Rules(on))
	s.prepare(ctx)
	err = s.play(ctx)
	return s.result(), err
}

// sim is a play under way.
type sim struct {
	sc     *Scenario
	cfg    Config
	engine host.Engine
	clock  clock
	end    int64
	key    host.JobKey
	specs  []*spec
	store  *memory.Store
	seen   uint64 // the last commit that was told
	last   int64  // when something happened last
	steps  int

	scheduler
	clients map[string]*client
	reports []memory.Report // to be written at the end of this moment

	watching
	recorder
	err error // from inside an event
}

func newSim(sc *Scenario, engine host.Engine, cfg Config, rules ledger.Rules) *sim {
	s := &sim{sc: sc, cfg: cfg, engine: engine, specs: sc.specs(), clients: map[string]*client{}}
	s.clock.now, s.last = start, start
	s.end = start + int64(or(sc.Duration, duration))
	s.key = host.JobKey{Namespace: sc.Job.namespace(), ID: sc.Job.id()}
	s.store = memory.New(memory.Options{Rules: rules, Now: func() int64 { return s.clock.now }})
	s.seen = s.store.Index()
	s.verdicts = map[string][]core.Verdict{}
	s.scheduler.init()
	s.recorder.init()
	return s
}

// prepare asks the clock for everything that the scenario says will happen.
func (s *sim) prepare(ctx context.Context) {
	s.gain(ctx)
	for i, spec := range s.specs {
		s.clock.at(start+int64(s.sc.Versions[i].At), func() {
			_, err := s.store.RegisterJob(spec.job(&s.sc.Job, &s.sc.Versions[i]), s.evaluation("job-register"))
			s.wrote(ctx, err)
		})
	}
	if s.sc.Stop != nil {
		s.clock.at(start+int64(*s.sc.Stop), func() {
			if j := s.store.View().Job(s.key); j != nil {
				_, err := s.store.StopJob(s.key, stopped(j.SpecDigest), s.evaluation("job-deregister"))
				s.wrote(ctx, err)
			}
		})
	}
	for i := range s.sc.Commands {
		c := &s.sc.Commands[i]
		s.clock.at(start+int64(c.At), func() { s.command(ctx, c) })
	}
	s.announce(ctx)
	for _, a := range s.sc.Leadership {
		s.clock.at(start+int64(a.Lost), func() { s.lose(ctx) })
		if a.Gained != nil {
			s.clock.at(start+int64(*a.Gained), func() {
				s.note("leadership is gained; everything is read anew", "leadership gained")
				s.gain(ctx)
			})
		}
	}
}

// play goes on until nothing more can happen or the time is over.
func (s *sim) play(ctx context.Context) error {
	defer func() { s.shard.Close(context.WithoutCancel(ctx)) }()
	for {
		if err := s.settle(ctx); err != nil {
			return err
		}
		s.waits(ctx)
		at, ok := s.next()
		if !ok {
			s.clock.now = s.last
			s.rest(ctx)
			return nil
		}
		if at > s.end {
			s.clock.now = s.end
			s.note(fmt.Sprintf("the time is over, %s", Duration(s.end-start)), "")
			return nil
		}
		s.clock.now = max(s.clock.now, at)
		if s.cfg.Progress != nil {
			s.cfg.Progress(s.clock.now-start, s.end-start)
		}
		for _, err := range s.shard.Tick(ctx, s.clock.now) { // what is due comes first
			return err
		}
		s.send(ctx)
		s.clock.run()
	}
}

// next returns when something happens again.
func (s *sim) next() (at int64, ok bool) {
	for _, next := range []func() (int64, bool){s.shard.Wake, s.box.Next, s.clock.next} {
		if t, due := next(); due && (!ok || t < at) {
			at, ok = t, true
		}
	}
	return at, ok
}

// settle does everything that follows at this moment.
func (s *sim) settle(ctx context.Context) error {
	for {
		if s.steps++; s.steps > maxSteps {
			return errors.New("simulate: the scenario does not come to rest")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.err != nil {
			return s.err
		}
		switch {
		case len(s.reports) != 0:
			s.tell(ctx)
		case s.schedule(ctx):
		case s.send(ctx):
		default:
			if at, ok := s.clock.next(); !ok || at > s.clock.now {
				return nil
			}
			s.clock.run()
		}
	}
}

// tell writes what the clients report at this moment, and what they wish for.
func (s *sim) tell(ctx context.Context) {
	reports := s.reports
	s.reports = nil
	_, err := s.store.Report(reports...)
	s.wrote(ctx, err)
}

// wrote tells of the commits that are new: the recorder, then the watcher.
func (s *sim) wrote(ctx context.Context, err error) {
	if err != nil && s.err == nil {
		s.err = err
	}
	if s.store.Index() == s.seen {
		return
	}
	commits, err := s.store.Changes(ctx, s.seen)
	if err != nil {
		s.err = err
		return
	}
	for _, c := range commits {
		s.seen = c.Index
		s.commit(c)
		s.watch(ctx, c)
	}
}
