package static_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"narthex/cmd/dev/stack"
)

// The modules are JavaScript with types in their comments; TypeScript checks that these are true.
func TestTheTypesOfTheModulesAreTrue(t *testing.T) {
	node, modules := stack.NeedNode(t), stack.NeedNodeModules(t, os.DirFS("testdata/types"))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	check := exec.CommandContext(ctx, node, filepath.Join(modules, "typescript", "bin", "tsc"), "--project", "jsconfig.json", "--pretty", "false")
	if output, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
