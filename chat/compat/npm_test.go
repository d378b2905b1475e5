package compat_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"narthex/cmd/dev/stack"
)

// client is a script of testdata/npm that runs in Node.js with the real packages.
type client struct {
	t     *testing.T
	lines *bufio.Scanner
	wait  func() error
}

// run starts a script. Each line that it prints is a JSON object.
func run(t *testing.T, script string, argument any) *client {
	t.Helper()
	const folder = "testdata/npm"
	node, modules := stack.NeedNode(t), stack.NeedNodeModules(t, os.DirFS(folder))
	source, err := os.ReadFile(filepath.Join(folder, script))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, script)
	if err := os.WriteFile(path, source, 0o644); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(argument)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	cmd := exec.CommandContext(ctx, node, path, string(data))
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var ended bool
	wait := func() error {
		if ended {
			return nil
		}
		ended = true
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%s: %w\n%s", script, err, &complaints)
		}
		return nil
	}
	t.Cleanup(func() {
		cancel()
		_ = wait() // a test that failed leaves it running
	})
	return &client{t: t, lines: lines, wait: wait}
}

// said reads the next line that the script prints.
func (c *client) said(into any) {
	c.t.Helper()
	if !c.lines.Scan() {
		c.t.Fatalf("the script said nothing more: %v", c.wait())
	}
	if err := json.Unmarshal(c.lines.Bytes(), into); err != nil {
		c.t.Fatalf("%s: %v", c.lines.Text(), err)
	}
}

// heard is said for the only line of a script that then ends.
func (c *client) heard(into any) {
	c.t.Helper()
	c.said(into)
	if c.lines.Scan() {
		c.t.Errorf("the script went on to say %s", c.lines.Text())
	}
	if err := c.wait(); err != nil {
		c.t.Error(err)
	}
}

// asked runs OpenAI's client.
func asked(t *testing.T, base, key string, request object, more object) *client {
	t.Helper()
	argument := object{"baseURL": base + "/v1", "apiKey": key, "request": request}
	for name, value := range more {
		argument[name] = value
	}
	return run(t, "openai.mjs", argument)
}
