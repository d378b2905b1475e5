package alarm_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

// spoolSays reports whether a file below a directory says something.
func spoolSays(t testing.TB, dir, what string) (says bool) {
	t.Helper()
	for _, pattern := range []string{"*", "*/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		chattest.Must(t, err)
		for _, path := range paths {
			data, _ := os.ReadFile(path) // a directory, or passed on
			says = says || strings.Contains(string(data), what)
		}
	}
	return says
}

// TestAReportOfAForgottenConversationReachesTheChurchWithoutWords forgets on one node while another, cut off from Postgres, has the
// report on its disk.
func TestAReportOfAForgottenConversationReachesTheChurchWithoutWords(t *testing.T) {
	var network *stack.Outage
	dir := t.TempDir()
	home := chattest.NewServer(t, chattest.OnTheHour)
	churchID, forgotten, kept := home.NewCrisisChurch(t), uuid.New(), uuid.New()
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutPostgres(t, &network), func(config *chattest.Config) {
		config.Beside, config.Turns.SpoolDir = home, dir
	})
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	home.Messages(t, churchID, 2)
	network.Cut()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger + " zwieback", Session: forgotten}))
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger + " quokka", Session: kept}))
	if !spoolSays(t, dir, "zwieback") || !spoolSays(t, dir, "quokka") {
		t.Fatal("the reports are not on disk")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, home.URL+"/api/chatbot/conversations/"+forgotten.String()+"?churchId="+churchID.String(), nil)
	chattest.Must(t, err)
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	chattest.Must(t, res.Body.Close())
	if res.StatusCode != http.StatusNoContent {
		t.Fatalf("status %d", res.StatusCode)
	}
	chattest.Eventually(t, func() bool { return !spoolSays(t, dir, "zwieback") }) // the other node has heard of it
	if !spoolSays(t, dir, "quokka") || len(server.Spooled(t)) != 2 {
		t.Error("more is gone than what was forgotten")
	}
	network.Restore()
	server.WaitSpoolEmpty(t)
	for session, want := range map[uuid.UUID]string{forgotten: "", kept: "quokka"} {
		var message string
		chattest.Must(t, home.DB.Admin.QueryRow(t.Context(), `
			select coalesce(message, '') from visitor_requests where church_id = $1 and session_id = $2 and kind = $3`, churchID, session, chat.ReasonCrisis).Scan(&message))
		if strings.Contains(message, "zwieback") || !strings.Contains(message, want) {
			t.Errorf("the church was told %q", message)
		}
	}
}

// TestAReportFoundLateIsPassedOnWithoutWords has a node come back whose disk has reports from before its conversation was forgotten,
// and one that is older than a church may keep conversations.
func TestAReportFoundLateIsPassedOnWithoutWords(t *testing.T) {
	home := chattest.NewServer(t, chattest.OnTheHour)
	churchID, dir := home.NewCrisisChurch(t), t.TempDir()
	forgotten, old, young := uuid.New(), uuid.New(), uuid.New()
	for session, age := range map[uuid.UUID]time.Duration{forgotten: 0, old: 28 * 24 * time.Hour, young: 26 * 24 * time.Hour} {
		path := filepath.Join(dir, churchID.String()+"_x_urgent_"+session.String()+".unusable")
		text := `{"ChurchID":"` + churchID.String() + `","SessionID":"` + session.String() + `","Kind":"crisis","Message":"my zwieback ` + session.String() + `"}`
		chattest.Must(t, os.WriteFile(path, []byte(text), 0o600))
		at := time.Now().Add(-age)
		chattest.Must(t, os.Chtimes(path, at, at))
	}
	_, err := home.DB.Admin.Exec(t.Context(), `insert into forgotten_conversations (conversation_id, church_id) values ($1, $2)`, chat.ConversationID(churchID, forgotten), churchID)
	chattest.Must(t, err)
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Beside, config.Turns.SpoolDir = home, dir })
	chattest.Eventually(t, func() bool {
		return !spoolSays(t, server.SpoolDir, "zwieback "+forgotten.String()) && !spoolSays(t, server.SpoolDir, "zwieback "+old.String())
	})
	if !spoolSays(t, dir, "zwieback "+young.String()) {
		t.Error("one that nobody has had forgotten has lost its words")
	}
}
