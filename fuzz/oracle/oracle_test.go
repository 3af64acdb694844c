package oracle

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/coxswain/coxswain/core"
)

// setting is a number from the environment.
func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestOracle compares ORACLE_N scenarios that are drawn at random, from the seed
// ORACLE_SEED on, in ORACLE_WORKERS goroutines. It ends after ORACLE_BAD
// differences, or when ORACLE_FOR, a duration, is over.
func TestOracle(t *testing.T) {
	n, seed, workers := setting("ORACLE_N", 3000), setting("ORACLE_SEED", 1), setting("ORACLE_WORKERS", runtime.NumCPU())
	sum := &tally{fired: map[string]int{}}
	begun, limit := time.Now(), 24*time.Hour
	if d, err := time.ParseDuration(os.Getenv("ORACLE_FOR")); err == nil {
		limit = d
	}
	t.Run("scenarios", func(t *testing.T) {
		for k := range workers {
			t.Run(strconv.Itoa(k), func(t *testing.T) {
				t.Parallel()
				for i := k; i < n && sum.count[Different] < setting("ORACLE_BAD", 5) && time.Since(begun) < limit; i += workers {
					s := Generate().Example(seed + i)
					r := Compare(t, s, Exact)
					sum.add(r)
					switch r.Verdict {
					case Different:
						s, r = shrunk(t, s, Exact)
						t.Errorf("seed %d, a script for testdata:\n%s\n%s", seed+i, s, r)
					case Undecided:
						if os.Getenv("ORACLE_UNDECIDED") != "" {
							t.Logf("seed %d\n%s\n%s", seed+i, s, r)
						}
					}
				}
			})
		}
	})
	t.Logf("%s%.0f scenarios a second", sum, float64(sum.all())/time.Since(begun).Seconds())
	fmt.Println(sum.line())
}

// tally counts verdicts.
type tally struct {
	mu     sync.Mutex
	count  [3]int
	leaked int
	fired  map[string]int
}

func (c *tally) add(r *Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[r.Verdict]++
	if r.Nomad.Leaked {
		c.leaked++
	}
	for rule, n := range r.Ours.Fired {
		c.fired[rule] += n
	}
}

// all is how many scenarios were compared.
func (c *tally) all() int { return c.count[Equal] + c.count[Undecided] + c.count[Different] }

// String returns the sums.
func (c *tally) String() string {
	return fmt.Sprintf("%d scenarios: %d equal, %d undecided, %d different; Nomad leaked in %d\nfired %v\n",
		c.all(), c.count[Equal], c.count[Undecided], c.count[Different], c.leaked, c.fired)
}

// shrunk makes a scenario that is different as small as it gets.
func shrunk(t *testing.T, s Scenario, config core.Config) (Scenario, *Result) {
	less := Shrink(s, func(s Scenario) bool { return compare(t, s, config, 2).Verdict == Different })
	if r := Compare(t, less, config); r.Verdict == Different {
		return less, r
	}
	return s, Compare(t, s, config)
}
