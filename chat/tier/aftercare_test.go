package tier

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// saidAfter gives what is said to a message that follows an answer to earlier, and the finding that the church is told of, nil if it
// is told of none.
func saidAfter(t *testing.T, answer, earlier, message string) (said string, reported *crisis.Finding) {
	t.Helper()
	items := []chat.HistoryItem{{Role: "user", Content: earlier}}
	if answer != "" {
		items = append(items, chat.HistoryItem{Role: "assistant", Content: answer})
	}
	before := func(context.Context, *chat.Turn) []chat.HistoryItem { return items }
	watched := func(*chat.Turn) bool { return true }
	report := func(_ context.Context, turn *chat.Turn, _ string) { reported = turn.Finding }
	turn := turnOf(harborInAmerica())
	turn.Request.Message = message
	for event, err := range NewAftercare(before, watched, report, nil).Answer(t.Context(), turn) {
		if err != nil {
			t.Fatal(err)
		}
		said += event.Text
	}
	return said, reported
}

func harborInAmerica() *church.Snapshot {
	return &church.Snapshot{Name: "Grace Harbor", Phone: "555-0100", Language: "en", Address: church.Address{Country: "US"}}
}

// notADanger is what somebody else found a danger in, so that the gate does not find it again.
const notADanger = "it is all the same"

// eachAnswer calls a test with every answer that a yes or a no may follow, and whether it asks whether somebody is in danger.
func eachAnswer(t *testing.T, test func(t *testing.T, f crisis.Finding, language, answer string, asks bool)) {
	for _, f := range reply.Answerable() {
		for _, language := range reply.Languages() {
			if f.Category == crisis.Threat && f.About == crisis.Self || f.Minor && language != "en" && language != "es" { // the others speak to all alike
				continue
			}
			t.Run(fmt.Sprintf("%s of %s in %s, unsure %v, a child %v", f.Category, f.About, language, f.Unsure, f.Minor), func(t *testing.T) {
				answer := reply.To(harborInAmerica(), language).Answer(f)
				test(t, f, language, answer, strings.ContainsAny(answer, "?？؟") && (f.Unsure || f.Category == crisis.Despair))
			})
		}
	}
}

func TestAYesCountsWhereverTheAnswerAsked(t *testing.T) {
	eachAnswer(t, func(t *testing.T, f crisis.Finding, language, answer string, asks bool) {
		said, reported := saidAfter(t, answer, notADanger, "yes")
		if !asks {
			if said != "" || reported != nil {
				t.Errorf("nothing was asked, and a yes was answered, told of %+v:\n%s", reported, said)
			}
			return
		}
		sure := f
		sure.Unsure = false
		if f.Category == crisis.Despair {
			sure.Category = crisis.Suicide
		}
		if want := reply.To(harborInAmerica(), language).Answer(sure); said != want {
			t.Errorf("a yes was answered\n%s\nwant\n%s", said, want)
		}
		if reported == nil || reported.Unsure || reported.Category != sure.Category {
			t.Errorf("the church is told of %+v", reported)
		}
	})
}

func TestANoIsGoodNewsOnlyWhereDangerWasAskedAbout(t *testing.T) {
	eachAnswer(t, func(t *testing.T, f crisis.Finding, language, answer string, asks bool) {
		no := "no"
		if language == "pl" { // where "no" is a yes
			no = "nie"
		}
		said, reported := saidAfter(t, answer, notADanger, no)
		if glad := said == reply.To(harborInAmerica(), language).Glad(); glad != asks || reported != nil || said == "" {
			t.Errorf("it is asked about: %v; the church is told of %+v, and the visitor:\n%s", asks, reported, said)
		}
	})
}

// The questions of what is said in place of the same answer again are not about the danger.
func TestANoToAnotherQuestionIsNotGoodNews(t *testing.T) {
	c := harborInAmerica()
	for _, earlier := range []string{"I can't go on like this any more", "Quiero morirme"} {
		finding, found := crisis.Assess(earlier, nil)
		if !found {
			t.Fatalf("nothing is found in %q", earlier)
		}
		for _, language := range []string{"en", "es"} {
			for _, answer := range []string{reply.To(c, language).Again(finding), reply.To(c, language).Instead(finding)} {
				if said, _ := saidAfter(t, answer, earlier, "no"); said == reply.To(c, language).Glad() {
					t.Errorf("no to\n%s\nwas answered\n%s", answer, said)
				}
			}
		}
	}
}

