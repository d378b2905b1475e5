package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"narthex/chat/evaluate/cases"
)

// What the questions that people ask the demonstration churches come to, offline: most are answered as expected, few are told
// something else than what was asked for, and the rest is told plainly that it is not on file.
const (
	leastRight = .92
	mostWrong  = .03
)

func TestTheDemonstrationChurchesAnswerWhatPeopleAsk(t *testing.T) {
	p := prepareDemo(t)
	questions, right, wrong := 0, 0, 0
	for _, slug := range []string{"grace-harbor", "st-brigids", "nueva-vida"} {
		report := p.evaluate(t, slug)
		t.Logf("%s: tiers %v", slug, report.Summary.Tiers)
		for _, judged := range report.Cases {
			questions++
			switch r := judged.Result; {
			case r.Right():
				right++
				continue
			case !r.NotOnFile:
				wrong++
			}
			t.Logf("%s (tier %s, on file %v): %s\n  %s", judged.Question, judged.Result.Tier, !judged.Result.NotOnFile, judged.Result.Misses[0].Say(), strings.ReplaceAll(judged.Result.Text, "\n", " "))
		}
	}
	t.Logf("%d questions: %d right, %d wrong, %d not on file", questions, right, wrong, questions-right-wrong)
	if all := float64(questions); questions < 400 || float64(right) < leastRight*all || float64(wrong) > mostWrong*all {
		t.Errorf("want at least 400 questions, %.0f %% right, at most %.0f %% wrong", 100*leastRight, 100*mostWrong)
	}
}

// evaluation is what the command reports.
type evaluation struct {
	Summary cases.Summary
	Cases   []cases.Judged
}

// evaluate asks a church its questions with the command that operators have.
func (p *program) evaluate(t *testing.T, slug string) (report evaluation) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.path, "evaluate", "--church", slug, "--cases", filepath.Join("testdata", "cases", slug+".yaml"), "--format", "json")
	cmd.Env = p.environment
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || failed.ExitCode() != 2) {
		t.Fatalf("%v: %s", err, out)
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	return report
}
