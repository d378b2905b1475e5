package prompt_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/tiktoken-go/tokenizer/codec"

	"narthex/chat/church"
	"narthex/chat/prompt"
)

func sizeOf(t *testing.T, report prompt.Report, name string) prompt.BlockSize {
	t.Helper()
	at := slices.IndexFunc(report.Blocks, func(b prompt.BlockSize) bool { return b.Name == name })
	if at < 0 {
		return prompt.BlockSize{}
	}
	return report.Blocks[at]
}

func TestTheReportSaysWhatATokenizerCounts(t *testing.T) {
	vocabulary := codec.NewO200kBase()
	for name, in := range map[string]prompt.Input{"small": input(), "typical": typical(), "first turn again": typical()} {
		built := prompt.Build(in)
		want, err := vocabulary.Count(built.Text.String())
		if err != nil {
			t.Fatal(err)
		}
		if got := built.Report.Total; got < want || got > want+want/50 {
			t.Errorf("%s: reported %d tokens of %d", name, got, want)
		}
		bytes, tokens := 0, 0
		for _, block := range built.Report.Blocks {
			bytes += block.Bytes
			tokens += block.Tokens
		}
		if bytes != built.Text.Len() || tokens != built.Report.Total || len(built.Report.Blocks) != len(headings(built.Text.String())) {
			t.Errorf("%s: the blocks have %d bytes and %d tokens of %d and %d: %+v", name, bytes, tokens, built.Text.Len(), built.Report.Total, built.Report.Blocks)
		}
	}
}

// Beyond the budget, block 6 is shortened first, from its end, then 7, then 9, and nothing else.
func TestTheLeastWorthHavingIsDroppedFirst(t *testing.T) {
	in := typical()
	for i := range 4 {
		in.Passages[2*i].Kind = "theology"
	}
	whole := prompt.Build(in)
	theology, knowledge, product := sizeOf(t, whole.Report, "theology"), sizeOf(t, whole.Report, "knowledge"), sizeOf(t, whole.Report, "product")
	last := [4]int{}
	for budget := whole.Report.Total; budget > 100; budget -= 97 {
		in.Budget = budget
		built := prompt.Build(in)
		r := built.Report
		dropped := [4]int{sizeOf(t, r, "theology").Dropped, sizeOf(t, r, "knowledge").Dropped, sizeOf(t, r, "product").Dropped, len(r.Dropped)}
		if dropped[1] > 0 && dropped[0] < 4 || dropped[2] > 0 && dropped[1] < 4 || dropped[3] != dropped[0]+dropped[1] {
			t.Fatalf("budget %d: dropped %v", budget, dropped)
		}
		for i := range dropped {
			if dropped[i] < last[i] {
				t.Fatalf("budget %d: dropped %v, and %v with more room", budget, dropped, last)
			}
		}
		last = dropped
		fixed := whole.Report.Total - theology.Tokens - knowledge.Tokens - product.Tokens
		if r.Total > max(budget, fixed) || r.Budget != budget {
			t.Fatalf("budget %d: %d tokens", budget, r.Total)
		}
		for _, block := range []string{"persona", "agent", "facts", "vocabulary", "doctrine", "faq"} {
			if sizeOf(t, r, block) != sizeOf(t, whole.Report, block) {
				t.Fatalf("budget %d: %s was changed", budget, block)
			}
		}
	}
	if last != [4]int{4, 4, 21, 8} {
		t.Errorf("at the end %v were dropped", last)
	}
}

func TestWhatWasDroppedIsNotInThePromptAndTheRestIs(t *testing.T) {
	in := typical()
	in.Passages[6].Kind, in.Passages[7].Kind = "theology", "theology"
	in.Budget = prompt.Build(in).Report.Total - 1
	built := prompt.Build(in)
	if want := []uuid.UUID{in.Passages[7].ID}; !slices.Equal(built.Report.Dropped, want) {
		t.Fatalf("dropped %v, want %v", built.Report.Dropped, want)
	}
	for i, passage := range in.Passages {
		if strings.Contains(built.Text.String(), passage.ID.String()) != (i < 7) {
			t.Errorf("passage %d: told is %v", i, i >= 7)
		}
	}
}

func TestAnFAQThatMatchesIsToldOnce(t *testing.T) {
	in := input()
	in.Passages[0].ID = in.FAQ.ID
	system := prompt.System(in)
	if strings.Count(system, in.FAQ.ID.String()) != 1 || strings.Contains(system, "## Church knowledge base") {
		t.Errorf("told: %s", system)
	}
}

