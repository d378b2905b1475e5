package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

const (
	worriedFriend = "My friend wants to kill himself, how can I help him?" // a danger, and not urgent
	emergency     = "I just swallowed a whole bottle of pills"
)

// sayFrom sends a visitor's message through a proxy that names the client's address, and waits for the whole answer.
func (p *post) sayFrom(t *testing.T, address string, session uuid.UUID, words string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"message": words, "churchId": p.church, "sessionId": session})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.cluster.Node(0).URL()+"/api/chatbot/stream", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", address)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(answer), `"reason":"crisis"`) {
		t.Fatalf("%q was answered %d, %v: %s", words, res.StatusCode, err, answer)
	}
}

// told is how many crises have rows of their own, by whether they are urgent.
const told = `select count(distinct key) = $1 from notifications where kind = 'crisis' and urgent = $2`

// TestACryForHelpIsToldAtOnceAfterAFloodFromItsAddress has visitors behind one address cause more news than is told one by
// one, and then one of them be in danger now.
func TestACryForHelpIsToldAtOnceAfterAFloodFromItsAddress(t *testing.T) {
	p := newPost(t, 1)
	p.openDoors(t)
	escalating := uuid.New()
	p.sayFrom(t, "2001:db8::1", escalating, worriedFriend)
	for i := range 7 { // a host that has an address for each message
		p.sayFrom(t, fmt.Sprintf("2001:db8::%x:%x", i, i*i), uuid.New(), worriedFriend)
	}
	p.await(t, "five are told one by one and three together", `
		select count(distinct key) filter (where kind = 'crisis') = 5 and count(distinct origin) = 1
			and coalesce(sum((lines -> 0 ->> 'text')::integer) filter (where kind = 'crises' and channel = 'mail'), 0) = 3
		from notifications`)
	p.await(t, "the list can tell that they came through one connection", `
		select count(*) = 8 and count(distinct origin) = 1 and bool_and(origin is not null) from visitor_requests where kind = 'crisis'`)
	p.sayFrom(t, "2001:db8::5", escalating, emergency)
	p.sayFrom(t, "2001:db8::6", uuid.New(), emergency)
	p.await(t, "both emergencies are told at once", told, 2, true)
	p.await(t, "their mails and text messages are sent", `
		select count(*) = 4 and bool_and(status = 'sent') from notifications where kind = 'crisis' and urgent and audience = 'church'`)
	p.await(t, "the rows know their conversations", `
		select bool_and(n.session_id = r.session_id) and bool_or(n.session_id = $1)
		from notifications n join visitor_requests r on r.id = n.request_id
		where n.kind = 'crisis' and n.urgent`, escalating)
}
