package core

//msgp:vartuple Config
//msgp:ignore SwitchInfo LevelInfo

// Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
// named set of them; each can also be set by itself (Config.Switches).
type Switches uint64

// The switches; none set is nomad-1.0.4 to the letter. AllSwitches says what each
// does and where: some are the ledger's or a scheduler's, and mean nothing to a
// Machine.
const (
	PromoteEnough Switches = 1 << iota
	DeploymentPriority
	Initializing
	FailExhausted
	DropDeleted
	FailWithoutPolicy
	PauseHoldsDeadline

	PromoteAnyTime
	PromoteAtLeast
	LiveCanaries
	UnknownNotLive
	CountLive
	DeadlineFromStart
	LossNoProgress
	DeadlineAlways
	CompareExecuted
	SkipStopped
	PauseHoldsFailure
	TellWhatHappened
	RevertByCause
	CapRollbacks
	SendOnce
	ReplaceCurrent
	NewerWins

	CanariesOnlyText
	FreshWindows
	CountRecovered
	CleanRollback
)

// all are all switches: the last one's bit and those below.
const all = CleanRollback<<1 - 1

// The places of a switch. Only the core's can be chosen against a real cluster,
// whose store and scheduler are its own.
const (
	WhereCore      = "core"
	WhereLedger    = "ledger"
	WhereScheduler = "scheduler"
	WhereBoth      = "core, ledger"
)

// SwitchInfo describes a switch for people and for the table of levels.
type SwitchInfo struct {
	Switch Switches
	Name   string
	// Rules are the rules that it changes, and the known wrong decision (S-1 to
	// S-19) that it mends.
	Rules string
	// Since is the first level that has it.
	Since string
	// Where says whose it is, such as WhereCore.
	Where string
	Text  string
}

var switchTable = [...]SwitchInfo{
	{CanariesOnlyText, "canaries-only-text", "S8", LevelNomad114, WhereScheduler, "groups without canaries do not count when a text says whether promotion is automatic"},
	{PromoteEnough, "promote-enough", "P2 P3", LevelNomad133, WhereCore, "promotion passes over groups without canaries and wants exactly the desired number of placed canaries healthy"},
	{DeploymentPriority, "deployment-priority", "B1 F3 P4 C", LevelNomad133, WhereCore, "evaluations have the deployment's priority, if it has one"},
	{Initializing, "initializing", "L1", LevelNomad16, WhereCore, "a deployment that is initializing is active"},
	{FailExhausted, "fail-exhausted", "A3 A5", LevelNomad16, WhereCore, "an unhealthy allocation that can never be rescheduled again fails a group with a progress deadline at once"},
	{DropDeleted, "drop-deleted", "L1", LevelNomad111, WhereCore, "a deployment that is gone from the store is dropped"},
	{FailWithoutPolicy, "fail-without-policy", "A3 A5", LevelNomad111, WhereCore, "an allocation without a reschedule policy can never be rescheduled"},
	{PauseHoldsDeadline, "pause-holds-deadline", "D3", LevelNomad205, WhereCore, "no deadline passes while the deployment is paused"},
	{FreshWindows, "fresh-windows", "S2 S4", LevelNomad205, WhereLedger, "pausing and resuming give each group with a deadline a fresh window"},

	{PromoteAnyTime, "promote-any-time", "P4 S-1", LevelStrict, WhereCore, "promotion is considered at every input, and not only when allocations change"},
	{PromoteAtLeast, "promote-at-least", "P2 P3 S-2", LevelStrict, WhereCore, "more placed or healthy canaries than desired do not hold a promotion back"},
	{LiveCanaries, "live-canaries", "P3 D4 S-3", LevelStrict, WhereCore, "a canary counts as long as it is healthy and has not ended, for promotion and deadline alike"},
	{CountLive, "count-live", "D4 S-4 S-7", LevelStrict, WhereCore, "the deadline counts live healthy allocations, and not by the store's counter"},
	{DeadlineFromStart, "deadline-from-start", "D1 S-5", LevelStrict, WhereCore, "a deadline starts with the deployment, and not when something is placed"},
	{LossNoProgress, "loss-no-progress", "D1 S2 S-6", LevelStrict, WhereBoth, "an allocation that turns unhealthy does not put a deadline off"},
	{DeadlineAlways, "deadline-always", "D3 D5", LevelStrict, WhereCore, "deadlines are looked at on every input, and one that has passed is no longer put up with once its group is short"},
	{CountRecovered, "count-recovered", "S1 S-7", LevelStrict, WhereLedger, "an unhealthy allocation that turns healthy is counted"},
	{CleanRollback, "clean-rollback", "S5 S-8", LevelStrict, WhereLedger, "the version that a rollback registers is neither stable nor tagged"},
	{CompareExecuted, "compare-executed", "R2 S-9", LevelStrict, WhereCore, "a rollback compares what is executed, and nothing else of a specification"},
	{SkipStopped, "skip-stopped", "R1 S-10", LevelStrict, WhereCore, "a version that stops the job is not rolled back to"},
	{PauseHoldsFailure, "pause-holds-failure", "A5 S-13", LevelStrict, WhereCore, "nothing fails by itself while the deployment is paused"},
	{TellWhatHappened, "tell-what-happened", "F1 C1 C3 S-14", LevelStrict, WhereCore, "descriptions say what happened"},
	{RevertByCause, "revert-by-cause", "D4 S-11 S-15", LevelStrict, WhereCore, "the groups that caused a failure ask for the rollback, by the deployment's flags"},
	{UnknownNotLive, "unknown-not-live", "P3 S-17", LevelStrict, WhereCore, "an allocation whose client is out of reach is not live"},
	{CapRollbacks, "cap-rollbacks", "R2 S-18", LevelStrict, WhereCore, "there is an end to rollbacks of rollbacks"},
	{ReplaceCurrent, "replace-current", "B1", LevelStrict, WhereCore, "what has become healthy while a window was open is not replaced when it closes"},
	{NewerWins, "newer-wins", "R2", LevelStrict, WhereCore, "a deployment does not roll back a job of which a newer version was registered"},
	{SendOnce, "send-once", "P4 A3 F3 S-19", LevelStrict, WhereCore, "a decision is sent once, and again only when it was refused and something has changed"},
}

