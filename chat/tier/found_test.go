package tier

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/moderation"
)

// "Don't call" in a first cry for help refuses nothing that was said before.
func TestAFirstCryForHelpIsAnsweredInFullWhateverItForbids(t *testing.T) {
	for _, message := range []string{
		"please don't call anyone. I've taken an overdose", "my mom took her whole weeks pill box and she said dont call anyone",
		"he raped me last night. I can't talk to anyone", "no puedo hablar con nadie, quiero morirme", "I'm going to kill myself tonight and I won't call anybody",
	} {
		finding, found := crisis.Assess(message, nil)
		if !found || finding.Unsure {
			t.Fatalf("%q: %+v", message, finding)
		}
		turn := turnOf(harborInAmerica())
		turn.Request.Message = message
		finding = ofConversation(finding, turn, nil)
		if said := crisisAnswer(turn, finding, nil); said != to(turn, finding).Answer(finding) {
			t.Errorf("%q was answered\n%s", message, said)
		}
		// After another danger it is a first cry as well, and after the same one a refusal.
		for _, earlier := range []string{"there is a man with a gun in the church", message} {
			items := []chat.HistoryItem{{Role: "user", Content: earlier}, {Role: "assistant", Content: "Please call."}}
			if said := crisisAnswer(turn, finding, items); (said == to(turn, finding).Instead(finding)) != (earlier == message && reply.WillNotCall(message)) {
				t.Errorf("%q after %q was answered\n%s", message, earlier, said)
			}
		}
	}
}

// Who will not call at first may do so a message later.
func TestWhoHasCalledAfterAllIsHeard(t *testing.T) {
	turn := turnOf(harborInAmerica())
	turn.Request.Message = "ok, I called"
	items := []chat.HistoryItem{{Role: "user", Content: "I want to kill myself"}, {Role: "assistant", Content: "Please call."}, {Role: "user", Content: "I can't call"}, {Role: "assistant", Content: "That's all right."}}
	before := func(context.Context, *chat.Turn) []chat.HistoryItem { return items }
	said := answerOf(t, turn, NewAftercare(before, func(*chat.Turn) bool { return true }, func(context.Context, *chat.Turn, string) {}, nil))
	if want := reply.To(turn.Church, "en").Called(crisis.Finding{Category: crisis.Suicide, About: crisis.Self}); said != want {
		t.Errorf("%s\nwant\n%s", said, want)
	}
}

// After a danger the gate may find one in little: "I already called 911" is in none by itself.
func TestWhoHasCalledIsHeardThoughTheGateFindsADangerAgain(t *testing.T) {
	for _, earlier := range []string{"please don't call anyone. I've taken an overdose", "My dad collapsed and isn't breathing", "I want to kill myself"} {
		finding, _ := crisis.Assess(earlier, nil)
		turn := turnOf(harborInAmerica())
		turn.Request.Message = "I already called 911"
		items := []chat.HistoryItem{{Role: "user", Content: earlier}, {Role: "assistant", Content: reply.To(turn.Church, "en").Answer(finding)}}
		before := func(context.Context, *chat.Turn) []chat.HistoryItem { return items }
		report := func(context.Context, *chat.Turn, string) {}
		said := answerOf(t, turn, NewCrisis(before, report))
		if said == "" {
			said = answerOf(t, turn, NewAftercare(before, func(*chat.Turn) bool { return true }, report, nil))
		}
		if said != reply.To(turn.Church, "en").Called(finding) {
			t.Errorf("after %q:\n%s", earlier, said)
		}
	}
}

func TestWhoRefusesAgainIsNotToldToCallAgain(t *testing.T) {
	turn := turnOf(harborInAmerica())
	for _, test := range []struct{ earlier, answered, message string }{
		{"I want to kill myself", "", "I won't call anyone, I keep cutting myself"},
		{notADanger, reply.To(turn.Church, "en").Answer(crisis.Finding{Category: crisis.Despair, About: crisis.Self, Unsure: true}), "I want to die. I can't call"},
		{"my dad beats me every night", "", "I won't call. he beats me every night and i'm 13"},
	} {
		turn.Request.Message = test.message
		finding, found := crisis.Assess(test.message, []string{test.earlier})
		if !found || finding.Unsure {
			t.Fatalf("%q: %+v", test.message, finding)
		}
		items := []chat.HistoryItem{{Role: "user", Content: test.earlier}, {Role: "assistant", Content: test.answered}}
		finding = ofConversation(finding, turn, []string{test.earlier})
		if said := crisisAnswer(turn, finding, items); said != reply.To(turn.Church, "en").Instead(finding) {
			t.Errorf("%q after %q was answered\n%s", test.message, test.earlier, said)
		}
	}
}

// What a child is likely to say makes no child of an adult five messages later.
func TestWhoIsAChildLongAgoIsWhoSaysSo(t *testing.T) {
	between := []string{"what time is church", "is there parking", "thanks", "ok", "one more thing"}
	for said, child := range map[string]bool{
		"Mis papás iban a esta iglesia": false, "The kids at school told my son about your youth group": false, "My teacher friend comes here": false,
		"I am 12 years sober": false, "tengo 13 años de casada": false, "I am 15 minutes away": false,
		"I'm 13": true, "hi im 12 years old and": true, "i'm in 7th grade": true, "Tengo 11 años.": true, "soy menor de edad": true,
	} {
		turn := turnOf(harborInAmerica())
		turn.Request.Message = "My husband beats me"
		if f := ofConversation(crisis.Finding{Category: crisis.Abuse, About: crisis.Self}, turn, append([]string{said}, between...)); f.Minor != child {
			t.Errorf("%q: %+v", said, f)
		}
	}
}

