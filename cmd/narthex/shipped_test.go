package main

import (
	"os/exec"
	"strings"
	"testing"
)

// What only building and testing need is no part of the server, where it would be read from the disk, held in memory and looked at
// for holes: esbuild alone made it 5 MB larger, and its start a fifth slower.
func TestNoPackageOfTheBuildIsInTheServer(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "narthex/cmd/narthex").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	server := strings.Fields(string(out))
	if len(server) < 100 {
		t.Fatalf("only %d packages were found", len(server))
	}
	for _, pkg := range server {
		for _, build := range []string{"github.com/evanw/esbuild", "github.com/chromedp", "golang.org/x/tools", "narthex/static/bundle", "narthex/cmd/dev"} {
			if strings.HasPrefix(pkg, build) {
				t.Errorf("the server has %s", pkg)
			}
		}
	}
}
