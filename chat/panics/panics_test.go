package panics

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

func TestAPanicEndsWhatItHappenedInAndIsToldOf(t *testing.T) {
	var lines bytes.Buffer
	registry := prometheus.NewRegistry()
	guard := New(slog.New(slog.NewTextHandler(&lines, nil)), registry)
	other := New(slog.New(slog.DiscardHandler), registry) // of another package

	var ended []string
	blow := func(g *Guard, then func(error)) {
		defer func() { ended = append(ended, "whole") }()
		defer g.Recover("turn", then, "turn", "0197a3c0")
		panic(strings.Repeat("x", 10_000))
	}
	blow(guard, func(cause error) { ended = append(ended, cause.Error()[:8]) })
	blow(other, nil)
	blow(guard, func(error) { panic("and its end as well") })
	func() { defer guard.Recover("turn", func(error) { t.Error("nothing happened") }) }()

	if got := strings.Join(ended, " "); got != "panic: x whole whole whole" {
		t.Errorf("ended %q", got)
	}
	for where, want := range map[string]float64{"turn": 3, "turn_end": 1} {
		if counted := testutil.ToFloat64(guard.total.WithLabelValues(where)); counted != want {
			t.Errorf("%s: %v", where, counted)
		}
	}
	if text := lines.String(); !strings.Contains(text, "panics_test.go") || !strings.Contains(text, "turn=0197a3c0") || strings.Contains(text, strings.Repeat("x", 400)) {
		t.Errorf("logged %.2000s", text)
	}
}

// A series that begins at 1 has never gone up, as alerts see it.
func TestAllPlacesAreShownBeforeAnyPanic(t *testing.T) {
	registry := prometheus.NewRegistry()
	New(nil, registry)
	if shown, err := testutil.GatherAndCount(registry, "narthex_panics_total"); err != nil || shown != len(places) {
		t.Errorf("%d are shown, %v", shown, err)
	}
	caught := regexp.MustCompile(`(?:[pP]anics|guard)\.(?:Recover|Count)\("(\w+)"`)
	var found []string
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile("../../" + path)
		for _, place := range caught.FindAllSubmatch(source, -1) {
			found = append(found, string(place[1]))
		}
		return err
	})
	slices.Sort(found)
	if found = slices.Compact(found); err != nil || !slices.Equal(found, slices.Sorted(slices.Values(places))) {
		t.Errorf("the program catches panics at %q, known are %q; %v", found, places, err)
	}
}
