package main

import (
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestNobodyAccusedReadsTheAccusation has a visitor accuse a pastor, be in danger, and leave a number.
func TestNobodyAccusedReadsTheAccusation(t *testing.T) {
	p := newPost(t, 1)
	p.openDoors(t)
	session := uuid.New()
	say := func(words string) (answer string) {
		p.say(t, session, uuid.New(), words, func(event string) { answer += event })
		return answer
	}
	if answer := say("Our youth pastor raped me"); !strings.Contains(answer, "not passed on to Grace Harbor, only to the people who run this service") {
		t.Error(answer)
	}
	p.await(t, "the founder is told", `select count(*) = 1 from notifications where sent_to = 'founder@narthex.example'`)
	const contact = `update church_voice_agents set safeguarding_name = 'Helen Marsh', safeguarding_email = 'helen@safe.example' where church_id = $1`
	if _, err := p.db.Admin.Exec(t.Context(), contact, p.church); err != nil {
		t.Fatal(err)
	}
	say("I want to kill myself")
	say("207 555 0199")
	p.await(t, "the safeguarding contact is told of the danger and the number", `select count(*) = 2 from notifications where sent_to = 'helen@safe.example'`)
	p.await(t, "all is said", `select bool_and(status in ('sent', 'skipped')) from notifications where audience <> 'second'`)
	messages, _ := p.box.Messages()
	for _, m := range messages {
		if to := m.To[0]; to != "founder@narthex.example" && to != "helen@safe.example" {
			t.Errorf("to %s: %s", to, m.Text)
		}
	}
	if number := messages[0].Text; len(messages) != 3 || !strings.Contains(number, "207") {
		t.Errorf("%d messages, the last:\n%s", len(messages), number)
	}
}
