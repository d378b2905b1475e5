package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"narthex/cmd/dev/stack"
)

func TestWhatIsNotWatchedIsNotOursAndHasNoAtomics(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Imports " "}}`}, uninstrumented...)...)
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(packages) != len(uninstrumented) {
		t.Errorf("%d packages of %d names", len(packages), len(uninstrumented))
	}
	for _, line := range packages {
		path, imports, _ := strings.Cut(line, " ")
		if strings.HasPrefix(path, "narthex/") {
			t.Errorf("%s is ours", path)
		}
		if slices.Contains(strings.Fields(imports), "sync/atomic") {
			t.Errorf("%s has atomics, which the detector would not see", path)
		}
	}
}

const racyTest = `package racy
import ("regexp"; "testing")
func TestRacy(t *testing.T) {
	found, done := 0, make(chan bool)
	count := func() { if regexp.MustCompile("a+").MatchString("aaa") { found++ }; done <- true }
	go count()
	go count()
	<-done; <-done
}
`

func TestARaceOfOursIsFoundBesideWhatIsNotWatched(t *testing.T) {
	compiler, err := stack.Compiler(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	cmd := module(t, map[string]string{"racy/racy_test.go": racyTest})
	cmd.Env = append(cmd.Env, "CC="+compiler, "CGO_ENABLED=1")
	cmd.Args = append(append([]string{"go", "test", "-race", "-count=1", "-vet=off"}, compilerFlags()...), "./...")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("it is not")
	}
	mustContain(t, string(out), "WARNING: DATA RACE")
}
