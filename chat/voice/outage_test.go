package voice_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/cmd/dev/stack"
)

// Somebody in danger is answered whatever else is down: a church that was called before is known by its number.
func TestCallsAreAnsweredWhilePostgresIsAway(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*stack.Outage){"it refuses connections": (*stack.Outage).Cut, "it says nothing": (*stack.Outage).Silence} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var outage *stack.Outage
			x := newExchange(t, reachable, chattest.CutPostgres(t, &outage))
			x.reachableChurch(t)
			first := x.dial(t, "CA1")
			chattest.Must(t, first.HangUp())
			away(outage)
			t.Cleanup(outage.Restore)
			c := x.dial(t, "CA2")
			if heard := hears(t, c, "I want to kill myself"); !strings.HasPrefix(heard, "Please call nine, eight, eight, now.") {
				t.Errorf("it says %q", heard)
			}
			asked := func(fields url.Values) callertest.Answer {
				answer, status, err := c.Service.Post(t.Context(), c.Action, fields)
				chattest.Must(t, err)
				if status != http.StatusOK {
					t.Errorf("status %d", status)
				}
				return answer
			}
			if answer := asked(url.Values{"HandoffData": {`{"reason":"transfer"}`}}); answer.Dial != "+12075550188" {
				t.Errorf("who is to be put through gets %+v", answer)
			}
			if answer := asked(url.Values{"SessionStatus": {"failed"}}); answer.Connect == nil {
				t.Errorf("a call that was cut off gets %+v", answer)
			}
			patient, cancel := context.WithTimeout(t.Context(), 10*time.Second) // the service waits for 15
			defer cancel()
			answer, _, err := c.Service.Post(patient, strings.Replace(c.Action, "again=0", "again=5", 1), url.Values{"SessionStatus": {"failed"}})
			chattest.Must(t, err)
			if said := strings.Join(answer.Says, " "); !strings.Contains(said, "nine, one, one") {
				t.Errorf("a call that was cut off for the last time is told %q", said)
			}
		})
	}
}

func TestWhoCannotBeAnsweredAtAllIsToldWhomToCall(t *testing.T) {
	t.Parallel()
	var outage *stack.Outage
	x := newExchange(t, nil, chattest.CutPostgres(t, &outage))
	x.church(t)
	outage.Cut()
	t.Cleanup(outage.Restore)
	answer, status, err := x.service("CA1").Ring(t.Context())
	chattest.Must(t, err)
	said := strings.Join(answer.Says, " ")
	for _, words := range []string{"I cannot answer that right now.", "call your local emergency number.", "llame al número de emergencias de su país."} {
		if status != http.StatusOK || answer.Hangup == nil || !strings.Contains(said, words) {
			t.Errorf("status %d, and it says %q", status, said)
		}
	}
}
