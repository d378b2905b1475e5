// Package runbook_test holds the runbook to the README and the README to the program.
package runbook_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var metricName = regexp.MustCompile("`(narthex_[a-z_]+)`")

// TestEveryMetricToWatchHasAnEntryInTheRunbook reads the README's paragraphs on what to watch, the runbook, and what the program registers.
func TestEveryMetricToWatchHasAnEntryInTheRunbook(t *testing.T) {
	readme, runbook := read(t, "../../../README.md"), read(t, "README.md")
	_, watch, found := strings.Cut(readme, "\nWatch `")
	watch, _, ends := strings.Cut("`"+watch, "\n## ")
	if !found || !ends {
		t.Fatal("the README does not say what to watch")
	}
	watched := namesIn(watch)
	if len(watched) < 10 {
		t.Fatalf("the README says to watch %v alone", watched)
	}
	var entries []string
	for _, entry := range regexp.MustCompile(`(?m)^## (narthex_[a-z_]+)$`).FindAllStringSubmatch(runbook, -1) {
		entries = append(entries, entry[1])
	}
	for _, name := range watched {
		if !slices.Contains(entries, name) {
			t.Errorf("the runbook has no entry for %s", name)
		}
	}
	for _, name := range entries {
		if !slices.Contains(watched, name) {
			t.Errorf("the README does not say to watch %s", name)
		}
	}
	sources := sourcesOf(t)
	for _, name := range slices.Concat(namesIn(readme), namesIn(runbook)) {
		if !strings.Contains(sources, `"`+name+`"`) {
			t.Errorf("there is no metric %s", name)
		}
	}
}

// sourcesOf is all of the program's Go, without tests.
func sourcesOf(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(os.DirFS("../../.."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			all.WriteString(read(t, "../../../"+path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func namesIn(text string) (names []string) {
	for _, name := range metricName.FindAllStringSubmatch(text, -1) {
		if name[1] != "narthex_app" { // the role
			names = append(names, name[1])
		}
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
