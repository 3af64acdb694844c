package core_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/stretchr/testify/require"
)

// What is at a limit is accepted, what is one over it is not.
func TestLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	ids := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = "n" + strconv.Itoa(i)
		}
		return list
	}
	for _, c := range []struct {
		field string
		max   int
		set   func(in *core.Input, n int)
	}{
		{"Job.Namespace", core.MaxIDLength, func(in *core.Input, n int) { in.Job.Namespace = long(n) }},
		{"Job.ID", core.MaxIDLength, func(in *core.Input, n int) { in.Job.ID = long(n) }},
		{"Job.Type", core.MaxIDLength, func(in *core.Input, n int) { in.Job.Type = long(n) }},
		{"Job.SpecDigest", core.MaxDigestLength, func(in *core.Input, n int) { in.Job.SpecDigest = long(n) }},
		{"Job.ExecDigest", core.MaxDigestLength, func(in *core.Input, n int) { in.Job.ExecDigest = long(n) }},
		{"Job.Groups", core.MaxGroups, func(in *core.Input, n int) {
			in.Job.Groups = nil
			for _, id := range ids(n) {
				in.Job.Groups = append(in.Job.Groups, core.JobGroup{Name: id})
			}
		}},
		{"Deployment.ID", core.MaxIDLength, func(in *core.Input, n int) { in.Deployment.ID = long(n) }},
		{"Deployment.Description", core.MaxTextLength, func(in *core.Input, n int) { in.Deployment.Description = long(n) }},
		{"Deployment.Groups", core.MaxGroups, func(in *core.Input, n int) {
			in.Deployment.Groups = nil
			for _, id := range ids(n) {
				in.Deployment.Groups = append(in.Deployment.Groups, core.Group{Name: id})
			}
		}},
		{"Deployment.Groups[0].PlacedCanaries", core.MaxAllocations, func(in *core.Input, n int) { in.Deployment.Groups[0].PlacedCanaries = ids(n) }},
		{"Allocations.Changed", core.MaxAllocations, func(in *core.Input, n int) {
			in.Allocations.Changed = nil
			for _, id := range ids(n) {
				in.Allocations.Changed = append(in.Allocations.Changed,
					core.Allocation{ID: id, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning})
			}
		}},
		{"Evaluations.Changed", core.MaxEvaluations, func(in *core.Input, n int) {
			in.Evaluations.Changed = nil
			for _, id := range ids(n) {
				in.Evaluations.Changed = append(in.Evaluations.Changed, core.Evaluation{ID: id, Status: core.EvaluationComplete})
			}
		}},
		{"Versions", core.MaxVersions, func(in *core.Input, n int) {
			in.Versions = make([]core.JobVersion, n)
			for i := range in.Versions {
				in.Versions[i].Version = uint64(i)
			}
		}},
		{"Versions[0].SpecDigest", core.MaxDigestLength, func(in *core.Input, n int) { in.Versions[0].SpecDigest = long(n) }},
		{"Versions[0].ExecDigest", core.MaxDigestLength, func(in *core.Input, n int) { in.Versions[0].ExecDigest = long(n) }},
		{"Command.Healthy", core.MaxAllocations, func(in *core.Input, n int) { in.Command.Healthy = ids(n) }},
		{"Command.Unhealthy", core.MaxAllocations, func(in *core.Input, n int) { in.Command.Unhealthy = ids(n) }},
		{"Command.Groups", core.MaxGroups, func(in *core.Input, n int) {
			in.Command = &core.Command{ID: 1, Kind: core.CommandPromote, Groups: ids(n)}
		}},
	} {
		var out core.Output
		for _, over := range []int{0, 1} {
			m, err := core.New(core.Config{Level: core.LevelNomad104})
			require.NoError(t, err)
			in := full()
			c.set(&in, c.max+over)
			err = m.Step(&in, &out)
			if over == 0 {
				require.NoError(t, err, c.field)
			} else {
				requireCode(t, err, core.ErrLimit, c.field)
			}
		}
	}

	// What a machine holds counts together with what is new.
	var out core.Output
	for _, c := range []struct {
		field string
		max   int
		set   func(in *core.Input, ids []string)
		drop  func(in *core.Input, id string)
	}{
		{"Allocations.Changed", core.MaxAllocations, func(in *core.Input, ids []string) {
			for _, id := range ids {
				in.Allocations.Changed = append(in.Allocations.Changed, core.Allocation{ID: id, Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning})
			}
		}, func(in *core.Input, id string) { in.Allocations.Removed = append(in.Allocations.Removed, id) }},
		{"Evaluations.Changed", core.MaxEvaluations, func(in *core.Input, ids []string) {
			for _, id := range ids {
				in.Evaluations.Changed = append(in.Evaluations.Changed, core.Evaluation{ID: id, Status: core.EvaluationComplete})
			}
		}, func(in *core.Input, id string) { in.Evaluations.Removed = append(in.Evaluations.Removed, id) }},
	} {
		m, err := core.New(core.Config{Level: core.LevelNomad104})
		require.NoError(t, err)
		in := full()
		in.Command = nil
		in.Allocations.Changed, in.Evaluations.Changed = nil, nil
		c.set(&in, ids(c.max-1))
		require.NoError(t, m.Step(&in, &out))
		step := func(remove string, changed ...string) error {
			in := core.Input{Now: in.Now, Index: in.Index + 1}
			c.set(&in, changed)
			if remove != "" {
				c.drop(&in, remove)
			}
			return m.Step(&in, &out)
		}
		requireCode(t, step("", "new", "newer"), core.ErrLimit, c.field)
		requireCode(t, step("n0", "new", "newer", "newest"), core.ErrLimit, c.field)
		require.NoError(t, step("", "n0", "n1", "new"), "two of them are known")
		in.Index++
		requireCode(t, step("", "newer"), core.ErrLimit, c.field)
		require.NoError(t, step("n0", "newer"), "one goes")
	}

	for _, now := range []int64{1, core.MaxTime} {
		m, err := core.New(core.Config{Level: core.LevelNomad104})
		require.NoError(t, err)
		in := full()
		in.Now = now
		in.Deployment.Groups[0].RequireProgressBy = core.MaxTime
		require.NoError(t, m.Step(&in, &out))
	}
	for _, now := range []int64{0, core.MaxTime + 1} {
		m, err := core.New(core.Config{Level: core.LevelNomad104})
		require.NoError(t, err)
		in := full()
		in.Now = now
		requireCode(t, m.Step(&in, &out), core.ErrInvalid, "Now")
	}
	in := core.Input{Now: 100_000_000_000, Results: make([]core.Result, core.MaxResults+1)}
	for i := range in.Results {
		in.Results[i] = core.Result{Key: core.Key{Deployment: "d", Epoch: 3, N: 1}, Outcome: core.Unknown}
	}
	requireCode(t, opened(t).Step(&in, &out), core.ErrLimit, "Results")
	in.Results = in.Results[1:]
	require.NoError(t, opened(t).Step(&in, &out))
}

