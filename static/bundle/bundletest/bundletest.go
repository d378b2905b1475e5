// Package bundletest holds the server that tests look at to the modules that are written.
package bundletest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"narthex/static/bundle"
)

// Current fails a test whose pages would have older modules than those that are written.
func Current(t testing.TB) {
	t.Helper()
	stale, err := look()
	if err != nil {
		t.Fatalf("look whether the bundled modules are current: %v", err)
	}
	if len(stale) > 0 {
		t.Fatalf("not bundled as they are written: %s; run `go generate ./static`", strings.Join(stale, ", "))
	}
}

// look is done once for all tests of a package.
var look = sync.OnceValues(func() ([]string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		folder = filepath.Dir(folder)
	}
	return bundle.Folder(filepath.Join(folder, "static")).Stale()
})
