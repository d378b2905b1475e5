package stack

import (
	"context"
	"io"
	"io/fs"
	"sync"
	"testing"
	"time"
)

// needTimeout covers a first download on a slow line.
const needTimeout = 10 * time.Minute

// Need returns running servers for a test, and fails the test when there are none to be had. One process asks once.
func Need(t testing.TB) Servers {
	t.Helper()
	servers, err := neededServers(t.Output())
	if err != nil {
		t.Fatalf("servers for the test: %v", err)
	}
	return servers
}

// NeedChromium returns the path of a browser for a test, and fails the test when there is none to be had. Root must pass
// it --no-sandbox.
func NeedChromium(t testing.TB) string {
	t.Helper()
	path, err := neededChromium(t.Output())
	if err != nil {
		t.Fatalf("a browser for the test: %v", err)
	}
	return path
}

// NeedNode returns the path of Node.js for a test, and fails the test when there is none to be had.
func NeedNode(t testing.TB) string {
	t.Helper()
	path, err := neededNode(t.Output())
	if err != nil {
		t.Fatalf("Node.js for the test: %v", err)
	}
	return path
}

// NeedNodeModules returns a folder with the npm packages that the package-lock.json in a folder names, for a test to link
// its scripts to, and fails the test when they are not to be had.
func NeedNodeModules(t testing.TB, manifest fs.FS) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), needTimeout)
	defer cancel()
	folder, err := NodeModules(ctx, manifest, t.Output())
	if err != nil {
		t.Fatalf("npm packages for the test: %v", err)
	}
	return folder
}

var (
	neededServers  = once(Ensure)
	neededChromium = once(Chromium)
	neededNode     = once(Node)
)

// once makes of get a function that works at its first call and repeats the outcome afterwards: a missing network should
// fail a package's hundred tests in one time-out, not in a hundred.
func once[T any](get func(context.Context, io.Writer) (T, error)) func(io.Writer) (T, error) {
	var (
		done  sync.Once
		value T
		err   error
	)
	return func(progress io.Writer) (T, error) {
		done.Do(func() {
			ctx, cancel := context.WithTimeout(context.Background(), needTimeout)
			defer cancel()
			value, err = get(ctx, progress)
		})
		return value, err
	}
}
