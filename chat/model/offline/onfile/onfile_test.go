package onfile_test

import (
	"slices"
	"testing"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/onfile"
)

// monday is the last day of November 2026, in the evening.
var monday = time.Date(2026, 11, 30, 19, 0, 0, 0, time.UTC)

var offered = []model.Tool{{Name: "list_events"}, {Name: "find_small_group"}, {Name: "find_support_group"}, {Name: "find_volunteer_role"}}

const (
	smallGroups = `{"groups":[{"name":"Men at Work","meets":"Monday, 5:45 AM","takes_new_people":true,"for":"Working men","about":"Studying Proverbs."},` +
		`{"name":"Owls Head","meets":"Thursday, 6:30 PM","takes_new_people":true,"for":"Families with children at home","leader":"Sam Rackliff"},` +
		`{"name":"Thomaston","meets":"Tuesday, 7:00 PM","takes_new_people":false,"for":"Couples in their thirties and forties"},` +
		`{"name":"English Conversation Circle","meets":"Monday, 6:00 PM","takes_new_people":true,"about":"Free English practice."},` +
		`{"name":"Carers' Circle","meets":"Monday, 1:30 PM","schedule":"First and third Mondays","takes_new_people":true,"for":"People caring for someone at home"}]}`
	supportGroups = `{"groups":[{"name":"Walking Through Grief","meets":"Tuesday, 6:30 PM","takes_new_people":true,"for":"Anyone who has lost someone"}]}`
	upcoming      = `{"events":[{"title":"Midweek Supper","when":{"starts":"2026-12-02T17:30:00Z","words":"Wednesday, 5:30 PM"},"registration":"no registration needed, people just come"},` +
		`{"title":"Midweek Supper","when":{"starts":"2026-12-09T17:30:00Z","words":"Wednesday a week later"},"registration":"no registration needed, people just come"},` +
		`{"title":"Retreat for women","when":{"starts":"2027-01-16T08:00:00Z","words":"January 16"},"registration":"full"},` +
		`{"title":"Bake Sale","when":{"starts":"2026-12-05T10:00:00Z","words":"December 5"},"registration":"the event is cancelled"}]}`
	roles = `{"roles":[{"name":"Harbor Kids helper","team":"Children","when":"One Sunday in four"},{"name":"Greeter","when":"One Sunday a month"},{"name":"Casserole cook","about":"Cook a meal at home."}]}`
)

var stored = map[string]string{"find_small_group": smallGroups, "find_support_group": supportGroups, "list_events": upcoming, "find_volunteer_role": roles}

// answered is what is chosen of all that is stored, whatever was looked for.
func answered(t *testing.T, q onfile.Question) onfile.Choice {
	t.Helper()
	calls := q.Calls(offered)
	said := []model.Message{{Role: model.RoleUser, Content: "asked"}, {Role: model.RoleAssistant, ToolCalls: calls}}
	for i := range calls {
		calls[i].ID = string(rune('a' + i))
		said = append(said, model.Message{Role: model.RoleTool, ToolCallID: calls[i].ID, Content: stored[calls[i].Name]})
	}
	entries, ok := onfile.Found(said)
	if !ok {
		t.Fatal("nothing was looked up")
	}
	return q.Choose(entries)
}

func titles(entries []onfile.Entry) (found []string) {
	for _, e := range entries {
		found = append(found, e.Title)
	}
	return found
}

