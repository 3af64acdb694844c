package simulate

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Sizes of the drawing, in pixels.
const (
	svgWidth  = 1200
	svgLeft   = 170 // where the plot begins
	svgRight  = svgWidth - 30
	svgLetter = 6.1 // how wide a letter is taken to be
	svgLine   = 15  // between lines of text
)

// style is the look of a state. Those of allocations differ in height as well as in
// colour, and what is unhealthy is hatched, so that they can be told apart
// without colours too. The colours are those of Okabe and Ito.
type style struct {
	fill, stroke string
	height       float64 // of a lane
	dashed       bool
}

// bar stands in front of a deployment's status.
const bar = "deployment "

var styles = map[string]style{
	StatePlaced:    {"#e4e4e4", "#8c8c8c", 0.35, false},
	StateRunning:   {"#56b4e9", "#2f7fae", 0.6, false},
	StateHealthy:   {"#009e73", "#00694d", 1, false},
	StateUnhealthy: {"url(#hatch)", "#a34600", 1, false},
	StateStopping:  {"#ffffff", "#8c8c8c", 0.35, true},
	StateFailed:    {"#f0e442", "#8f8600", 1, false},

	bar + "running":    {"#cfe6f5", "#2f7fae", 1, false},
	bar + "paused":     {"#f5e9c3", "#b08900", 1, true},
	bar + "pending":    {"#e4e4e4", "#8c8c8c", 1, true},
	bar + "blocked":    {"#e4e4e4", "#8c8c8c", 1, true},
	bar + "unblocking": {"#e4e4e4", "#8c8c8c", 1, true},
}

// legend is what the legend explains, in this order.
var legend = []string{StatePlaced, StateRunning, StateHealthy, StateUnhealthy, StateFailed, StateStopping, StateLost}

// SVG draws the allocations over time, a lane for each, with the deployments
// above them and the decisions as lines across. It needs no fonts and runs
// nothing.
func (r *Result) SVG(w io.Writer) error {
	d := &drawing{r: r, end: max(r.Time, 1), y: 26}
	d.head()
	d.marks()
	d.deployments()
	d.lanes()
	d.axis()
	_, err := w.Write(d.finish())
	return err
}

// drawing is an SVG that grows downwards. What lies behind everything else is
// collected apart, since its height is known only at the end.
type drawing struct {
	r      *Result
	end    int64
	y      float64
	body   bytes.Buffer
	across []mark  // lines from their label down to the axis
	ticks  []int64 // of the axis
	top    float64 // of the plot
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.body, format, args...) }

// x is where a time is drawn.
func (d *drawing) x(t int64) float64 {
	return svgLeft + float64(t)/float64(d.end)*(svgRight-svgLeft)
}

// escaped is a text as XML has it.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}

// shortened is a text of at most n letters.
func shortened(text string, n int) string {
	if letters := []rune(text); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return text
}

func (d *drawing) text(x, y float64, class, text string) {
	d.printf("<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n", x, y, class, escaped(text))
}

// head draws the title, the description and the legend.
func (d *drawing) head() {
	d.text(16, d.y, "title", d.r.Name)
	d.printf("<text x=\"%d\" y=\"%.1f\" class=\"end\">%s</text>\n", svgRight, d.y, escaped(d.r.Level))
	d.y += 8
	for _, line := range wrapped(d.r.Description, svgRight/7) {
		d.y += svgLine
		d.text(16, d.y, "", line)
	}
	d.y += 16
	x := 16.0
	for _, state := range legend {
		d.span(state, x, x+26, d.y, 12, state)
		if state == StateLost {
			x -= 18 // it is a cross and no bar
		}
		d.text(x+32, d.y+10, "", state)
		x += 32 + float64(len(state)+3)*svgLetter
	}
	d.y += 26
}

// wrapped breaks a text into lines of at most n letters.
func wrapped(text string, n int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > n {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// span draws a state from x to x2 in a lane that begins at y.
func (d *drawing) span(state string, x, x2, y, lane float64, title string) {
	if state == StateLost {
		d.printf("<path d=\"M%.1f %.1fl8 8m0 -8l-8 8\" class=\"lost\"><title>%s</title></path>\n", x-1, y+lane/2-4, escaped(title))
		return
	}
	s, ok := styles[state]
	if !ok {
		return
	}
	dash := ""
	if s.dashed {
		dash = ` stroke-dasharray="3 2"`
	}
	h := lane * s.height
	d.printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"%s\"%s><title>%s</title></rect>\n",
		x, y+(lane-h)/2, max(x2-x, 1), h, s.fill, s.stroke, dash, escaped(title))
}

// finish puts the parts together.
func (d *drawing) finish() []byte {
	var b bytes.Buffer
	height := d.y + 12
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" width="%d" height="%.0f" role="img">
<title>%s</title>
<style>
text { font: 11px sans-serif; fill: #222; stroke: #fff; stroke-width: 3px; stroke-linejoin: round; paint-order: stroke }
.in { font-weight: bold; stroke: none }
.title { font-size: 16px; font-weight: bold }
.group { font-weight: bold }
.end { text-anchor: end }
.middle { text-anchor: middle }
.faint { fill: #666 }
.strong { font-weight: bold }
.user { fill: #0058a0 }
.lost { stroke: #000; stroke-width: 2; fill: none }
line { stroke: #e2e2e2 }
line.next { stroke: #b8b8b8 }
line.strong { stroke: #222; stroke-width: 1.3 }
line.user { stroke: #0058a0; stroke-dasharray: 5 3 }
line.note { stroke: #222; stroke-dasharray: 1 3 }
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#d55e00"/><rect width="2" height="6" fill="#ffffff"/></pattern></defs>
<rect width="100%%" height="100%%" fill="#ffffff"/>
`, svgWidth, height, svgWidth, height, escaped(d.r.Name))
	bottom := d.y - 20
	for _, t := range d.ticks {
		fmt.Fprintf(&b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", d.x(t), d.top, d.x(t), bottom)
	}
	for _, m := range d.across {
		fmt.Fprintf(&b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"><title>%s</title></line>\n",
			m.x, m.y, m.x, bottom, m.class, escaped(m.title))
	}
	b.Write(d.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}
