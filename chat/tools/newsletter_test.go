package tools_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

const newsletterFor = "I agree that Grace Harbor Church sends its newsletter to ana@example.org. I can unsubscribe at any time."

// shown is a turn whose last message answers words of ours.
func shown(t tools.Turn, words string) tools.Turn {
	t.Before = make([]string, len(t.Said))
	t.Before[len(t.Said)-1] = words
	return t
}

func TestASubscriptionNeedsConsentAskedAndGiven(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const ask, agreed = "Can I get the newsletter at ana@example.org?", `{"email":"ana@example.org","agreed":true}`
	f.call(turn(at, church.Coordinator, ask), "subscribe_to_newsletter", `{"email":"ana@example.org"}`).expect(t, tools.InvalidArguments, newsletterFor)
	f.call(turn(at, church.Coordinator, ask), "subscribe_to_newsletter", agreed).expect(t, tools.InvalidArguments, newsletterFor)
	for _, reply := range []string{"no, don't subscribe me", "not yet, okay"} {
		f.call(shown(turn(at, church.Coordinator, ask, reply), newsletterFor), "subscribe_to_newsletter", agreed).expect(t, tools.NotFromVisitor, newsletterFor)
	}
	for _, reply := range []string{"what time is the service?", "ok thanks, where do I park?", "please tell me how long the sermon usually is on a Sunday", "si, ¿y si llueve?"} {
		f.call(shown(turn(at, church.Coordinator, ask, reply), newsletterFor), "subscribe_to_newsletter", agreed).expect(t, tools.NotFromVisitor)
	}
	f.call(shown(turn(at, church.Coordinator, "Can I get the newsletter?", "yes"), newsletterFor), "subscribe_to_newsletter", agreed).expect(t, tools.NotFromVisitor)
	// A yes to something else is not consent, whatever the model makes of it.
	f.call(turn(at, church.Coordinator, ask, "yes"), "subscribe_to_newsletter", agreed).expect(t, tools.InvalidArguments, newsletterFor)
	f.call(shown(turn(at, church.Coordinator, ask, "yes"), "Shall I put you on our list?"), "subscribe_to_newsletter", agreed).expect(t, tools.InvalidArguments, newsletterFor)
	if n := f.count(`select count(*) from newsletter_subscriptions`); n != 0 {
		t.Fatalf("%d subscribed", n)
	}
	got := f.call(shown(turn(at, church.Coordinator, ask, "Yes, please!"), "Before I do: “"+newsletterFor+"” Do you agree?"), "subscribe_to_newsletter", agreed)
	if !got.OK || !got.Wrote {
		t.Fatal(got.Content)
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
	subscribe := func(at *church.Snapshot, address, language, reply string) {
		t.Helper()
		asked := turn(at, church.Coordinator, "the newsletter, "+address, reply)
		asked.Language = language
		asked = shown(asked, "I agree that Grace Harbor Church sends its newsletter to "+address+". I can unsubscribe at any time."+
			" Acepto que Grace Harbor Church envíe su boletín a "+address+". Puedo darme de baja en cualquier momento.")
		if got := f.call(asked, "subscribe_to_newsletter", `{"agreed":true,"email":"`+address+`"}`); !got.OK {
			t.Fatal(got.Content)
		}
	}
	subscribe(at, "ana@example.org", "en", "yes")
	subscribe(at, "ANA@example.org", "en", "sure")
	subscribe(other, "ana@example.org", "en", "yes")
	if mine, notices := f.count(`select count(*) from newsletter_subscriptions where church_id = $1 and visitor_words = 'yes'`, at.ID), f.count(`select count(*) from test_notices`); mine != 1 || notices != 2 {
		t.Errorf("%d rows, %d notices", mine, notices)
	}
	f.exec(`update newsletter_subscriptions set unsubscribed_at = now()`)
	subscribe(at, "ana@example.org", "es", "Sí, acepto")
	if n := f.count(`select count(*) from newsletter_subscriptions where unsubscribed_at is null and language = 'es' and visitor_words = 'Sí, acepto'
		and consent_text like 'Acepto que Grace Harbor Church %'`); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestToolsOfChurchLifeAreOfferedWhereTheyBelong(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const careOnly, coordinatorOnly, discipleshipOnly, stewardshipOnly = "care", "coordinator", "discipleship", "stewardship"
	for name, want := range map[string]string{
		"check_pastor_availability": "care coordinator", "book_appointment": "care coordinator", "find_support_group": careOnly,
		"list_events": coordinatorOnly, "register_for_event": coordinatorOnly, "get_event_calendar_file": coordinatorOnly,
		"subscribe_to_newsletter": coordinatorOnly, "get_current_sermon": "coordinator discipleship", "find_small_group": discipleshipOnly,
		"join_small_group": discipleshipOnly, "get_giving_link": stewardshipOnly, "find_volunteer_role": "coordinator stewardship",
		"sign_up_to_volunteer": stewardshipOnly, "explain_recurring_giving": stewardshipOnly,
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
