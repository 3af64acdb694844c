package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/coxswain/coxswain/core"
	"github.com/coxswain/coxswain/wasm"
	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of the program, its module and its levels",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			version := "(unversioned)"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
				version = info.Main.Version
			}
			w := c.OutOrStdout()
			fmt.Fprintf(w, "coxswain %s, %s\n", version, runtime.Version())
			fmt.Fprintf(w, "module: %d bytes, sha256 %s, schema %d, states of version %d\n",
				len(wasm.Module), wasm.Hash(), core.SchemaVersion, core.StateVersion)
			for _, l := range core.Levels() {
				fmt.Fprintf(w, "level %s: %s\n", l.Name, l.Text)
			}
			return nil
		},
	}
}