func TestAQuestionFindsWhatTheChurchHasForIt(t *testing.T) {
	for _, test := range []struct {
		asked, language string
		want            []string
	}{
		{"do you have anything for young moms?", "en", []string{"Owls Head"}},
		{"is there a grief group and when does it meet", "en", []string{"Walking Through Grief"}},
		{"my husband and i are looking for a group for couples, is there one?", "en", []string{"Thomaston"}},
		{"¿hay algún grupo para matrimonios?", "es", []string{"Thomaston"}},
		{"tienen algo para mamas con niños pequeños", "es", []string{"Owls Head"}},
		{"what's going on this month", "en", []string{"Midweek Supper", "Bake Sale"}},
		{"que eventos hay en enero", "es", []string{"Retreat for women"}},
		{"anything going on at the church tonite", "en", []string{"English Conversation Circle"}},
		{"any events for women coming up", "en", []string{"Retreat for women"}},
		{"when is the bake sale event", "en", []string{"Bake Sale"}},
		{"is the thomaston group still open", "en", []string{"Thomaston"}},
		{"cuando es la proxima cena", "es", []string{"Midweek Supper"}},
		{"do you need help with the kids", "en", []string{"Harbor Kids helper"}},
		{"necesitan ayuda con los niños", "es", []string{"Harbor Kids helper"}},
		{"what can I help with", "en", []string{"Harbor Kids helper", "Greeter", "Casserole cook"}},
		{"¿en qué puedo ayudar?", "es", []string{"Harbor Kids helper", "Greeter", "Casserole cook"}},
		{"are you looking for volunteers who like cooking", "en", []string{"Casserole cook"}},
		{"do you have a motorcycle club", "en", nil},
		{"is there a group for divorced people", "en", nil},
	} {
		q, ok := onfile.Read(test.asked, test.language, monday)
		if !ok {
			t.Errorf("%q: no question for what is on file", test.asked)
			continue
		}
		if got := titles(answered(t, q).Fits); !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, want %v", test.asked, got, test.want)
		}
	}
}

func TestWhatAsksForSomethingElseLooksUpNothing(t *testing.T) {
	for _, message := range []string{
		"what time is mass on sunday?", "can I rent the hall for our group?", "where do I park?", "do I need to register my child?", "how can I help my grieving friend?",
		"can you help with my oil bill?", "I liked the supper", "what do you believe about support for refugees?", "¿a qué hora es el culto?", "¿puedo rentar el salón para una cena?", "do you need to be a member to be baptized?",
	} {
		if q, ok := onfile.Read(message, "en", monday); ok {
			t.Errorf("%q: looks up %+v", message, q.Calls(offered))
		}
	}
}

func TestWhatSomebodyIsToldOfAnEntry(t *testing.T) {
	for asked, want := range map[string]onfile.State{
		"is the thomaston group open?": onfile.Full, "is the bake sale event on?": onfile.Cancelled, "when is the next midweek supper?": onfile.JustCome, "is the retreat for women full?": onfile.Full,
	} {
		q, _ := onfile.Read(asked, "en", monday)
		if found := answered(t, q); len(found.Fits) != 1 || found.Fits[0].State != want || !found.ByName {
			t.Errorf("%q: %+v, want one that is %q", asked, found, want)
		}
	}
}

func TestWhereNothingFitsWhatComesNearestIsKnown(t *testing.T) {
	q, _ := onfile.Read("is there a group for widowed dads", "en", monday)
	if found := answered(t, q); len(found.Fits) > 0 || !slices.Contains(titles(found.Nearest), "Walking Through Grief") {
		t.Errorf("%+v", found)
	}
}

func TestNothingIsLookedUpThatIsNotOffered(t *testing.T) {
	q, _ := onfile.Read("what events are coming up?", "en", monday)
	if calls := q.Calls(offered[1:]); len(calls) > 0 {
		t.Errorf("called %+v", calls)
	}
}

// Who is ill, or lost something else, is not sent to those who mourn or drink.
func TestOtherTroublesAreNotGriefOrAddiction(t *testing.T) {
	for _, asked := range []string{"My husband is recovering from surgery, is there a support group?", "Do you have a weight loss group?"} {
		q, ok := onfile.Read(asked, "en", monday)
		if !ok {
			t.Fatalf("%q is no question", asked)
		}
		if found := titles(answered(t, q).Fits); slices.Contains(found, "Walking Through Grief") || q.NamesSubject() {
			t.Errorf("%q: %q", asked, found)
		}
	}
}

// Parents who mourn are not sent to the groups of parents.
func TestWhoMournsIsSentToNothingElse(t *testing.T) {
	for asked, language := range map[string]string{"Do you have anything for moms who lost a baby?": "en", "is there a group for couples who lost a child?": "en", "¿hay un grupo para madres en duelo?": "es"} {
		q, ok := onfile.Read(asked, language, monday)
		if !ok {
			t.Fatalf("%q is no question", asked)
		}
		c := answered(t, q)
		if found := titles(append(c.Fits, c.Nearest...)); !slices.Equal(found, []string{"Walking Through Grief"}) {
			t.Errorf("%q: %q", asked, found)
		}
	}
}
