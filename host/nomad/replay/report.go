package replay

import "github.com/coxswain/coxswain/core"

// Verdict is what became of a decision.
type Verdict string

// The verdicts. Only the first three count.
const (
	// Agreed: both watchers decided it.
	Agreed Verdict = "agreed"
	// Missed: the recorded watcher decided it and the machine did not.
	Missed Verdict = "missed"
	// Extra: the machine decided it and the recorded watcher did not.
	Extra Verdict = "extra"
	// Undetermined: the recording cannot tell.
	Undetermined Verdict = "undetermined"
	// Repeat: a promotion of what is being promoted or is promoted already.
	Repeat Verdict = "repeat"
	// Refused: the cluster refused it, or the machine refused the command, as
	// recorded; there is no write to compare.
	Refused Verdict = "refused"
)

// Counts are the figures of one report, or of several together.
type Counts struct {
	Recordings   int `json:"recordings"`
	Decisions    int `json:"decisions"` // agreed, missed and extra together
	Agreed       int `json:"agreed"`
	Missed       int `json:"missed"`
	Extra        int `json:"extra"`
	Undetermined int `json:"undetermined"`
	Repeats      int `json:"repeats"`
}

// Add adds the figures of another report.
func (c *Counts) Add(o Counts) {
	c.Recordings += o.Recordings
	c.Decisions += o.Decisions
	c.Agreed += o.Agreed
	c.Missed += o.Missed
	c.Extra += o.Extra
	c.Undetermined += o.Undetermined
	c.Repeats += o.Repeats
}

// Report is what came of one recording.
type Report struct {
	Name   string `json:"name"`
	Engine string `json:"engine"`
	Level  string `json:"level"`
	// Policies are the rules of those that are on, such as "G1".
	Policies []string `json:"policies,omitempty"`
	// Start is the zero of the rows' times, in Unix nanoseconds.
	Start int64 `json:"start,string"`
	Counts
	Rows []Row `json:"rows"`
	// Causes say which switches and policies make a difference; Run leaves them
	// to whoever asks for them.
	Causes []Cause `json:"causes,omitempty"`
}

// RowKind says what a row tells.
type RowKind string

// The kinds of rows.
const (
	RowFact     RowKind = "fact"     // what the cluster reported
	RowCommand  RowKind = "command"  // what a user asked
	RowDecision RowKind = "decision" // what was decided, by either watcher
	RowWait     RowKind = "wait"     // what a deployment waits for
	RowNote     RowKind = "note"     // what else a reader should know
)

// Row is one line of a timeline.
type Row struct {
	// Time is in nanoseconds since the report's start; Index is the commit's.
	Time  int64   `json:"time,string"`
	Index uint64  `json:"index,string,omitempty"`
	Kind  RowKind `json:"kind"`
	// Deployment is the one that it is about; empty for none.
	Deployment string `json:"deployment,omitempty"`
	Text       string `json:"text"`
	// For decisions: the trigger (T1 to T4), its reasons, and the verdict.
	Trigger string   `json:"trigger,omitempty"`
	Reasons []Why    `json:"reasons,omitempty"`
	Verdict Verdict  `json:"verdict,omitempty"`
	Note    string   `json:"note,omitempty"`
	order   int      // rows of one time stay in the order in which they came
	_       struct{} // fields by name
}

// Why is one reason of a decision.
type Why struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

func whys(reasons []core.Reason) []Why {
	list := make([]Why, 0, len(reasons))
	for _, r := range reasons {
		list = append(list, Why{r.Code.Rule(), r.String()})
	}
	return list
}