func TestAYesCountsWhereTheAnswerIsNotKnown(t *testing.T) {
	for earlier, category := range map[string]crisis.Category{"I can't go on like this any more": crisis.Suicide, "I have no hope left": crisis.Suicide} {
		said, reported := saidAfter(t, "", earlier, "yes")
		if reported == nil || reported.Unsure || reported.Category != category || !strings.Contains(said, "988") {
			t.Errorf("after %q the church is told of %+v, and the visitor:\n%s", earlier, reported, said)
		}
	}
}

// Who speaks Polish says "no" for "yeah".
func TestAPolishNoIsAYes(t *testing.T) {
	f := crisis.Finding{Category: crisis.Despair, About: crisis.Self, Unsure: true, Language: "pl"}
	said, reported := saidAfter(t, reply.To(harborInAmerica(), "pl").Answer(f), notADanger, "no")
	if reported == nil || reported.Unsure || reported.Category != crisis.Suicide || !strings.Contains(said, "988") {
		t.Errorf("the church is told of %+v, and the visitor:\n%s", reported, said)
	}
}

func TestWhoHasCalledIsNotToldToHaveSomebodyElseCall(t *testing.T) {
	c := harborInAmerica()
	for earlier, messages := range map[string][]string{
		"My dad collapsed and isn't breathing": {"I already called 911", "I called", "The ambulance is on its way", "ok I'm on the phone with them", "we have called them already"},
		"Mi papá se desmayó y no respira":      {"Ya llamé al 911", "ya llamé", "la ambulancia ya viene"},
	} {
		finding, found := crisis.Assess(earlier, nil)
		if !found || !finding.Urgent() {
			t.Fatalf("%q: %+v", earlier, finding)
		}
		for _, message := range messages {
			if said, _ := saidAfter(t, reply.To(c, "en").Answer(finding), earlier, message); said != reply.To(c, "en").Called(finding) || !strings.Contains(said, "911") {
				t.Errorf("%q, then %q, was answered\n%s", earlier, message, said)
			}
		}
	}
	// What somebody else did not do refuses nothing, and a question is for whoever can answer it.
	for _, message := range []string{"The pastor did not call me back", "I already called 988, they helped. What time is Mass?"} {
		if said, _ := saidAfter(t, "", "I want to kill myself", message); said != "" {
			t.Errorf("%q was answered\n%s", message, said)
		}
	}
	for _, message := range []string{"they're here now", "¡Ya vienen!"} { // those of whom somebody is afraid
		if said, _ := saidAfter(t, "", "Two men with guns are outside and say they will kill us", message); strings.Contains(said, "you called") {
			t.Errorf("%q was answered\n%s", message, said)
		}
	}
	if said, _ := saidAfter(t, "", "I want to kill myself", "I called and nobody answered"); said != reply.To(c, "en").Instead(crisis.Finding{Category: crisis.Suicide, About: crisis.Self}) {
		t.Errorf("who called in vain was answered\n%s", said)
	}
}

// A caller is reached at the number that shows, if they say so; the address of a page is no number.
func TestACallerMayMeanTheNumberThatTheyCallFrom(t *testing.T) {
	for _, test := range []struct {
		said, from, kept string
		spoken           bool
	}{
		{"it's this number you can see", "+19565550101", "+19565550101", true},
		{"a este mismo número, por favor", "+19565550101", "+19565550101", true},
		{"mi número es dos cero siete cinco cinco cinco cero uno siete siete", "+19565550101", "2075550177", true},
		{"no me llamen a este número", "+19565550101", "", true},
		{"this number", "", "", true},
		{"this number", "203.0.113.7", "", false},
	} {
		kept := ""
		keep := func(_ context.Context, _ *chat.Turn, phone, _ string) error { kept = phone; return nil }
		before := func(context.Context, *chat.Turn) []chat.HistoryItem {
			return []chat.HistoryItem{{Role: "user", Content: "I want to kill myself"}, {Role: "assistant", Content: "Please call."}}
		}
		turn := turnOf(harborInAmerica())
		turn.Request.Message, turn.Request.Spoken, turn.Address = test.said, test.spoken, test.from
		said := answerOf(t, turn, NewAftercare(before, func(*chat.Turn) bool { return true }, nil, keep))
		if kept != test.kept || (test.kept != "") != strings.Contains(said, test.kept) && said != "" {
			t.Errorf("%q: %q is kept, want %q; said is %q", test.said, kept, test.kept, said)
		}
	}
}

