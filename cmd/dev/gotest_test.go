package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestARunOfEverythingBeginsWithWhatTakesLongest(t *testing.T) {
	all := longestFirst([]string{"./..."})
	if all[0] != "./cmd/narthex" || all[len(all)-1] != "./..." {
		t.Errorf("everything is %q", all)
	}
	if some := longestFirst([]string{"./chat"}); !slices.Equal(some, []string{"./chat"}) {
		t.Errorf("of one package %q is tested", some)
	}
}

func TestSplitTestArgs(t *testing.T) {
	tests := []struct {
		name            string
		args            []string
		packages, flags []string
	}{
		{"nothing", nil, []string{"./..."}, nil},
		{"packages", []string{"./chat", "./cache/..."}, []string{"./chat", "./cache/..."}, nil},
		{"flags after --", []string{"./chat", "--", "-run", "Crisis"}, []string{"./chat"}, []string{"-run", "Crisis"}},
		{"flags without --", []string{"-count=1"}, []string{"./..."}, []string{"-count=1"}},
		{"flags alone after --", []string{"--", "-v"}, []string{"./..."}, []string{"-v"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			packages, flags := splitTestArgs(test.args)
			if !slices.Equal(packages, test.packages) || !slices.Equal(flags, test.flags) {
				t.Errorf("packages %q, flags %q", packages, flags)
			}
		})
	}
}

// module writes a module with the given test files and returns `go test -json` on it.
func module(t *testing.T, files map[string]string) *exec.Cmd {
	t.Helper()
	root := t.TempDir()
	if files["go.mod"] == "" {
		files["go.mod"] = "module example\n\ngo 1.26\n"
	}
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return goCommand(t.Context(), root, os.Environ(), "test", "-json", "-count=1", "-vet=off", "-p=1", "./...")
}

const goodTests = `package good
import "testing"
func TestOne(t *testing.T) { t.Log("quiet"); t.Run("inner", func(*testing.T) {}) }
func TestTwo(t *testing.T) {}
`

func TestAReportOfPassingTests(t *testing.T) {
	var out strings.Builder
	cmd := module(t, map[string]string{"good/good_test.go": goodTests, "bare/bare.go": "package bare\n"})
	if err := runTests(t.Context(), cmd, false, &out); err != nil {
		t.Error(err)
	}
	want := "?   \texample/bare\t[no test files]\nok  \texample/good\t0.00s\n3 passed, 0 failed, 0 skipped\n"
	if got := withoutTimes(out.String()); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestAVerboseReportShowsEveryTest(t *testing.T) {
	var out strings.Builder
	if err := runTests(t.Context(), module(t, map[string]string{"good/good_test.go": goodTests}), true, &out); err != nil {
		t.Error(err)
	}
	mustContain(t, out.String(), "=== RUN   TestOne", "quiet", "--- PASS: TestTwo", "ok  \texample/good", "\n3 passed, 0 failed, 0 skipped\n")
	for flag, want := range map[string]bool{"-v": true, "--v": true, "-bench=.": true, "-bench": true, "-run=v": false} {
		if verbose([]string{flag}) != want {
			t.Errorf("%s: %v", flag, !want)
		}
	}
}

func TestAReportOfFailures(t *testing.T) {
	var out strings.Builder
	cmd := module(t, map[string]string{
		"good/good_test.go":  goodTests,
		"bad/bad_test.go":    "package bad\nimport \"testing\"\nfunc TestBad(t *testing.T) { t.Log(\"why it fails\"); t.Run(\"fine\", func(t *testing.T) { t.Log(\"noise\") }); t.Fail() }\n",
		"broken/a_test.go":   "package broken\nimport \"testing\"\nfunc TestX(t *testing.T) { undefined() }\n",
		"panics/p_test.go":   "package panics\nimport \"testing\"\nfunc TestP(t *testing.T) { panic(\"at the disco\") }\n",
		"exits/e_test.go":    "package exits\nimport (\"os\"; \"testing\")\nfunc TestMain(m *testing.M) { println(\"no way\"); os.Exit(2) }\nfunc TestE(*testing.T) {}\n",
		"skips/skip_test.go": "package skips\nimport \"testing\"\nfunc TestS(t *testing.T) { t.Skip(\"no database\") }\n",
	})
	if err := runTests(t.Context(), cmd, false, &out); !errors.Is(err, errSaid) {
		t.Errorf("got %v", err)
	}
	mustContain(t, out.String(),
		"why it fails", "--- FAIL: TestBad", "FAIL\texample/bad",
		"undefined: undefined", "FAIL\texample/broken [build failed]",
		"panic: at the disco", "FAIL\texample/panics",
		"no way", "FAIL\texample/exits",
		"no database", "ok  \texample/skips", "skipped, which counts as a failure: example/skips.TestS",
		"ok  \texample/good", "\n4 passed, 4 failed, 1 skipped\n")
	for _, unwanted := range []string{"noise", "quiet", "=== RUN"} {
		if strings.Contains(out.String(), unwanted) {
			t.Errorf("the report shows %q:\n%s", unwanted, out.String())
		}
	}
}

func TestAReportNamesTheSlowestTests(t *testing.T) {
	var out, events strings.Builder
	for i := range 60 {
		fmt.Fprintf(&events, "{\"Action\":\"pass\",\"Package\":\"example\",\"Test\":\"Test%d\",\"Elapsed\":%d.5}\n", i, (i*7)%60)
	}
	events.WriteString(`{"Action":"pass","Package":"example","Test":"Test1/part","Elapsed":99}` + "\n")
	r := newReport(&out, false)
	if err := r.read(strings.NewReader(events.String())); err != nil {
		t.Fatal(err)
	}
	r.close()
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 22 || lines[0] != "  59.5 s  example.Test17" || lines[19] != "  40.5 s  example.Test40" || lines[20] != "61 passed, 0 failed, 0 skipped" {
		t.Errorf("got\n%s", &out)
	}
}

func TestASkippedTestIsAFailure(t *testing.T) {
	var out strings.Builder
	cmd := module(t, map[string]string{"s/s_test.go": "package s\nimport \"testing\"\nfunc TestS(t *testing.T) { t.Skip(\"not today\") }\n"})
	if err := runTests(t.Context(), cmd, false, &out); !errors.Is(err, errSaid) {
		t.Errorf("got %v", err)
	}
	mustContain(t, out.String(), "not today", "0 passed, 0 failed, 1 skipped\n")
}

func TestAGoCommandThatFailsBeforeAnyTest(t *testing.T) {
	var out strings.Builder
	cmd := goCommand(t.Context(), t.TempDir(), os.Environ(), "test", "-json")
	if err := runTests(t.Context(), cmd, false, &out); err == nil || errors.Is(err, errSaid) {
		t.Errorf("got %v", err)
	}
	mustContain(t, out.String(), "go.mod")
}

func withoutTimes(text string) string {
	return regexp.MustCompile(`\d+\.\d+s`).ReplaceAllString(text, "0.00s")
}
