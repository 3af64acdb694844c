package main

import (
	"testing"

	"github.com/coxswain/coxswain/bindings/schema/schematest"
	"github.com/stretchr/testify/require"
)

// The committed files are what the generator gives, and the module is the same.
func TestUpToDate(t *testing.T) { schematest.UpToDate(t, files) }

func TestNames(t *testing.T) {
	require.Equal(t, "id", camel("ID"))
	require.Equal(t, "jobId", camel("JobID"))
	require.Equal(t, "requireProgressBy", camel("RequireProgressBy"))
}