// Together with what raised a question, the answer to it sounds as that did.
func TestANoInManyWordsRaisesNoSecondAlarm(t *testing.T) {
	const raised = "I no longer drive since my eyes went"
	first := turnOf(harborInAmerica())
	first.Request.Message = raised
	var reports int
	report := func(context.Context, *chat.Turn, string) { reports++ }
	nothing := func(context.Context, *chat.Turn) []chat.HistoryItem { return nil }
	asked := answerOf(t, first, NewCrisis(nothing, report))
	for message, again := range map[string]bool{"No dear, nothing like that": false, "God no": false, "no, I just want it to end": true} {
		before := reports
		turn := turnOf(harborInAmerica())
		turn.Request.Message = message
		said := func(context.Context, *chat.Turn) []chat.HistoryItem {
			return []chat.HistoryItem{{Role: "user", Content: raised}, {Role: "assistant", Content: asked}}
		}
		answer := answerOf(t, turn, NewCrisis(said, report))
		if (answer != "") != again || (reports > before) != again {
			t.Errorf("%q after %q is answered %q", message, asked, answer)
		}
	}
}

// What was said last decides what a no says: to "do you feel safe at home?" it tells of danger.
func TestANoToAnotherQuestionDeniesNoDanger(t *testing.T) {
	const raised = "He gets scary when he drinks"
	for _, message := range []string{"Not at all.", "Absolutely not.", "No, I'm not.", "of course not", "claro que no", "not at all, sorry"} {
		if finding, found := crisis.Assess(message, []string{raised}); !found {
			t.Logf("%q is not found: %+v", message, finding)
			continue
		}
		for answer, heard := range map[string]bool{
			"I'm so sorry. Do you feel safe at home tonight?": true, "Is there somebody who could be with you?": true, "Sunday at nine. Anything else?": true,
			reply.To(harborInAmerica(), "en").Answer(crisis.Finding{Category: crisis.Abuse, About: crisis.Self, Unsure: true}): false,
			reply.To(harborInAmerica(), "es").Answer(crisis.Finding{Category: crisis.Despair, About: crisis.Self}):             false,
			reply.To(harborInAmerica(), "en").Glad():              false,
			"I have it so far.\n\nShall I register you for this?": false,
		} {
			turn := turnOf(harborInAmerica())
			turn.Request.Message = message
			said := func(context.Context, *chat.Turn) []chat.HistoryItem {
				return []chat.HistoryItem{{Role: "user", Content: raised}, {Role: "assistant", Content: answer}}
			}
			if got := answerOf(t, turn, NewCrisis(said, func(context.Context, *chat.Turn, string) {})); (got != "") != heard {
				t.Errorf("%q after %q is answered %q", message, answer, got)
			}
		}
	}
}

