package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"narthex/cmd/loadtest/histogram"
)

// asProgram makes the test binary the program: the scenarios start sub-commands of it.
const asProgram = "NARTHEX_LOADTEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Setenv(asProgram, "1")
	os.Setenv("GORACE", "atexit_sleep_ms=0") // the children are stopped all the time
	os.Exit(m.Run())
}

// Scenarios as short as they can be, against the floors alone: whether the driver, the servers and the accounting fit
// together, not what anything costs.
var tiny = map[string]scenario{
	"streams": streamsConfig{
		Streams: 20, Rate: 50, Tokens: 10, FirstToken: 10 * time.Millisecond, Transport: "sse",
		Ramp: 100 * time.Millisecond, Settle: 100 * time.Millisecond, Window: 600 * time.Millisecond,
	}.measure,
	"saturation": saturationConfig{
		First: 10, Growth: 2, Most: 20, PerStream: 50, Length: 10, Through: "sse", Step: 300 * time.Millisecond, Late: 2 * time.Second,
	}.measure,
	"fast model": fastConfig{
		Crowd: 10, Speed: 100, Words: 20, Thinks: 10 * time.Millisecond, More: 2, Largest: 20, SpokenTo: "sse", EachStep: 300 * time.Millisecond,
	}.measure,
	"one turn": turnConfig{Askers: 10, Ponders: 5 * time.Millisecond, Watched: 800 * time.Millisecond}.measure,
	"tier 0":   tier0Config{Connections: 5, Question: "When?", PacedRate: 100, AskFor: 400 * time.Millisecond}.measure,
	"calls":    callsConfig{Calls: 20, Prompts: 20, CallFact: "When?", CallTokens: 3, CallRate: 200, CallFirst: 10 * time.Millisecond, CallFor: time.Second}.measure,
	"idle":     idleConfig{Idle: 100, IdleSettle: 100 * time.Millisecond, IdleAsk: 100 * time.Millisecond}.measure,
}

func TestScenariosMeasureTheFloors(t *testing.T) {
	for name, measure := range tiny {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "report.json")
			if err := (runConfig{FloorOnly: true, JSON: path, Enforce: true}).execute(t.Context(), measure); err != nil {
				t.Fatal(err)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var found report
			if err := json.Unmarshal(content, &found); err != nil {
				t.Fatal(err)
			}
			if len(found.Results) != 1 || len(found.Results[0].Figures) == 0 || found.Machine.Cores == 0 {
				t.Fatalf("%s", content)
			}
			if first := found.Results[0].Figures[0]; first.Floor <= 0 {
				t.Errorf("%s was not measured: %s", first.Name, content)
			}
			for _, m := range found.Results[0].Floor {
				if len(m.Failures) > 0 || m.TurnsEnded == 0 || m.Memory.RSS < mebibyte || m.Runtime.HeapInuse == 0 {
					t.Errorf("%+v", m)
				}
			}
		})
	}
}

func TestAScenarioIsGivenUpWhenItIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	long := streamsConfig{Streams: 5, Rate: 50, Tokens: 10, Transport: "sse", Ramp: time.Minute, Window: time.Minute}
	if err := (runConfig{FloorOnly: true}).execute(ctx, long.measure); err == nil {
		t.Error("no error")
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestFiguresAreHeldToTheirBounds(t *testing.T) {
	for name, test := range map[string]struct {
		figure figure
		held   bool
	}{
		"a ratio within":           {newFigure("", "", 10, 14, ratioAtMost, 1.5), true},
		"a ratio above":            {newFigure("", "", 10, 16, ratioAtMost, 1.5), false},
		"a ratio that reaches":     {newFigure("", "", 10, 8, ratioAtLeast, 0.7), true},
		"a ratio that falls short": {newFigure("", "", 10, 6, ratioAtLeast, 0.7), false},
		"a value within":           {newFigure("", "ms", 0, 5, valueAtMost, 6), true},
		"a value above":            {newFigure("", "ms", 0, 7, valueAtMost, 6), false},
		"a ratio to nothing":       {newFigure("", "", 0, 7, ratioAtMost, 1.5), false},
		"nothing required":         {newFigure("", "", 1, 700, noLimit, 0), true},
		"only the floor":           {newFigure("", "", 10, 0, ratioAtLeast, 0.7), true},
	} {
		if test.figure.Held != test.held {
			t.Errorf("%s: held is %v", name, test.figure.Held)
		}
		missed := report{Results: []result{{Figures: []figure{test.figure}}}}
		if missed.held() != test.held {
			t.Errorf("%s: the report says %v", name, missed.held())
		}
	}
}

func TestAServerThatIsTooSlowForTheFirstStepMissesItsBounds(t *testing.T) {
	slow := []measurement{{Subject: "narthex", Seconds: 1}}
	for name, test := range map[string]struct {
		kind    kind
		narthex []measurement
		held    bool
	}{
		"tokens a second, measured": {ratioAtLeast, slow, false}, "added time, measured": {valueAtMost, slow, false},
		"only the floor": {ratioAtLeast, nil, true}, "nothing required": {noLimit, slow, true},
	} {
		f := newFigure("", "", 10, 0, test.kind, 0.7).measured(test.narthex)
		if missed := f.verdict() == "MISSED"; f.Held != test.held || missed == test.held {
			t.Errorf("%s: held is %v, %q", name, f.Held, f.verdict())
		}
	}
	late := saturationConfig{Late: time.Millisecond}
	if best := late.best([]measurement{{TokensPerSecond: 5, Added: histogram.Summary{P99: 900}}}); best.TokensPerSecond != 0 {
		t.Errorf("the best of steps that were all late is %v tokens a second", best.TokensPerSecond)
	}
}

func TestWhyAScenarioFailedIsSaidBesideMissedBounds(t *testing.T) {
	broken := func(context.Context, *bench) (result, error) {
		return result{Scenario: "broken"}, errors.New("no server")
	}
	missing := func(context.Context, *bench) (result, error) {
		return result{Scenario: "slow", Figures: []figure{newCount("lost", "", 1, valueAtMost, 0)}}, nil
	}
	for name, test := range map[string]struct {
		scenarios []scenario
		code      int
		said      string
	}{
		"both": {[]scenario{broken, missing}, 1, "broken: no server"}, "a failure": {[]scenario{broken}, 1, "broken: no server"},
		"a bound": {[]scenario{missing}, 2, ""}, "neither": {nil, 0, ""},
	} {
		var out strings.Builder
		err := runConfig{FloorOnly: true, Enforce: true}.execute(t.Context(), test.scenarios...)
		if code := exitCode(err, &out); code != test.code || !strings.Contains(out.String(), test.said) || (test.said == "") != (out.Len() == 0) {
			t.Errorf("%s: %d, and it is said %q", name, code, out.String())
		}
	}
}

func TestTheTableIsMarkdown(t *testing.T) {
	var out strings.Builder
	found := report{Results: []result{{Scenario: "streams", Figures: []figure{newFigure("CPU", "ms", 20, 29, ratioAtMost, 1.5)}}}}
	if err := found.table(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if row := strings.Join(strings.Fields(lines[len(lines)-1]), " "); row != "| streams | CPU | 20.0 ms | 29.0 ms | 1.45 × | ≤ 1.50 × | held |" {
		t.Errorf("%q", row)
	}
}

func TestAServerThatWasNotSaturatedIsDoubted(t *testing.T) {
	c := saturationConfig{First: 5, Growth: 2, Most: 5, PerStream: 50, Length: 5, Through: "sse", Step: 200 * time.Millisecond, Late: time.Minute}
	found, err := c.measure(t.Context(), &bench{files: 1000, progress: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	report{Results: []result{found}}.doubts(&out)
	if want := "saturation: bare relay was not saturated by 5 streams"; !strings.Contains(out.String(), want) {
		t.Errorf("%q does not say %q", out.String(), want)
	}
}

func TestProfilesOfTheServersAreKept(t *testing.T) {
	directory := t.TempDir()
	if err := (runConfig{FloorOnly: true, Profiles: directory}).execute(t.Context(), tiny["streams"]); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(directory, "bare-relay-*.pprof"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if content, err := os.ReadFile(kept[0]); err != nil || !strings.HasPrefix(string(content), "\x1f\x8b") { // gzip, as profiles are
		t.Errorf("%q, %v", content, err)
	}
}

func TestTheMeanOfMemoryIsOfAllSamples(t *testing.T) {
	w := window{subject: &subject{pid: os.Getpid()}}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	mean, peak := w.sampleMemory(ctx)
	if mean.RSS == 0 || peak < mean.RSS || math.Abs(float64(peak)-float64(mean.RSS)) > float64(peak)/2 {
		t.Errorf("mean %d, peak %d", mean.RSS, peak)
	}
}
