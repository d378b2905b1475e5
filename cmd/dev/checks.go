package main

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// runChecks looks at the code itself, before any test runs it: whether go.mod names what is imported, then what go vet and
// staticcheck find. The first that finds something ends the run.
func runChecks(ctx context.Context, root string, environment, packages []string, out io.Writer) error {
	for _, check := range []struct {
		args   []string
		advice string
	}{
		{[]string{"mod", "tidy", "-diff"}, "go.mod and go.sum must name what is imported, no more and no less: run `go mod tidy`"},
		{append([]string{"vet"}, packages...), "mend what is named above"},
		{append([]string{"tool", "staticcheck"}, packages...), "mend what is named above; where the code is right, say why in a line before: //lint:ignore CHECK reason"},
	} {
		cmd := goCommand(ctx, root, environment, check.args...)
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%w; %s", programError(ctx, "go "+strings.Join(check.args, " "), err), check.advice)
		}
	}
	return nil
}
