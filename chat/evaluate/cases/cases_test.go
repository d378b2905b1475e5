package cases_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/chat"
	"narthex/chat/evaluate"
	"narthex/chat/evaluate/cases"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// answered is an answer of a tier; below 0: of none.
func answered(tier int, text string) *evaluate.Evaluation {
	e := &evaluate.Evaluation{Language: "en", Micros: 5, Answer: evaluate.Answer{Text: text, Finish: "stop"}}
	if tier >= 0 {
		e.Answer.Tier = &tier
	}
	return e
}

func TestAnAnswerIsRightIfItIsAsExpected(t *testing.T) {
	crisis := answered(-1, "Call 988.")
	crisis.Answer.Reason = chat.ReasonCrisis
	failed := answered(4, "It is")
	failed.Answer.Failed = true
	for name, test := range map[string]struct {
		wanted cases.Case
		answer *evaluate.Evaluation
		misses string
	}{
		"nothing expected":               {cases.Case{}, answered(4, "Yes."), ""},
		"nothing expected and no answer": {cases.Case{}, failed, "no answer could be made"},
		"the tier":                       {cases.Case{Tier: "0"}, answered(0, "At 9."), ""},
		"another tier":                   {cases.Case{Tier: "0"}, answered(4, "At 9."), "answered by 4, not 0"},
		"crisis":                         {cases.Case{Tier: cases.Crisis}, crisis, ""},
		"no crisis":                      {cases.Case{Tier: cases.Crisis}, answered(-1, "Hi."), "answered by other, not crisis"},
		"language":                       {cases.Case{Language: "es"}, answered(4, "Yes."), "answered in en, not es"},
		"said in other letters":          {cases.Case{MustSay: []string{"CAFÉ at  9:00 am"}}, answered(1, "The **cafe** at 9:00\nAM."), ""},
		"within a word":                  {cases.Case{MustSay: []string{"no"}}, answered(1, "I do not know. Notes."), `does not say "no"`},
		"within a word, then not":        {cases.Case{MustSay: []string{"no"}}, answered(1, "I know: no."), ""},
		"of other script":                {cases.Case{MustSay: []string{"주일"}}, answered(1, "예배: 주일 9시"), ""},
		"beginning with a sign":          {cases.Case{MustSay: []string{"$25"}}, answered(1, "It costs US$25."), ""},
		"part of a number":               {cases.Case{MustSay: []string{"9:00"}}, answered(1, "At 19:00."), `does not say "9:00"`},
		"must not be said":               {cases.Case{MustNotSay: []string{"purgatory", "dogs"}}, answered(1, "Dogs are welcome."), `says "dogs"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := test.wanted.Judge(test.answer)
			var misses []string
			for _, m := range r.Misses {
				misses = append(misses, m.Say())
			}
			if got := strings.Join(misses, "; "); got != test.misses || r.Right() != (test.misses == "") {
				t.Errorf("%q, want %q", got, test.misses)
			}
		})
	}
}

func TestWhatIsNotOnFileIsCounted(t *testing.T) {
	known, tool := answered(4, "Yes."), answered(4, "Passed on.")
	known.Answer.Sources, tool.Tools = []chat.Source{{Title: "Guide"}}, []evaluate.Tool{{Name: "leave_message"}}
	for want, e := range map[bool][]*evaluate.Evaluation{true: {answered(4, "Please ask.")}, false: {known, tool, answered(0, "At 9.")}} {
		for _, answer := range e {
			if got := (cases.Case{}).Judge(answer).NotOnFile; got != want {
				t.Errorf("%q: %v", answer.Answer.Text, got)
			}
		}
	}
}

func TestFilesOfCasesAreReadOrTheirFaultIsNamed(t *testing.T) {
	want := []cases.Case{{
		Question: "And on Wednesday?", Agent: "care", Language: "en", Tier: "4", MustSay: []string{"6:30 PM"}, MustNotSay: []string{"9:00 AM"},
		History: []chat.HistoryItem{{Role: "user", Content: "When are your services?"}},
	}, {Question: "Hello", Agent: "coordinator"}}
	for name, text := range map[string]string{
		"YAML": "- question: And on Wednesday?\n  agent: care\n  language: en\n  tier: 4\n  must_say: [\"6:30  PM\", \"\"]\n  must_not_say: [\"9:00 AM\"]\n  history:\n    - {role: user, content: When are your services?}\n- question: ' Hello '\n  tier: any\n",
		"JSON": `[{"question":"And on Wednesday?","agent":"care","language":"EN","tier":"4","must_say":["6:30 PM"],"must_not_say":["9:00 AM"],"history":[{"role":"user","content":"When are your services?"}]},{"question":"Hello"}]`,
	} {
		got, err := cases.Read([]byte(text))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                                  "empty",
		"[]":                                "empty",
		"- question: [":                     "unreadable",
		"- question: x\n  mustsay: [y]":     "unreadable",
		"- question: x\n- question: ''":     "case 2: question: missing",
		"- question: x\n  tier: 7":          "case 1: tier: unknown",
		"- question: x\n  agent: bishop":    "case 1: agent: unknown",
		"- question: x\n  language: la":     "case 1: language: unknown",
		"- question: x\n  must_say: ['**']": "case 1: must_say: unknown",
		"- question: " + strings.Repeat("x", 2001):             "case 1: question: long",
		strings.Repeat("- question: x\n", 501):                 "many",
		"- question: \xff":                                     "not_utf8",
		"- question: x\n  history: [{role: pope, content: x}]": "case 1: history: unknown",
	} {
		_, err := cases.Read([]byte(text))
		if fault, ok := errors.AsType[*cases.FileFault](err); !ok || !strings.Contains(fault.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestATableIsReadAsItIsWritten(t *testing.T) {
	all := []cases.Case{
		{Question: "=1+1?", Agent: "care", MustSay: []string{"'Tis", "two"}, Tier: "1"},
		{Question: "What, \"now\"?\nOr later?", Agent: "coordinator", Language: "es", MustNotSay: []string{"@here"}},
	}
	var file bytes.Buffer
	if err := cases.WriteCSV(&file, all); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(file.String(), "'=1+1?") {
		t.Errorf("a spreadsheet would compute %s", file.String())
	}
	got, err := cases.ReadCSV("\ufeff" + file.String())
	if diff := cmp.Diff(all, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	got, err = cases.ReadCSV("Tier;QUESTION\n0;When?\n;\n")
	if err != nil || len(got) != 1 || got[0].Question != "When?" || got[0].Tier != "0" || got[0].Agent != "coordinator" {
		t.Errorf("semicolons: %+v, %v", got, err)
	}
	for text, want := range map[string]string{"": "empty", "a,b\n1,2": "no_question", "question\n": "empty", "question,agent\n\"x": "unreadable", "question,tier\nx,9": "case 1: tier: unknown"} {
		if _, err := cases.ReadCSV(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestManyAreAskedAtATimeAndEachIsToldOnce(t *testing.T) {
	all := make([]cases.Case, 100)
	for i := range all {
		all[i] = cases.Case{Question: fmt.Sprint("question ", i), Agent: "care", MustSay: []string{fmt.Sprint("question ", i)}}
	}
	var asking, most atomic.Int32
	ask := func(_ context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
		if now := asking.Add(1); now > most.Load() {
			most.Store(now)
		}
		defer asking.Add(-1)
		return answered(4, q.Message), nil
	}
	told := map[int]int{}
	err := cases.Run(t.Context(), ask, evaluate.Question{}, all, func(i int, r cases.Result) {
		if told[i]++; !r.Right() {
			t.Errorf("%d: %+v", i, r)
		}
	})
	if err != nil || len(told) != 100 || most.Load() > cases.AtOnce {
		t.Errorf("%v: %d told, %d at a time", err, len(told), most.Load())
	}
	gone := errors.New("no such church")
	if err := cases.Run(t.Context(), func(context.Context, evaluate.Question) (*evaluate.Evaluation, error) { return nil, gone }, evaluate.Question{}, all, nil); !errors.Is(err, gone) {
		t.Errorf("a church that is gone: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	slow := func(ctx context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
		if q.Message == "question 50" {
			<-ctx.Done() // whoever is asked when it is cancelled
		}
		return answered(4, q.Message), nil
	}
	err = cases.Run(ctx, slow, evaluate.Question{}, all, func(int, cases.Result) {
		if n++; n == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n >= 100 {
		t.Errorf("cancelled: %v after %d", err, n)
	}
}

func TestAReportSaysWhatIsWrong(t *testing.T) {
	right, wrong := cases.Case{Question: "When?", Agent: "care"}, cases.Case{Question: "Where\x1b[2J?", Agent: "care", Tier: "0"}
	all := []cases.Judged{{Case: right, Result: right.Judge(answered(0, "At 9."))}, {Case: wrong, Result: wrong.Judge(answered(4, "Here."))}}
	var text, table bytes.Buffer
	say := func(m cases.Miss) (string, error) { return m.Say(), nil }
	if err := errors.Join(cases.WriteText(&text, all), cases.WriteReportCSV(&table, all, say)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"WRONG 2: Where[2J?", "answered by 4, not 0", "said (4): Here.", "2 questions: 1 right, 1 wrong, 1 not on file", "cost $0.0000"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, text.String())
		}
	}
	if got := table.String(); strings.Count(got, "\n") != 3 || !strings.Contains(got, "false,\"answered by 4, not 0\",4,en,true") {
		t.Errorf("%s", got)
	}
	encoded, err := json.Marshal(cases.Sum(all))
	if err != nil || !strings.Contains(string(encoded), `"right":1,"wrong":1,"not_on_file":1,"tiers":{"0":1,"4":1},"micros":10`) {
		t.Errorf("%s, %v", encoded, err)
	}
}