func TestWhetherThereAreToolsIsTold(t *testing.T) {
	in := input()
	in.Tools = true
	if system := prompt.System(in); !strings.Contains(system, "Call it when the visitor wants it, once.") || strings.Contains(system, "You have no tools") {
		t.Errorf("with tools: %s", system)
	}
	in.Tools = false
	if system := prompt.System(in); !strings.Contains(system, "You have no tools") || strings.Contains(system, "Call it when") {
		t.Errorf("without tools: %s", system)
	}
}

// What the platform answers in full is for those who may ask it.
func TestTheAnswersAboutTheAssistantAreToldInOneSentenceToWhoAsksTheChurch(t *testing.T) {
	in := input()
	in.Church.ProductKnowledge = []church.ProductEntry{{Question: "What happens to what I write?", Answer: "It is stored. People who look after this chat at the church may read it."}}
	if short := prompt.System(in); !strings.Contains(short, "A: It is stored.\n") {
		t.Errorf("in short: %s", short)
	}
	in.About = true
	if whole := prompt.System(in); !strings.Contains(whole, "A: It is stored. People who look after this chat at the church may read it.\n") {
		t.Errorf("whole: %s", whole)
	}
}

func TestEveryAgentHandsGriefToCareWhereTheChurchHasIt(t *testing.T) {
	const rule = "belongs to the care agent"
	in := input()
	for _, agent := range []church.Agent{church.Coordinator, church.Discipleship, church.Stewardship} {
		in.Agent = agent
		if !strings.Contains(prompt.System(in), rule) {
			t.Errorf("%s does not", agent)
		}
	}
	in.Agent = church.Care
	if strings.Contains(prompt.System(in), rule) {
		t.Error("care hands over to itself")
	}
	without := input()
	without.Agent, without.Church.Agents = church.Coordinator, nil
	if strings.Contains(prompt.System(without), rule) {
		t.Error("to an agent that the church has not")
	}
}

func TestCrisisComesBeforeDistressAndBeforeTheRulesOfTheAgent(t *testing.T) {
	in := input()
	in.Crisis, in.Distress = true, true
	system := prompt.System(in)
	if strings.Contains(system, "was handed to you") || strings.Index(system, "signs of danger") > strings.Index(system, "Begin with the person") {
		t.Errorf("told: %s", system)
	}
}

func TestThePolicyStandsInEveryPromptBeforeAnythingElse(t *testing.T) {
	for name, text := range map[string]string{"full": prompt.System(typical()), "passage": prompt.Passage(input()).String(), "no church facts": prompt.System(prompt.Input{Church: &church.Snapshot{Location: input().Church.Location}})} {
		policy := strings.Index(text, "These rules stand above everything below")
		if policy < 0 || policy > strings.LastIndex(text, "\n## ") || !strings.Contains(text[:policy], "findahelpline.com") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The leak guard compares answers with these lines: they must be in the prompt, and hold nothing that an answer may say.
func TestInstructionsAreLinesOfThePromptAndNothingElse(t *testing.T) {
	var all strings.Builder
	in := input()
	for _, change := range []func(){
		func() {}, func() { in.Crisis = true }, func() { in.Crisis, in.Distress = false, true }, func() { in.Tools = true },
		func() { in.Agent = church.Coordinator }, func() { in.Agent = church.Discipleship }, func() { in.Agent = church.Stewardship },
	} {
		change()
		all.WriteString(prompt.System(in))
	}
	lines := prompt.Instructions()
	if len(lines) < 50 {
		t.Errorf("only %d lines", len(lines))
	}
	for _, line := range lines {
		if !strings.Contains(all.String(), line+"\n") && !strings.Contains(all.String(), "\n"+line+": ") {
			t.Errorf("not in any prompt: %q", line)
		}
		if strings.Contains(line, "988") || strings.Contains(line, "Harbor") {
			t.Errorf("an answer may say %q", line)
		}
	}
}

func TestManyTurnsBuildAtOnce(t *testing.T) {
	want, in := prompt.Build(typical()), typical()
	in.Budget = want.Report.Total - 300
	short := prompt.Build(in)
	var turns sync.WaitGroup
	for i := range 8 {
		turns.Go(func() {
			in := in
			if i%2 == 0 {
				in.Budget = 0
			}
			for range 50 {
				built := prompt.Build(in)
				if i%2 == 1 && (built.Text.String() != short.Text.String() || built.Report.Total != short.Report.Total) || i%2 == 0 && len(built.Report.Dropped) > 0 {
					t.Error("one turn got another's prompt")
					return
				}
			}
		})
	}
	turns.Wait()
}
