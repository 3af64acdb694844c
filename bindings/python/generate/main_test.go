package main

import (
	"testing"

	"github.com/coxswain/coxswain/bindings/schema/schematest"
	"github.com/stretchr/testify/require"
)

// The committed files are what the generator gives, and the module is the same.
func TestUpToDate(t *testing.T) { schematest.UpToDate(t, files) }

func TestNames(t *testing.T) {
	require.Equal(t, "job_id", snake("JobID"))
	require.Equal(t, "require_progress_by", snake("RequireProgressBy"))
	require.Equal(t, "from_", snake("From"))
}
