package main

import (
	"testing"

	"github.com/coxswain/coxswain/bindings/schema/schematest"
)

// The committed files are what the generator gives.
func TestUpToDate(t *testing.T) { schematest.UpToDate(t, files) }
