package tools_test

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

const newsletterFor = "I agree that Grace Harbor Church sends its newsletter to ana@example.org. I can unsubscribe at any time."

// The card shows the consent, and the yes to it is kept as proof.
func TestASubscriptionNeedsConsentAskedAndGiven(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const ask, address = "Can I get the newsletter at ana@example.org?", `{"email":"ana@example.org"}`
	f.call(turn(at, church.Coordinator, "Can I get the newsletter?", "yes"), "subscribe_to_newsletter", address).expect(t, tools.NotFromVisitor)
	asked := turn(at, church.Coordinator, ask)
	result := f.tools.Begin(asked).Call(t.Context(), tools.Call{Name: "subscribe_to_newsletter", Arguments: address})
	if result.Card == nil || !slices.Contains(result.Card.Fields, tools.Field{Label: "You agree to this", Value: newsletterFor}) || result.Card.Question != "Do you agree, and shall I subscribe you?" {
		t.Fatalf("%+v", result)
	}
	for _, reply := range []string{"what time is the service?", "ok thanks, where do I park?", "si, ¿y si llueve?", "thanks", "yes, but to another address"} {
		if done, err := f.tools.ConfirmSpoken(t.Context(), at, asked.Session, tools.Spoken{Message: reply, Previous: ask}); err != nil || len(done) != 0 {
			t.Errorf("%q: %+v, %v", reply, done, err)
		}
	}
	if n := f.count(`select count(*) from newsletter_subscriptions`); n != 0 {
		t.Fatalf("%d subscribed", n)
	}
	done, err := f.tools.ConfirmSpoken(t.Context(), at, asked.Session, tools.Spoken{Message: "Yes, please!", Previous: ask})
	if err != nil || len(done) != 1 || !done[0].Result.Wrote {
		t.Fatalf("%+v, %v", done, err)
	}
	if n := f.count(`select count(*) from newsletter_subscriptions where church_id = $1 and email = 'ana@example.org' and language = 'en'
		and consent_text = $2 and visitor_words = 'Yes, please!' and consented_at = $3 and unsubscribed_at is null`, at.ID, newsletterFor, thursday); n != 1 {
		t.Error("the consent is not on file")
	}
	if notice := f.notifier.last(t); notice.Kind != "newsletter" || notice.To != "" {
		t.Errorf("%+v", notice)
	}
}

func TestAnAddressIsSubscribedOnceAndAgainAfterItWasNot(t *testing.T) {
	f := setup(t)
	at, other := f.church("ours"), f.church("other")
	subscribe := func(at *church.Snapshot, address, language string) {
		t.Helper()
		asked := turn(at, church.Coordinator, "the newsletter, "+address)
		asked.Language = language
		if got := f.call(asked, "subscribe_to_newsletter", `{"email":"`+address+`"}`); !got.OK {
			t.Fatal(got.Content)
		}
	}
	subscribe(at, "ana@example.org", "en")
	subscribe(at, "ANA@example.org", "en")
	subscribe(other, "ana@example.org", "en")
	if mine, notices := f.count(`select count(*) from newsletter_subscriptions where church_id = $1 and visitor_words = 'Yes, subscribe me'`, at.ID), f.count(`select count(*) from test_notices`); mine != 1 || notices != 2 {
		t.Errorf("%d rows, %d notices", mine, notices)
	}
	f.exec(`update newsletter_subscriptions set unsubscribed_at = now()`)
	subscribe(at, "ana@example.org", "es")
	if n := f.count(`select count(*) from newsletter_subscriptions where unsubscribed_at is null and language = 'es' and visitor_words = 'Sí, suscríbame'
		and consent_text like 'Acepto que Grace Harbor Church %'`); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestToolsOfChurchLifeAreOfferedWhereTheyBelong(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const coordinatorOnly, stewardshipOnly = "coordinator", "stewardship"
	for name, want := range map[string]string{
		"check_pastor_availability": "care coordinator", "book_appointment": "care coordinator", "find_support_group": "care coordinator",
		"list_events": coordinatorOnly, "register_for_event": coordinatorOnly, "get_event_calendar_file": coordinatorOnly,
		"subscribe_to_newsletter": coordinatorOnly, "get_current_sermon": "coordinator discipleship", "find_small_group": "coordinator discipleship",
		"join_small_group": "coordinator discipleship", "get_giving_link": stewardshipOnly, "find_volunteer_role": "coordinator stewardship",
		"sign_up_to_volunteer": "coordinator stewardship", "explain_recurring_giving": stewardshipOnly,
	} {
		for _, plan := range []church.Plan{church.StarterBoth, church.ProChat, church.SuiteChat} {
			at.Plan = plan
			var offered []string
			for _, agent := range []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship} {
				if strings.Contains(" "+strings.Join(names(f.tools.Offered(turn(at, agent))), " ")+" ", " "+name+" ") {
					offered = append(offered, string(agent))
				}
			}
			expected := want
			if plan == church.StarterBoth || plan == church.ProChat && name == "explain_recurring_giving" {
				expected = ""
			}
			if got := strings.Join(offered, " "); got != expected {
				t.Errorf("%s on %s: offered to %q, want %q", name, plan, got, expected)
			}
		}
	}
}
