// Package oracle proves that the rules decide as Nomad 1.0.4 does: it runs one
// scenario through Nomad's own deployment watcher and through ours, each in a
// bubble of virtual time over a state store of Nomad's own, and compares
// everything that they wrote and answered, and when.
//
// A Scenario is a list of things that happen in a cluster, and has a readable
// text. Compare runs it both ways. Generate draws one at random, and Shrink makes
// it small. What Nomad's side cannot be held to, since it does not agree with
// itself, is listed in DIVERGENCE.md and nothing else is excused.
//
// # Your own fork
//
// If you changed the rules or package host, run the tests of this module against
// the fork: in its own clone they do so as they are, and from elsewhere with
//
//	go mod edit -replace github.com/coxswain/coxswain=../my-fork
//	ORACLE_N=30000 go test -v -run TestOracle .
//
// To see whether other switches are told from Nomad 1.0.4 at all, give Compare
// another core.Config than Exact.
//
// # Your own host
//
// A host that is not ours, or an engine, is checked from a module of its own. Set
// NewHost; it is given the state to read and the triggers to call:
//
//	func TestMine(t *testing.T) {
//		oracle.NewHost = func(o host.Options) (oracle.Host, error) { return mine.New(o.State, o.Triggers) }
//		different := func(s oracle.Scenario) bool {
//			return oracle.Compare(t, s, oracle.Exact).Verdict == oracle.Different
//		}
//		for seed := range 3000 {
//			if s := oracle.Generate().Example(seed); different(s) {
//				s = oracle.Shrink(s, different)
//				t.Fatalf("seed %d\n%s\n%s", seed, s, oracle.Compare(t, s, oracle.Exact))
//			}
//		}
//	}
//
// Compare wants a *testing.T for the bubbles, which are those of testing/synctest:
// so the host must not wait for anything outside of one, such as a network. The
// file mine_test.go has such a test that runs.
package oracle