// Whoever finds a danger, the church's own people are not offered to who has accused one of them, and a child is not asked how to be
// reached.
func TestWhatWasSaidBeforeCountsWhoeverFindsADanger(t *testing.T) {
	accusing := []chat.HistoryItem{{Role: "user", Content: "Father Mike touched me when I was alone with him"}, {Role: "assistant", Content: "I am sorry."}}
	child := []chat.HistoryItem{{Role: "user", Content: "hi im 12 years old"}, {Role: "assistant", Content: "Hello!"}}
	if finding, found := crisis.Assess(accusing[0].Content, nil); !found || !finding.ByClergy {
		t.Fatalf("%+v", finding)
	}
	fillers := []chat.HistoryItem{
		{Role: "user", Content: "what time is church"}, {Role: "assistant", Content: "At ten."}, {Role: "user", Content: "is there parking"}, {Role: "assistant", Content: "Yes."},
		{Role: "user", Content: "thanks"}, {Role: "assistant", Content: "Gladly."}, {Role: "user", Content: "ok"}, {Role: "assistant", Content: "Fine."},
	}
	accusing, child = append(accusing, fillers...), append(child, fillers...)
	for name, answer := range map[string]func(*testing.T, *chat.Turn) string{
		"the gate": func(t *testing.T, turn *chat.Turn) string {
			turn.Request.Message = "I want to kill myself"
			return answerOf(t, turn, NewCrisis(Earlier, func(context.Context, *chat.Turn, string) {}))
		},
		"a moderation service": func(t *testing.T, turn *chat.Turn) string {
			turn.Request.Message = "everything is blue and far away"
			return answerOf(t, turn, NewModeration(seesSelfHarm(t), nil, func(context.Context, *chat.Turn, string) {}))
		},
		"the end of the budget": func(t *testing.T, turn *chat.Turn) string {
			turn.Request.Message, turn.Crisis = "what now", true
			return answerOf(t, turn, NewBudget(nil, func(*church.Snapshot) Allowance { return ForNobody }, func() {}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			turn := turnOf(harborInAmerica())
			turn.LoadHistory = func(context.Context) ([]chat.HistoryItem, error) { return accusing, nil }
			if said := answer(t, turn); said == "" || strings.Contains(said, turn.Church.Phone) || strings.Contains(said, "People of Grace Harbor") {
				t.Errorf("who has accused is answered\n%s", said)
			}
			turn = turnOf(harborInAmerica())
			turn.LoadHistory = func(context.Context) ([]chat.HistoryItem, error) { return child, nil }
			if said := answer(t, turn); said == "" || strings.Contains(said, "how to reach you") || !strings.Contains(said, "grown-up") {
				t.Errorf("a child is answered\n%s", said)
			}
		})
	}
}

// answerOf is the text with which a tier answers.
func answerOf(t *testing.T, turn *chat.Turn, tier chat.Tier) (text string) {
	t.Helper()
	for event, err := range tier.Answer(t.Context(), turn) {
		if err != nil {
			t.Fatal(err)
		}
		text += event.Text
	}
	return text
}

// seesSelfHarm is a moderation service that sees self-harm in everything.
func seesSelfHarm(t *testing.T) *moderation.Moderator {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "modr-1", "model": "omni-moderation-latest", "results": []any{
			map[string]any{"flagged": true, "categories": map[string]bool{"self-harm": true}, "category_scores": map[string]float64{}},
		}})
	}))
	t.Cleanup(service.Close)
	moderator, err := moderation.New(moderation.Config{APIKey: "test", BaseURL: service.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(moderator.Close)
	return moderator
}

// This node may know nothing of an accusation that another has heard, and the client send none of it along.
func TestWhoReadsThisIsAnsweredWithAnAccusationInMindThatOthersHeard(t *testing.T) {
	turn := turnOf(harborInAmerica())
	turn.Request.Message, turn.Crisis = "Who reads this?", true
	turn.LoadCrisisMessages = func(context.Context) []string { return []string{"Father Mike touched me when I was alone with him"} }
	nothing := func(context.Context, *chat.Turn) []chat.HistoryItem { return nil }
	said := answerOf(t, turn, NewDisclosure(nothing, func(*chat.Turn) bool { return false }))
	if said == "" || strings.Contains(said, turn.Church.Phone) || strings.Contains(said, "somebody at Grace Harbor") || !strings.Contains(said, reply.To(turn.Church, "en").Readers()) {
		t.Errorf("it is answered\n%s", said)
	}
}

// cooled has every session cool off.
type cooled struct{ Strikes }

func (cooled) Cooling(uuid.UUID, uuid.UUID) (time.Time, bool) {
	return time.Now().Add(time.Minute), true
}

func TestNobodyIsToldToWaitWhoseDangerAnotherNodeHeard(t *testing.T) {
	turn := turnOf(harborInAmerica())
	cooling := NewCooling(cooled{}, func(*chat.Turn) bool { return false })
	if answerOf(t, turn, cooling) == "" {
		t.Fatal("nobody is told to wait")
	}
	turn.Crisis = true
	if said := answerOf(t, turn, cooling); said != "" {
		t.Errorf("it is answered\n%s", said)
	}
}