// Facts without the index of their commit are refused, whichever they are.
func TestFactsNeedAnIndex(t *testing.T) {
	for name, set := range map[string]func(in *core.Input){
		"Deployment":        func(in *core.Input) { in.Deployment = full().Deployment },
		"Delivered":         func(in *core.Input) { in.Delivered = true },
		"DeploymentDeleted": func(in *core.Input) { in.DeploymentDeleted = true },
		"VersionsRead":      func(in *core.Input) { in.VersionsRead = true },
		"Allocations.Whole": func(in *core.Input) { in.Allocations.Whole = true },
		"Allocations.Changed": func(in *core.Input) {
			in.Allocations.Changed = full().Allocations.Changed
		},
		"Allocations.Removed":    func(in *core.Input) { in.Allocations.Removed = []string{"a"} },
		"Allocations.TableIndex": func(in *core.Input) { in.Allocations.TableIndex = 1 },
		"Evaluations.Whole":      func(in *core.Input) { in.Evaluations.Whole = true },
		"Evaluations.Changed":    func(in *core.Input) { in.Evaluations.Changed = full().Evaluations.Changed },
		"Evaluations.Removed":    func(in *core.Input) { in.Evaluations.Removed = []string{"e"} },
	} {
		in := core.Input{Now: 100_000_000_000}
		set(&in)
		var out core.Output
		t.Log(name)
		requireCode(t, opened(t).Step(&in, &out), core.ErrMissing, "Index")
	}
}

