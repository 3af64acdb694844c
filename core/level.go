package core

//msgp:vartuple Config
//msgp:ignore SwitchInfo LevelInfo

// Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
// named set of them; each can also be set by itself (Config.Switches).
type Switches uint64

// The switches. None set is nomad-1.0.4 to the letter.
const (
	// PromoteEnough (P2, P3): groups without desired canaries are passed over,
	// and a group is ready when at least as many canaries are placed as desired
	// and exactly as many placed canaries are healthy as desired.
	PromoteEnough Switches = 1 << iota
)

// SwitchInfo describes a switch for people and for the table of levels.
type SwitchInfo struct {
	Switch Switches
	Name   string
	// Rules are the rules that it changes.
	Rules string
	// Since is the first level that has it; empty when none has it yet.
	Since string
	Text  string
}

var switchTable = [...]SwitchInfo{
	{PromoteEnough, "promote-enough", "P2 P3", "", "promotion passes over groups without canaries and wants exactly the desired number of placed canaries healthy"},
}

// LevelInfo names a level and what it switches on.
type LevelInfo struct {
	Name     string
	Switches Switches
	Text     string
}

var levelTable = [...]LevelInfo{
	{LevelNomad104, 0, "Nomad 1.0.4 to the letter, its faults included"},
}

// LevelNomad104 is Nomad 1.0.4 to the letter.
const LevelNomad104 = "nomad-1.0.4"

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
}

// resolve returns the switches that a configuration comes to.
func (c *Config) resolve() (Switches, error) {
	var known Switches
	for i := range switchTable {
		known |= switchTable[i].Switch
	}
	if c.Switches&^known != 0 {
		return 0, bad(ErrConfig, "Switches", "there is no such switch")
	}
	if c.Level == "" {
		return 0, bad(ErrConfig, "Level", "no level is chosen")
	}
	for i := range levelTable {
		if levelTable[i].Name == c.Level {
			return levelTable[i].Switches | c.Switches, nil
		}
	}
	if len(c.Level) > MaxIDLength {
		return 0, bad(ErrConfig, "Level", "there is no such level")
	}
	return 0, bad(ErrConfig, "Level", "there is no level \""+c.Level+"\"")
}
