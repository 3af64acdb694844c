package abi

import (
	"github.com/coxswain/coxswain/core"
	"github.com/tinylib/msgp/msgp"
)

const (
	// abiVersion is the major version of the ABI, the one in the marker's name.
	abiVersion = 1
	// version is the module's own, for people and logs.
	version = "0.1.0"
)

// limits are told to hosts, so that they need not copy them.
var limits = [...]struct {
	name  string
	value uint64
}{
	{"MaxMachines", MaxMachines},
	{"MaxInputBytes", core.MaxInputBytes},
	{"MaxDepth", core.MaxDepth},
	{"MaxTime", core.MaxTime},
	{"MaxIDLength", core.MaxIDLength},
	{"MaxTextLength", core.MaxTextLength},
	{"MaxDigestLength", core.MaxDigestLength},
	{"MaxGroups", core.MaxGroups},
	{"MaxAllocations", core.MaxAllocations},
	{"MaxEvaluations", core.MaxEvaluations},
	{"MaxVersions", core.MaxVersions},
	{"MaxResults", core.MaxResults},
	{"MaxOutstanding", core.MaxOutstanding},
	{"MaxGates", core.MaxGates},
	{"MaxFreezes", core.MaxFreezes},
}

// AppendDescription appends the body of describe's answer.
func AppendDescription(b []byte) []byte {
	b = msgp.AppendArrayHeader(b, 7)
	b = msgp.AppendUint32(b, abiVersion)
	b = msgp.AppendUint32(b, core.SchemaVersion)
	b = msgp.AppendString(b, version)

	levels := core.Levels()
	b = msgp.AppendArrayHeader(b, uint32(len(levels)))
	for i := range levels {
		l := &levels[i]
		b = msgp.AppendArrayHeader(b, 3)
		b = msgp.AppendString(b, l.Name)
		b = msgp.AppendUint64(b, uint64(l.Switches))
		b = msgp.AppendString(b, l.Text)
	}

	switches := core.AllSwitches()
	b = msgp.AppendArrayHeader(b, uint32(len(switches)))
	for i := range switches {
		s := &switches[i]
		b = msgp.AppendArrayHeader(b, 6)
		b = msgp.AppendUint64(b, uint64(s.Switch))
		b = msgp.AppendString(b, s.Name)
		b = msgp.AppendString(b, s.Rules)
		b = msgp.AppendString(b, s.Since)
		b = msgp.AppendString(b, s.Text)
		b = msgp.AppendString(b, s.Where)
	}

	b = msgp.AppendArrayHeader(b, uint32(len(limits)))
	for i := range limits {
		b = msgp.AppendArrayHeader(b, 2)
		b = msgp.AppendString(b, limits[i].name)
		b = msgp.AppendUint64(b, limits[i].value)
	}

	policies := core.Policies()
	b = msgp.AppendArrayHeader(b, uint32(len(policies)))
	for i := range policies {
		p := &policies[i]
		b = msgp.AppendArrayHeader(b, 4)
		b = msgp.AppendString(b, p.Rule)
		b = msgp.AppendString(b, p.Field)
		b = msgp.AppendUint64(b, uint64(p.Needs))
		b = msgp.AppendString(b, p.Text)
	}
	return b
}