// A value may be written in any of MessagePack's forms, and cut off nowhere.
func TestForms(t *testing.T) {
	var in core.Input
	level := core.LevelNomad104
	var cfg core.Config
	str := func(head ...byte) []byte { return append(head, level...) }
	for _, c := range []struct{ name, level, now string }{
		{"fix", string(str(0xa0 | byte(len(level)))), "\x05"},
		{"8 bits", string(str(0xd9, byte(len(level)))), "\xcc\x05"},
		{"16 bits", string(str(0xda, 0, byte(len(level)))), "\xcd\x00\x05"},
		{"32 bits", string(str(0xdb, 0, 0, 0, byte(len(level)))), "\xce\x00\x00\x00\x05"},
		{"64 bits", string(str(0xd9, byte(len(level)))), "\xcf\x00\x00\x00\x00\x00\x00\x00\x05"},
		{"8 bits, signed", string(str(0xd9, byte(len(level)))), "\xd0\x05"},
		{"16 bits, signed", string(str(0xd9, byte(len(level)))), "\xd1\x00\x05"},
		{"32 bits, signed", string(str(0xd9, byte(len(level)))), "\xd2\x00\x00\x00\x05"},
		{"64 bits, signed", string(str(0xd9, byte(len(level)))), "\xd3\x00\x00\x00\x00\x00\x00\x00\x05"},
	} {
		for _, one := range []string{"\x91", "\xdc\x00\x01", "\xdd\x00\x00\x00\x01"} {
			b := []byte("\x92" + one + c.level + one + c.now)
			require.NoError(t, core.DecodeOpening(b, &cfg, &in), c.name)
			require.Equal(t, core.Config{Level: level}, cfg)
			require.Equal(t, int64(5), in.Now)
			for i := range b {
				err := core.DecodeOpening(b[:i], &cfg, &in)
				requireCode(t, err, core.ErrMalformed, "")
				require.Contains(t, err.Error(), "cut off", "%s at %d", c.name, i)
			}
			err := core.DecodeOpening(append(b, 0), &cfg, &in)
			requireCode(t, err, core.ErrMalformed, "")
			require.Contains(t, err.Error(), "bytes after")
		}
	}

	for _, c := range []struct{ message, field, text string }{
		{"\x91\xc4\x01x", "Now", "is of type bin and not int"},
		{"\x91\xc5\x00\x01x", "Now", "is of type bin and not int"},
		{"\x91\xc6\x00\x00\x00\x01x", "Now", "is of type bin and not int"},
		{"\x91\xa1x", "Now", "is of type str and not int"},
		{"\x91\xbf" + strings.Repeat("x", 31), "Now", "is of type str and not int"},
		{"\x91\xc0", "Now", "is of type nil and not int"},
		{"\x91\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "Now", "is a number that does not fit"},
		{"\x92\x05\xff", "Index", "is a number that does not fit"},
		{"\x92\x05\xe0", "Index", "is a number that does not fit"},
		{"\x91\x80", "", "of a kind that has no place in it"},
		{"\x91\x8f", "", "of a kind that has no place in it"},
		{"\x91\xc1", "", "of a kind that has no place in it"},
		{"\x91\xc7\x00\x00", "", "of a kind that has no place in it"},
		{"\x91\xca\x00\x00\x00\x00", "", "of a kind that has no place in it"},
		{"\x91\xd4\x00\x00", "", "of a kind that has no place in it"},
		{"\x91\xde\x00\x00", "", "of a kind that has no place in it"},
		{"\x05", "", "is of type int and not array"},
		{"", "", "cut off"},
		{"\x91\x9f", "", "cut off"},
		{"\x91" + strings.Repeat("\x91", core.MaxDepth-2) + "\x05", "Now", "is of type array and not int"},
		{"\x91" + strings.Repeat("\x91", core.MaxDepth-1) + "\x05", "", "nests too deeply"},
	} {
		err := core.DecodeInput([]byte(c.message), &in)
		requireCode(t, err, core.ErrMalformed, c.field)
		require.Contains(t, err.Error(), c.text, "%q", c.message)
	}
	requireCode(t, core.DecodeInput(make([]byte, core.MaxInputBytes+1), &in), core.ErrLimit, "")
	requireCode(t, core.DecodeInput(make([]byte, core.MaxInputBytes), &in), core.ErrMalformed, "")
}

// What is removed counts once, however often it is listed, and comes back if the
// same change says so: a machine never knows more than it can be restored with.
func TestLimitsCountWhatIsThere(t *testing.T) {
	ids := func(from, n int) (list []core.Allocation) {
		for i := range n {
			list = append(list, core.Allocation{ID: "a" + strconv.Itoa(from+i), Group: "web", Desired: core.DesiredRun, Client: core.ClientRunning, ModifyIndex: 11})
		}
		return list
	}
	evals := func(from, n int) (list []core.Evaluation) {
		for i := range n {
			list = append(list, core.Evaluation{ID: "e" + strconv.Itoa(from+i), Status: core.EvaluationPending})
		}
		return list
	}
	full := func() *core.Machine {
		m := opened(t)
		var out core.Output
		in := core.Input{Now: 1, Index: 20}
		in.Allocations.Whole, in.Allocations.Changed = true, ids(0, core.MaxAllocations)
		in.Evaluations.Whole, in.Evaluations.Changed = true, evals(0, core.MaxEvaluations)
		require.NoError(t, m.Step(&in, &out))
		return m
	}
	m := full()
	for _, c := range []struct {
		name            string
		removed         []string
		from, n         int
		refusedByLimits bool
	}{
		{"one goes and one comes", []string{"0"}, 70000, 1, false},
		{"one goes and two come", []string{"0"}, 70000, 2, true},
		{"one that is listed twice goes once", []string{"0", "0"}, 70000, 2, true},
		{"one that is listed twice goes once, with another between", []string{"1", "0", "1"}, 70000, 3, true},
		{"two that go come back with another", []string{"0", "2", "1"}, -1, 4, true},
		{"three that go come back", []string{"0", "2", "1"}, 0, 3, false},
		{"two go and two come", []string{"1", "0"}, 70000, 2, false},
		{"one that goes comes back", []string{"0"}, 0, 1, false},
		{"one that goes comes back with another", []string{"0"}, -1, 2, true},
		{"known ones are not new", nil, 5, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := core.Input{Now: 1, Index: 21}
			for _, id := range c.removed {
				in.Allocations.Removed = append(in.Allocations.Removed, "a"+id)
			}
			in.Allocations.Changed = ids(c.from, c.n)
			in2 := core.Input{Now: 1, Index: 21}
			for _, id := range c.removed {
				in2.Evaluations.Removed = append(in2.Evaluations.Removed, "e"+id)
			}
			in2.Evaluations.Changed = evals(c.from, c.n)
			for _, in := range []*core.Input{&in, &in2} {
				m, err := core.Restore(saved(t, m))
				require.NoError(t, err)
				var out core.Output
				err = m.Step(in, &out)
				if c.refusedByLimits {
					field := "Allocations.Changed"
					if in == &in2 {
						field = "Evaluations.Changed"
					}
					requireCode(t, err, core.ErrLimit, field)
					continue
				}
				require.NoError(t, err)
				_, err = core.Restore(saved(t, m))
				require.NoError(t, err)
			}
		})
	}
}

// What a module answers is looked at before it is decoded.
func TestCheckMessage(t *testing.T) {
	for _, c := range []struct {
		name string
		b    []byte
		code core.ErrorCode // 0: it is a message
	}{
		{"nothing but nil", []byte{0xc0}, 0},
		{"a list of lists", []byte{0x92, 0x91, 0x01, 0xa1, 'x'}, 0},
		{"no bytes", nil, core.ErrMalformed},
		{"two values", []byte{0xc0, 0xc0}, core.ErrMalformed},
		{"a list that claims more than there is", []byte{0xdd, 0x00, 0xff, 0xff, 0xff, 0xc0}, core.ErrMalformed},
		{"a map", []byte{0x80}, core.ErrMalformed},
		{"a fraction", []byte{0xcb, 0, 0, 0, 0, 0, 0, 0, 0}, core.ErrMalformed},
		{"too deep", append(bytes.Repeat([]byte{0x91}, core.MaxDepth), 0xc0), core.ErrMalformed},
		{"too long", make([]byte, core.MaxInputBytes+1), core.ErrLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := core.CheckMessage(c.b)
			if c.code == 0 {
				require.NoError(t, err)
				return
			}
			requireCode(t, err, c.code, "")
		})
	}
}
