package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// patience is how long a play may take until a bar is shown.
const patience = time.Second

// progress shows a bar for plays that take long, on a terminal only.
type progress struct {
	w       io.Writer
	shown   bool // it is a terminal
	began   time.Time
	next    time.Time
	bar     *progressbar.ProgressBar
	counted int
}

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	return &progress{w: w, shown: ok && term.IsTerminal(int(f.Fd())), began: time.Now()}
}

// told is simulate.Config.Progress. It looks at the clock now and then only.
func (p *progress) told(now, end int64) {
	if p.counted++; !p.shown || p.counted%64 != 0 {
		return
	}
	t := time.Now()
	if t.Sub(p.began) < patience || t.Before(p.next) {
		return
	}
	p.next = t.Add(100 * time.Millisecond)
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(end, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription("simulating"),
			progressbar.OptionSetPredictTime(false), progressbar.OptionClearOnFinish())
	}
	_ = p.bar.Set64(now) // a bar that cannot be drawn is no reason to stop
}

// done takes the bar away.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