// LevelInfo names a level and what it switches on.
type LevelInfo struct {
	Name     string
	Switches Switches
	Text     string
}

// The levels. Each is the one before it and what its switches add; strict leaves
// out what is wrong in the newest (S-12).
const (
	LevelNomad104 = "nomad-1.0.4"
	LevelNomad114 = "nomad-1.1.4"
	LevelNomad133 = "nomad-1.3.3"
	LevelNomad16  = "nomad-1.6"
	LevelNomad111 = "nomad-1.11"
	LevelNomad205 = "nomad-2.0.5"
	LevelStrict   = "strict"
)

const (
	nomad114 = CanariesOnlyText
	nomad133 = nomad114 | PromoteEnough | DeploymentPriority
	nomad16  = nomad133 | Initializing | FailExhausted
	nomad111 = nomad16 | DropDeleted | FailWithoutPolicy
	nomad205 = nomad111 | PauseHoldsDeadline | FreshWindows
	strict   = all &^ FailWithoutPolicy
)

var levelTable = [...]LevelInfo{
	{LevelNomad104, 0, "Nomad 1.0.4 to the letter, its faults included"},
	{LevelNomad114, nomad114, "texts of deployments in which some groups have canaries"},
	{LevelNomad133, nomad133, "promotion wants exactly the desired number of healthy canaries"},
	{LevelNomad16, nomad16, "early failure of what can never be rescheduled"},
	{LevelNomad111, nomad111, "a deployment that has vanished is dropped"},
	{LevelNomad205, nomad205, "no deadline passes during a pause"},
	{LevelStrict, strict, "every known wrong decision mended"},
}

// Levels lists the levels, oldest first.
func Levels() []LevelInfo { return append([]LevelInfo(nil), levelTable[:]...) }

// AllSwitches lists the switches.
func AllSwitches() []SwitchInfo { return append([]SwitchInfo(nil), switchTable[:]...) }

// Config is what a machine is made with. The zero value is not usable: the
// level must be chosen.
type Config struct {
	// Level says whose decisions are wanted, such as LevelNomad104. Required.
	Level string
	// Switches are set in addition to the level's own.
	Switches Switches
	// Reasons fills Output.Reasons. It costs a little time and memory and
	// changes nothing else.
	Reasons bool
	// Policy is what is wanted beyond the level; the zero value is nothing.
	Policy Policy
}

// Resolve returns the switches that a configuration comes to: its level's, its own
// and those that its policies need. The error is an *Error with code ErrConfig.
func (c *Config) Resolve() (Switches, error) {
	if c.Switches&^all != 0 {
		return 0, bad(ErrConfig, "Switches", "there is no such switch")
	}
	if err := c.Policy.validate(); err != nil {
		return 0, err.in("Policy")
	}
	if c.Level == "" {
		return 0, bad(ErrConfig, "Level", "no level is chosen")
	}
	for i := range levelTable {
		if levelTable[i].Name == c.Level {
			return levelTable[i].Switches | c.Switches | c.Policy.needs(), nil
		}
	}
	if len(c.Level) > MaxIDLength {
		return 0, bad(ErrConfig, "Level", "there is no such level")
	}
	return 0, bad(ErrConfig, "Level", "there is no level \""+c.Level+"\"")
}