func TestWhoHasSaidThatTheyAreInNoDangerIsNotToldNotToBeAlone(t *testing.T) {
	const raised = "I no longer drive since my eyes went"
	first := turnOf(harborInAmerica())
	first.Request.Message = raised
	nothing := func(context.Context, *chat.Turn) []chat.HistoryItem { return nil }
	asked := answerOf(t, first, NewCrisis(nothing, func(context.Context, *chat.Turn, string) {}))
	items := []chat.HistoryItem{{Role: "user", Content: raised}, {Role: "assistant", Content: asked}}
	said := func(context.Context, *chat.Turn) []chat.HistoryItem { return items }
	aftercare := NewAftercare(said, func(*chat.Turn) bool { return true }, nil, nil)
	turn := turnOf(harborInAmerica())
	turn.Request.Message = "No dear, nothing like that"
	glad := answerOf(t, turn, aftercare)
	if glad != reply.To(harborInAmerica(), "en").Glad() {
		t.Fatalf("it is answered %q", glad)
	}
	items = append(items, chat.HistoryItem{Role: "user", Content: turn.Request.Message}, chat.HistoryItem{Role: "assistant", Content: glad})
	for _, message := range []string{"No thanks", "no gracias", "No.", "nothing like that, thanks"} {
		turn := turnOf(harborInAmerica())
		turn.Request.Message = message
		if answer := answerOf(t, turn, NewCrisis(said, func(context.Context, *chat.Turn, string) {})) + answerOf(t, turn, aftercare); answer != "" {
			t.Errorf("%q is answered %q", message, answer)
		}
	}
}

// For a day after a crisis people also come to supper.
func TestANumberForSomethingElseIsNoWishToBeReachedAboutADanger(t *testing.T) {
	to := reply.To(harborInAmerica(), "en")
	care := "\n\n" + to.Care("")
	danger := crisis.Finding{Category: crisis.Suicide, About: crisis.Self}
	for _, test := range []struct {
		before, answer, message string
		kept                    bool
	}{
		{"What time is the supper?", "At six." + care, "Please register us for the supper, Ana Ruiz, 2 people, 207-555-0199", false},
		{"Put us down for the supper", "Gladly. What is your phone number?" + care, "207 555 0199", false},
		{"Quiero inscribirme", "Con gusto. ¿Cuál es su número de teléfono?" + care, "207 555 0199", false},
		{"What time is the supper?", "At six." + care, "Anótenos para la cena, 207 555 0199", false},
		{"What time is the supper?", "At six." + care, "please call me, 207 555 0199", true},
		{"What time is the supper?", "At six." + care, "207 555 0199", true},
		{"What time is the supper?", "At six.", "sign me up, 207 555 0199", true}, // who said it did not know of the danger
		{"I can't call", to.Instead(danger), "207 555 0199", true},
		{"what now", to.WhatNow(danger), "207 555 0199", true},
		{"I want to kill myself", to.Answer(danger), "please put me down for a call, 207 555 0199", true},
	} {
		kept := ""
		keep := func(_ context.Context, _ *chat.Turn, phone, _ string) error { kept = phone; return nil }
		before := func(context.Context, *chat.Turn) []chat.HistoryItem {
			return []chat.HistoryItem{{Role: "user", Content: "I want to kill myself"}, {Role: "assistant", Content: to.Answer(danger)}, {Role: "user", Content: test.before}, {Role: "assistant", Content: test.answer}}
		}
		turn := turnOf(harborInAmerica())
		turn.Request.Message = test.message
		said := answerOf(t, turn, NewAftercare(before, func(*chat.Turn) bool { return true }, nil, keep))
		if (kept != "") != test.kept || (said != "") != test.kept {
			t.Errorf("%q after %q: %q is kept, and said is %q", test.message, test.answer, kept, said)
		}
	}
}

// Who asks something besides is answered.
func TestWhoHasNotCalledTheOfficeAsksWhenItIsOpen(t *testing.T) {
	to := reply.To(harborInAmerica(), "en")
	for message, answered := range map[string]bool{"I did not call the office yet. When is it open?": false, "I won't call": true} {
		before := func(context.Context, *chat.Turn) []chat.HistoryItem {
			return []chat.HistoryItem{{Role: "user", Content: "I want to kill myself"}, {Role: "assistant", Content: "Please call."}, {Role: "user", Content: "thanks a lot for this"}, {Role: "assistant", Content: "You're welcome.\n\n" + to.Care("")}}
		}
		turn := turnOf(harborInAmerica())
		turn.Request.Message = message
		if said := answerOf(t, turn, NewAftercare(before, func(*chat.Turn) bool { return true }, nil, nil)); (said != "") != answered {
			t.Errorf("%q is answered %q", message, said)
		}
	}
	if said, _ := saidAfter(t, "Please call.", "I want to kill myself", "I can't call, what else can I do?"); said == "" {
		t.Error("who cannot call is told nothing")
	}
}
