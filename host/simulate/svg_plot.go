package simulate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mark is a line across the plot at a time, with a label on top.
type mark struct {
	x, y         float64
	class        string
	label, title string
}

// width is the room for its label.
func (m *mark) width() float64 {
	letter := svgLetter
	if m.class == "strong" {
		letter *= 1.15
	}
	return float64(len([]rune(m.label)))*letter + 10
}

// left reports whether the label must stand to the left of its line.
func (m *mark) left() bool { return m.x+m.width() > svgWidth-4 }

// markOf returns the mark of a row; false if it has none.
func (d *drawing) markOf(r *Row) (m mark, ok bool) {
	m = mark{x: d.x(r.Time), title: seconds(r.Time) + ": " + r.Text}
	switch r.Kind {
	case RowCommand:
		m.class, m.label = "user", "user: "+shortened(r.Text, 30)
	case RowDecision:
		m.class, m.label = "strong", r.Trigger+" "+shortened(r.Label, 40)
		if r.Trigger == "T1" {
			m.class = "next"
		}
		if r.Outcome != OutcomeWritten {
			m.label += " (" + string(r.Outcome) + ")"
		}
	case RowNote:
		m.class, m.label = "note", shortened(r.Label, 40)
	default:
		return m, false
	}
	return m, true
}

// marks draws the labels of the decisions, each in the first row that has room
// for it.
func (d *drawing) marks() {
	const most = 14 // rows
	var ends []float64
	var list []mark
	for i := range d.r.Rows {
		m, ok := d.markOf(&d.r.Rows[i])
		if !ok || m.class == "note" && m.label == "" {
			continue
		}
		from, width := m.x, m.width()
		if m.left() {
			from = m.x - width
		}
		row := slices.IndexFunc(ends, func(end float64) bool { return end <= from })
		if row < 0 && len(ends) < most {
			ends = append(ends, 0)
			row = len(ends) - 1
		}
		if row < 0 {
			m.label = ""
			row = len(ends) - 1
		} else {
			ends[row] = from + width
		}
		m.y = float64(row)
		list = append(list, m)
	}
	// The first row is the lowest, so that lines cross few labels.
	for _, m := range list {
		m.y = d.y + (float64(len(ends))-m.y)*svgLine
		x, class := m.x+3, m.class
		if m.left() {
			x, class = m.x-3, class+" end"
		}
		if m.label != "" {
			d.text(x, m.y, class, m.label)
		}
		m.y -= 10
		d.across = append(d.across, m)
	}
	d.y += float64(len(ends))*svgLine + 8
	d.top = d.y
}

// deployments draws a bar for each deployment, and below it how it ended.
func (d *drawing) deployments() {
	d.y += 12
	d.text(16, d.y, "group", "deployments")
	d.y += 6
	for i := range d.r.Deployments {
		dep := &d.r.Deployments[i]
		d.text(28, d.y+11, "", fmt.Sprintf("%s, version %d", dep.ID, dep.Version))
		end := 0.0
		for _, s := range dep.Spans {
			if s.To > s.From {
				d.span(bar+s.State, d.x(s.From), d.x(s.To), d.y+1, 12, fmt.Sprintf("%s %s, %s to %s", dep.ID, s.State, seconds(s.From), seconds(s.To)))
			}
			end = d.x(s.To)
		}
		if len(dep.Spans) != 0 {
			d.beside(d.x(dep.Spans[0].From), end, d.y+11, dep.Description)
		}
		d.y += svgLine
	}
	d.y += 6
}

// beside writes a text into a bar, or after or before it if there is no room.
func (d *drawing) beside(from, to, y float64, text string) {
	switch width := float64(len([]rune(text)))*svgLetter*1.15 + 8; {
	case from+width <= to:
		d.text(from+5, y, "in", text)
	case to+width <= svgWidth-4:
		d.text(to+5, y, "strong", text)
	case from-width >= svgLeft:
		d.text(from-5, y, "strong end", text)
	default:
		d.text(min(from+5, svgWidth-4-width), y, "strong", text)
	}
}

// lanes draws the allocations, group by group.
func (d *drawing) lanes() {
	height := 16.0
	switch n := len(d.r.Allocations); {
	case n > 400:
		height = 3
	case n > 120:
		height = 8
	}
	byGroup := slices.SortedStableFunc(slices.Values(d.r.Allocations), func(a, b Allocation) int { return cmp.Compare(a.Group, b.Group) })
	group := ""
	for i := range byGroup {
		a := &byGroup[i]
		if i == 0 || a.Group != group {
			group = a.Group
			d.y += 16
			d.text(16, d.y, "group", "group "+shortened(group, 22))
			d.y += 6
		}
		if height > 10 {
			label := shortened(a.ID, 22)
			if a.Canary {
				label = shortened(a.ID, 15) + " canary"
			}
			d.text(28, d.y+11, "", label)
		}
		for _, s := range a.Spans {
			d.span(s.State, d.x(s.From), d.x(s.To), d.y, height*0.75, fmt.Sprintf("%s %s, %s to %s", a.ID, s.State, seconds(s.From), seconds(s.To)))
		}
		d.y += height
	}
}

// axis draws the times below everything.
func (d *drawing) axis() {
	step := tick(d.end)
	d.y += 8
	d.printf("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"strong\"/>\n", svgLeft, d.y, svgRight, d.y)
	for t := int64(0); t <= d.end; t += step {
		d.ticks = append(d.ticks, t)
		d.text(d.x(t), d.y+14, "middle faint", timeText(t, step))
	}
	d.y += 20
}

// tick returns the distance of an axis' ticks: at most a dozen of them, at round
// times.
func tick(end int64) int64 {
	for _, base := range []time.Duration{time.Millisecond, time.Second, time.Minute, time.Hour, 24 * time.Hour} {
		factors := []int64{1, 2, 5, 10, 15, 30}
		if base == time.Millisecond {
			factors = []int64{1, 2, 5, 10, 20, 50, 100, 200, 500}
		}
		for _, f := range factors {
			if step := f * int64(base); end/step <= 12 {
				return step
			}
		}
	}
	return max(end/12, 1)
}

// timeText writes a time of the axis: in seconds, or in the words of durations
// where the ticks are minutes apart.
func timeText(t, step int64) string {
	if step >= int64(time.Minute) {
		text := time.Duration(t).String()
		for _, zero := range []string{"m0s", "h0m"} {
			if strings.HasSuffix(text, zero) {
				text = text[:len(text)-2]
			}
		}
		return text
	}
	return strconv.FormatFloat(float64(t)/1e9, 'f', -1, 64) + " s"
}
