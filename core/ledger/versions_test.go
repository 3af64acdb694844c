package ledger_test

import (
	"slices"
	"testing"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/core/ledger"
	"github.com/stretchr/testify/require"
)

// S5: any kept version can be rolled back to, the newest too, and no other. None
// of these writes changes what was given.
func TestEveryKeptVersionIsATarget(t *testing.T) {
	var versions []core.JobVersion
	for n := range uint64(ledger.KeptVersions) {
		versions = ledger.AddVersion(versions, core.JobVersion{Version: 10 + n, SpecDigest: string(rune('a' + n))})
	}
	require.Len(t, versions, ledger.KeptVersions)
	given := slices.Clone(versions)
	for _, target := range given {
		rolled, err := ledger.Rules(0).RollBack(versions, target.Version)
		require.NoError(t, err)
		require.Equal(t, core.JobVersion{Version: 16, SpecDigest: target.SpecDigest, Rollback: true}, rolled[0])
		require.Equal(t, given[:5], rolled[1:], "the oldest one goes")
		require.True(t, slices.ContainsFunc(ledger.MarkStable(versions, target.Version), func(v core.JobVersion) bool { return v.Stable }))
		require.Equal(t, given, versions)
	}
	rolled, err := ledger.Rules(0).RollBack(versions, 1234)
	rejected(t, err, ledger.UnknownVersion, "1234")
	require.EqualError(t, err, "rejected: there is no version 1234 of the job")
	require.Equal(t, given, rolled)
}
