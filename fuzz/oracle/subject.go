package oracle

import (
	"context"

	"github.com/coxswain/coxswain/host"
)

// Host is a watcher that can be held against Nomad's; *host.Watcher is one. What
// its methods do is said there.
type Host interface {
	SetEnabled(on bool)
	SetHealth(ctx context.Context, deployment string, healthy, unhealthy []string) (*host.Reply, error)
	Promote(ctx context.Context, deployment string) (*host.Reply, error)
	PromoteGroups(ctx context.Context, deployment string, groups ...string) (*host.Reply, error)
	Pause(ctx context.Context, deployment string) (*host.Reply, error)
	Resume(ctx context.Context, deployment string) (*host.Reply, error)
	Fail(ctx context.Context, deployment string) (*host.Reply, error)
	Run(ctx context.Context, deployment string) (*host.Reply, error)
	Unblock(ctx context.Context, deployment string) (*host.Reply, error)
	Cancel(ctx context.Context, deployment string) (*host.Reply, error)
}

// NewHost makes the watcher that is held against Nomad's. Set it to check one of
// your own, before anything runs: it reads o.State, calls o.Triggers, and stops
// all its goroutines when it is disabled. An answer and an error are compared by
// what they say, so host.ErrNotEnabled must be that, and refusals Nomad's words.
var NewHost = func(o host.Options) (Host, error) { return host.New(o) }
