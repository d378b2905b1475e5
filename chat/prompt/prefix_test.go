package prompt_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

// shared is how many bytes two messages begin with in common.
func shared(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// A model service keeps the beginning of a prompt: what changes from minute to minute and from visitor to visitor comes last.
func TestTwoPromptsShareAllThatIsTheSame(t *testing.T) {
	first := typical()
	for name, c := range map[string]struct {
		change func(*prompt.Input)
		from   string // where the two may begin to differ, at the earliest
	}{
		"a minute later":             {func(in *prompt.Input) { in.Now = in.Now.Add(time.Minute) }, "\n- Today: "},
		"a visitor in English":       {func(in *prompt.Input) { in.Language = "en" }, "\n## This turn\n"},
		"what was said is not known": {func(in *prompt.Input) { in.PastUnread = true }, "\n## This turn\n"},
		"another question": {func(in *prompt.Input) {
			in.Passages = []retrieval.Passage{{Kind: "faq", Title: "Else", Content: "Else."}}
		}, "\n## Church knowledge base\n"},
		"another question, long past": {func(in *prompt.Input) { in.Passages, in.Now = nil, in.Now.AddDate(1, 0, 0) }, "\n## Church knowledge base\n"},
	} {
		second := first
		c.change(&second)
		a, b := prompt.System(first), prompt.System(second)
		if at := strings.Index(a, c.from); at < 0 || shared(a, b) < at {
			t.Errorf("%s: they share %d bytes of %d, wanted %d", name, shared(a, b), len(a), at)
		}
		if a == b {
			t.Errorf("%s: the two are one", name)
		}
	}
	built := prompt.System(first)
	if last := built[strings.LastIndex(strings.TrimSpace(built), "\n"):]; !strings.HasPrefix(last, "\n- Today: ") {
		t.Errorf("it ends with %q", last)
	}
}

// Churches that are asked seldom share what a model service keeps of each other's prompts.
func TestTwoChurchesOfACountryShareAllThatIsNotTheirOwn(t *testing.T) {
	ours, theirs := typical(), typical()
	theirs.Church.Name, theirs.Church.Address.City = "Mercy Chapel", "Bath"
	theirs.Church.Agents = map[church.Agent]church.AgentConfig{church.Care: {Enabled: true}}
	a, b := prompt.System(ours), prompt.System(theirs)
	if at := strings.Index(a, "\nHand over, at this church:"); at < 0 || shared(a, b) < at {
		t.Errorf("they share %d bytes of %d, wanted %d", shared(a, b), len(a), at)
	}
}

func TestOnlyTheCrisisLinesOfTheChurchsOwnCountryAreNamed(t *testing.T) {
	lines := map[string]string{"US": "988", "IE": "1800 77 8888", "AU": "13 11 14", "NZ": "1737", "GB": "0808 500 2222", "ES": "024", "BE": "112", "MX": "800 911 2000", "PH": "0917 899 8727", "ZA": "0800 567 567", "DE": "0800 111 0 111", "JM": "(for an ambulance 110)", "AQ": "findahelpline.com"}
	for country, own := range lines {
		in := input()
		in.Church.Address.Country = country
		in.Church.ProductKnowledge = []church.ProductEntry{{Topic: "crisis", Question: "What if I am in danger?", Answer: "Call 988, 116 123, 13 11 14 or 1737."}}
		system := prompt.System(in)
		if !strings.Contains(system, own) {
			t.Errorf("%s: %s is not named", country, own)
		}
		for other, line := range lines {
			if other != country && line != "findahelpline.com" && line != "112" && strings.Contains(system, line) {
				t.Errorf("%s: the line of %s is named, %s", country, other, line)
			}
		}
	}
}

func TestPricesAreNoVisitorsConcern(t *testing.T) {
	in := input()
	in.Church.ProductKnowledge = []church.ProductEntry{{Topic: "pricing", Question: "What does Narthex cost a church?", Answer: "Starter Chat 14.95."}}
	if system := prompt.System(in); strings.Contains(system, "14.95") || !strings.Contains(system, "/pricing") {
		t.Error("a price is told, or not where it stands")
	}
}

func TestEveryAgentHasTwoAnswersToSoundLike(t *testing.T) {
	for _, agent := range []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship} {
		in := input()
		in.Agent = agent
		written := prompt.System(in)
		if strings.Count(written, "\nVisitor: ") != 2 || strings.Count(written, "\nYou: ") != 2 {
			t.Errorf("%s: not two samples", agent)
		}
		in.Spoken = true
		if strings.Contains(prompt.System(in), "\nVisitor: ") {
			t.Errorf("%s: written samples on the telephone", agent)
		}
	}
}

func TestTheVocabularyIsInTheChurchsLanguage(t *testing.T) {
	in := input()
	in.Lens.Lens.Vocabulary = []church.Term{{Term: "Mass", Gloss: "Worship.", InsteadOf: "service", Spanish: "Misa", SpanishInsteadOf: "culto"}}
	in.Lens.Lens.Description = "First things first. And much more."
	if system := prompt.System(in); !strings.Contains(system, `Say "Mass" rather than "service": Worship.`) || !strings.Contains(system, "First things first.\n") {
		t.Errorf("in English: %s", system)
	}
	in = input()
	in.Lens.Lens.Vocabulary = []church.Term{{Term: "Mass", Gloss: "Worship.", InsteadOf: "service", Spanish: "Misa", SpanishInsteadOf: "culto"}}
	in.Church.Language = "es"
	if system := prompt.System(in); !strings.Contains(system, `Say "Misa" rather than "culto": Worship.`) {
		t.Errorf("in Spanish: %s", system)
	}
}
