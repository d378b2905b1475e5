package chattest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

// Asked are the tools of an answer that ask their visitor first.
func (events Events) Asked() (asked []Event) {
	for _, e := range events {
		if e.Name == string(chat.KindTool) && e.Data["status"] == chat.ToolConfirm {
			asked = append(asked, e)
		}
	}
	return asked
}

// Confirm answers all that the tools of an answer ask, and returns what became of it.
func (s *Server) Confirm(t testing.TB, churchID uuid.UUID, events Events, accept bool) (became []chat.ToolStatus) {
	t.Helper()
	for _, asked := range events.Asked() {
		body, err := json.Marshal(map[string]any{"churchId": churchID, "sessionId": events[0].Data["sessionId"], "callId": asked.Data["callId"], "accept": accept})
		Must(t, err)
		address := s.URL + "/api/chatbot/turns/" + events[0].Data["turnId"].(string) + "/confirm"
		res, err := http.Post(address, "application/json", bytes.NewReader(body))
		Must(t, err)
		var status chat.ToolStatus
		err = json.NewDecoder(res.Body).Decode(&status)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("an answer gave status %d, %v", res.StatusCode, err)
		}
		became = append(became, status)
	}
	return became
}
