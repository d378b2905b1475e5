package main

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/migrations/seed"
)

// TestAcknowledgedMessagesSurviveAKill kills the server in the middle of many conversations. What visitors were told had
// arrived must be in Postgres once the server is back, each message once, and each answer that came to its end with it.
func TestAcknowledgedMessagesSurviveAKill(t *testing.T) {
	const (
		visitors  = 20
		killAfter = 60 // acknowledged messages
	)
	p := prepareDemo(t)
	kill := p.serve(t)

	var mu sync.Mutex
	var acknowledged, answered []uuid.UUID
	enough := make(chan struct{})
	note := func(list *[]uuid.UUID, turn uuid.UUID) {
		mu.Lock()
		defer mu.Unlock()
		*list = append(*list, turn)
		if len(acknowledged) == killAfter && list == &acknowledged {
			close(enough)
		}
	}
	var talking sync.WaitGroup
	for visitor := range visitors {
		talking.Go(func() {
			session := uuid.New()
			for n := 0; p.converse(session, fmt.Sprintf("Which saint %d number %d is in the window?", visitor, n), &acknowledged, &answered, note); n++ {
			}
		})
	}
	select {
	case <-enough:
	case <-time.After(30 * time.Second):
		t.Error("the visitors got no answers")
	}
	kill()
	talking.Wait() // each ends with its connection

	p.serve(t)
	deadline := time.Now().Add(20 * time.Second)
	for {
		questions, answers := p.stored(t, acknowledged, "user"), p.stored(t, answered, "assistant")
		if questions == len(acknowledged) && answers == len(answered) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("of %d acknowledged messages %d are stored, of %d finished answers %d", len(acknowledged), questions, len(answered), answers)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// converse sends one message and notes what the server says of it; false when the server is gone.
func (p *program) converse(session uuid.UUID, message string, acknowledged, answered *[]uuid.UUID, note func(*[]uuid.UUID, uuid.UUID)) bool {
	body := fmt.Sprintf(`{"message":%q,"churchId":%q,"sessionId":%q}`, message, seed.ChurchID("grace-harbor"), session)
	res, err := http.Post("http://"+p.base+"/api/chatbot/stream", "application/json", strings.NewReader(body))
	if err != nil {
		return false
	}
	defer res.Body.Close()
	var turn uuid.UUID
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if _, rest, found := strings.Cut(lines.Text(), `"turnId":"`); found {
			turn = uuid.MustParse(rest[:36])
			note(acknowledged, turn)
		}
		if lines.Text() == "event: done" {
			note(answered, turn)
		}
	}
	return lines.Err() == nil
}

// stored counts how many of the turns have exactly one message of the role.
func (p *program) stored(t *testing.T, turns []uuid.UUID, role string) (count int) {
	t.Helper()
	err := p.db.Admin.QueryRow(t.Context(), `
		select count(*) from (
			select turn_id from messages where turn_id = any($1) and role = $2 group by turn_id having count(*) = 1
		) as once`, turns, role).Scan(&count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}
