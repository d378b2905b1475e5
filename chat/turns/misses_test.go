package turns_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
)

// seek asks for a turn's stream, or posts to one of its actions, as a client with an address of its own. It returns the status.
func seek(t testing.TB, server *chattest.Server, address, action string, churchID, session uuid.UUID, turn string) int {
	t.Helper()
	body := map[string]any{"sessionId": session, "value": "up", "callId": uuid.New(), "accept": true}
	query := "?after=0&sessionId=" + session.String()
	if churchID != uuid.Nil {
		body["churchId"] = churchID
		query += "&churchId=" + churchID.String()
	}
	data, err := json.Marshal(body)
	chattest.Must(t, err)
	method, url := http.MethodPost, server.URL+"/api/chatbot/turns/"+turn+"/"+action
	if action == "stream" {
		method, url = http.MethodGet, url+query
	}
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(data))
	chattest.Must(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", address)
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	chattest.Must(t, res.Body.Close())
	if res.StatusCode == http.StatusTooManyRequests && res.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to come back")
	}
	return res.StatusCode
}

func TestWhoSeeksTurnsThatThereAreNotIsRefusedInTheEnd(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	turn := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})[0].Data["turnId"].(string)
	server.Messages(t, churchID, 2)
	for i, test := range []struct {
		name, action  string
		named, unheld bool // the church is named; it is no church's
	}{
		{name: "resumes without a church", action: "stream"},
		{name: "resumes", action: "stream", named: true},
		{name: "stops without a church", action: "stop"},
		{name: "stops", action: "stop", named: true},
		{name: "opinions", action: "feedback", named: true},
		{name: "confirmations", action: "confirm", named: true},
		{name: "confirmations at no church", action: "confirm", named: true, unheld: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			address, at := fmt.Sprintf("203.0.113.%d", i+1), uuid.Nil
			began, answered, refused := time.Now(), 0, 0
			for range 500 {
				if test.named {
					at = churchID
				}
				if test.unheld {
					at = uuid.New()
				}
				if seek(t, server, address, test.action, at, uuid.New(), uuid.NewString()) == http.StatusTooManyRequests {
					refused++
				} else {
					answered++
				}
			}
			if most := 121 + int(2*time.Since(began).Seconds()); answered < 120 || answered > most || refused == 0 {
				t.Errorf("%d were answered, %d refused; %d at most were to be answered", answered, refused, most)
			}
			for _, at := range []uuid.UUID{uuid.Nil, churchID} {
				if status := seek(t, server, "198.51.100.1", "stream", at, session, turn); status != http.StatusOK {
					t.Errorf("somebody else who resumes: %d", status)
				}
			}
		})
	}
}

// A congregation on one address comes back all at once when a node has gone.
func TestManyOfOneAddressFindTheirTurns(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	turn := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Session: session})[0].Data["turnId"].(string)
	for range 300 {
		if status := seek(t, server, "203.0.113.1", "stream", churchID, session, turn); status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
	}
}
