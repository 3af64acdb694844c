package host

import (
	"context"
	"errors"
	"time"

	"github.com/coxswain/coxswain/core"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// metrics are what a Watcher counts.
type metrics struct {
	active     metric.Int64UpDownCounter
	decisions  metric.Int64Counter
	steps      metric.Float64Histogram
	retries    metric.Int64Counter
	rejections metric.Int64Counter
	lost       metric.Int64Counter
	kinds      [core.EffectRegion + 1]metric.MeasurementOption
}

func newMetrics(p metric.MeterProvider) (*metrics, error) {
	meter := p.Meter("github.com/coxswain/coxswain/host")
	var m metrics
	var errs [6]error
	m.active, errs[0] = meter.Int64UpDownCounter("coxswain.deployments", metric.WithDescription("Deployments that are watched."))
	m.decisions, errs[1] = meter.Int64Counter("coxswain.decisions", metric.WithDescription("Effects decided, by trigger."))
	m.steps, errs[2] = meter.Float64Histogram("coxswain.step.duration", metric.WithUnit("s"),
		metric.WithDescription("Time of one step of one machine."),
		metric.WithExplicitBucketBoundaries(1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 1e-2, 1e-1))
	m.retries, errs[3] = meter.Int64Counter("coxswain.retries", metric.WithDescription("Triggers called again, since no answer came."))
	m.rejections, errs[4] = meter.Int64Counter("coxswain.rejections", metric.WithDescription("Effects that the cluster refused, by trigger."))
	m.lost, errs[5] = meter.Int64Counter("coxswain.machines.lost", metric.WithDescription("Machines that had to be opened again from a snapshot."))
	for k := range m.kinds {
		m.kinds[k] = metric.WithAttributeSet(attribute.NewSet(attribute.String("trigger", core.EffectKind(k).String())))
	}
	return &m, errors.Join(errs[:]...)
}

// timed is an engine whose machines' steps are timed.
type timed struct {
	Engine
	steps metric.Float64Histogram
}

type timedMachine struct {
	Machine
	steps metric.Float64Histogram
}

func (e timed) Open(ctx context.Context, cfg *core.Config, in *core.Input, out *core.Output) (Machine, error) {
	m, err := e.Engine.Open(ctx, cfg, in, out)
	if err != nil {
		return nil, err
	}
	return timedMachine{m, e.steps}, nil
}

func (e timed) Restore(ctx context.Context, state []byte) (Machine, error) {
	m, err := e.Engine.Restore(ctx, state)
	if err != nil {
		return nil, err
	}
	return timedMachine{m, e.steps}, nil
}

func (m timedMachine) Step(ctx context.Context, in *core.Input, out *core.Output) error {
	begin := time.Now()
	err := m.Machine.Step(ctx, in, out)
	m.steps.Record(ctx, time.Since(begin).Seconds())
	return err
}
