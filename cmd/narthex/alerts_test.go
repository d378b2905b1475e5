package main

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWhatAlertsAreMadeOfIsThereBeforeAnythingHappens starts a server that nobody asks: a rule on a series that begins at 1 would not
// see the first event.
func TestWhatAlertsAreMadeOfIsThereBeforeAnythingHappens(t *testing.T) {
	rules, err := os.ReadFile("runbook/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	p := prepareDemo(t)
	// With all that is configured apart: a model service, which is not there, calls and payments.
	p.environment = append(p.environment, "OPENAI_API_KEY=sk-none", "OPENAI_BASE_URL=http://127.0.0.1:9/v1", "TWILIO_AUTH_TOKEN=token", "NARTHEX_ALLOW_SIMULATED_PAYMENTS=1")
	p.serve(t)
	res, err := http.Get("http://" + p.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	exposition, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	shown := "\n" + string(exposition)
	expressions := regexp.MustCompile(`(?m)^ *expr:.*?(narthex_[a-z_]+)`).FindAllSubmatch(rules, -1)
	if len(expressions) < 10 {
		t.Fatalf("the rules are about %q", expressions)
	}
	for _, about := range expressions {
		name := string(about[1])
		if !strings.Contains(shown, "\n"+name+" ") && !strings.Contains(shown, "\n"+name+"{") {
			t.Errorf("an idle server does not show %s", name)
		}
	}
	for _, series := range []string{
		`narthex_notifications_dead_total{channel="mail",kind="crisis"} 0`, `narthex_notifications_dead_total{channel="sms",kind="crisis"} 0`,
		`narthex_notifications_unaddressed_total{kind="crisis"} 0`, `narthex_panics_total{where="turn"} 0`, `narthex_jobs_failed_total{end="discarded",kind="delete_due_churches"} 0`,
		`narthex_notifications_oldest_seconds{channel="mail",urgent="yes"} 0`, `narthex_notifications_oldest_seconds{channel="sms",urgent="no"} 0`,
		`narthex_model_breaker_state{class="chat",upstream="primary"} 0`, `narthex_billing_events_total{outcome="forged"} 0`, `narthex_billing_events_total{outcome="failed"} 0`,
		`narthex_degradations_total{kind="past_unread"} 0`, `narthex_degradations_total{kind="tier_4"} 0`, `narthex_connections_refused_total{limit="address"} 0`,
	} {
		if !strings.Contains(shown, "\n"+series+"\n") {
			t.Errorf("an idle server does not show %s", series)
		}
	}
}
