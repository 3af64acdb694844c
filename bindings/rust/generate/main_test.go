package main

import (
	"testing"

	"github.com/coxswain/coxswain/bindings/schema/schematest"
)

// The committed files are what the generator gives, and the module is the same.
func TestUpToDate(t *testing.T) { schematest.UpToDate(t, files) }
