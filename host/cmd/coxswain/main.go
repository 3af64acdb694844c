// Command coxswain replays recorded rollouts and explains where they stand.
//
// Exit codes: 0 when all is well, 1 when a decision disagrees or something
// failed, 2 for bad use or a recording that cannot be read.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/coxswain/coxswain/host/nomad"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// errDisagrees is the answer 1 without a further word: the output says why.
var errDisagrees = errors.New("decisions disagree")

// usageError is bad use: exit code 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "coxswain",
		Short:         "Decide rollouts as Nomad's deployment watcher does",
		Long:          "coxswain runs recordings of real Nomad rollouts through its decision core,\nand says whether it decides what the recorded watcher decided, and why.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return c.Help()
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.AddCommand(replayCommand(), explainCommand(), simulateCommand(), levelsCommand(), versionCommand())
	for _, c := range append(root.Commands(), root) {
		if check := c.Args; check != nil {
			c.Args = func(c *cobra.Command, args []string) error {
				if err := check(c, args); err != nil {
					return &usageError{err}
				}
				return nil
			}
		}
	}

	err := root.ExecuteContext(ctx)
	var bad *usageError
	var damage *nomad.Error
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errDisagrees):
		return 1
	case errors.As(err, &damage):
		fmt.Fprintf(stderr, "coxswain: %v\n", err)
		return 2
	case errors.As(err, &bad):
		fmt.Fprintf(stderr, "coxswain: %v\nTry 'coxswain --help'.\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "coxswain: %v\n", err)
	return 1
}
