package core

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// P2, P3: how many canaries have to be placed and how many healthy, at the level
// itself and with promote-enough.
func TestCanariesThatPromote(t *testing.T) {
	for _, c := range []struct {
		desired, placed, there, healthy int32
		level, enough                   ReasonCode
	}{
		{2, 1, 1, 1, ReasonCanariesPlaced, ReasonCanariesPlaced},
		{2, 2, 2, 2, ReasonPromote, ReasonPromote},
		{2, 2, 2, 1, ReasonCanaryNotHealthy, ReasonCanariesHealthy},
		{2, 2, 1, 1, ReasonPromote, ReasonCanariesHealthy}, // one that is gone does not hold the level back
		{2, 3, 3, 2, ReasonCanariesPlaced, ReasonPromote},
		{2, 3, 3, 3, ReasonCanariesPlaced, ReasonCanariesHealthy},
		{2, 3, 2, 2, ReasonCanariesPlaced, ReasonPromote},
	} {
		for switches, want := range map[Switches]ReasonCode{0: c.level, PromoteEnough: c.enough} {
			g := group{Group: Group{Name: "web", DesiredCanaries: c.desired, AutoPromote: true}, canariesSeen: c.there, canariesHealthy: c.healthy}
			for i := range c.placed {
				g.canaries = append(g.canaries, strconv.Itoa(int(i)))
			}
			plain := group{Group: Group{Name: "api", AutoPromote: true}}
			m := &Machine{switches: switches, status: DeploymentRunning, groups: []group{plain, g}}
			require.Equal(t, want, m.promotable().Code, "%+v, switches %d", c, switches)

			// A group without desired canaries is asked at the level, and passed over
			// with promote-enough.
			m.groups[0].AutoPromote = false
			if switches == 0 {
				want = ReasonNotAutoPromote
			}
			require.Equal(t, want, m.promotable().Code)
		}
	}
}
