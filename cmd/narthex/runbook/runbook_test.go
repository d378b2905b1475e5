// Package runbook_test holds the runbook to the README and the README to the program.
package runbook_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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
	if alarming := alarmingMetrics(t); !slices.Equal(alarming, watched) {
		t.Errorf("the README says to watch %q, the rules for Prometheus watch %q", watched, alarming)
	}
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

// alarmingMetrics are those that the rules for Prometheus are about, in their order. Each rule leads to its entry.
func alarmingMetrics(t *testing.T) (names []string) {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
			Name string
		}
	}
	if err := yaml.UnmarshalWithOptions([]byte(read(t, "alerts.yml")), &file, yaml.Strict()); err != nil || len(file.Groups) != 1 {
		t.Fatalf("%d groups of rules: %v", len(file.Groups), err)
	}
	for _, rule := range file.Groups[0].Rules {
		about := regexp.MustCompile(`narthex_[a-z_]+`).FindAllString(rule.Expr, -1)
		if len(about) != 1 || rule.Annotations["runbook_url"] != "README.md#"+about[0] || rule.Annotations["summary"] == "" {
			t.Errorf("%s is about %q and leads to %q", rule.Alert, about, rule.Annotations)
		}
		if severity := rule.Labels["severity"]; severity != "page" && severity != "ticket" {
			t.Errorf("%s is %q", rule.Alert, severity)
		}
		for _, name := range about {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// TestTheDashboardShowsWhatIsWatched also holds that all that it shows is there, by the metrics' names and the labels that it divides them by.
func TestTheDashboardShowsWhatIsWatched(t *testing.T) {
	var dashboard struct {
		Panels []struct {
			Title   string
			Type    string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	sources := sourcesOf(t)
	var shown []string
	for _, panel := range dashboard.Panels {
		if (panel.Type == "row") != (len(panel.Targets) == 0) {
			t.Errorf("%q is a %s with %d targets", panel.Title, panel.Type, len(panel.Targets))
		}
		for _, target := range panel.Targets {
			names := regexp.MustCompile(`narthex_[a-z_]+`).FindAllString(target.Expr, -1)
			if len(names) != 1 {
				t.Errorf("%q shows %q", panel.Title, target.Expr)
				continue
			}
			name := names[0]
			if strings.Contains(target.Expr, "histogram_quantile(") {
				name = strings.TrimSuffix(name, "_bucket")
			}
			if !strings.Contains(sources, `"`+name+`"`) {
				t.Errorf("%q shows %s, which there is not", panel.Title, name)
			}
			for _, labels := range regexp.MustCompile(` by \(([a-z, ]+)\)`).FindAllStringSubmatch(target.Expr, -1) {
				for label := range strings.SplitSeq(labels[1], ", ") {
					if label != "le" && label != "instance" && !strings.Contains(sources, `"`+label+`"`) {
						t.Errorf("%q divides %s by %s, which there is not", panel.Title, name, label)
					}
				}
			}
			shown = append(shown, name)
		}
	}
	for _, name := range alarmingMetrics(t) {
		if !slices.Contains(shown, name) {
			t.Errorf("the dashboard does not show %s, of which there is an alert", name)
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
