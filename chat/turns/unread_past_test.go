package turns_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// atOnce has a turn wait for Postgres no longer than one that visitors have.
func atOnce(c *chattest.Config) { c.Turns.LookUpLimit = 300 * time.Millisecond }

// lockMessages has whoever reads or writes messages wait, as a busy Postgres does; all other tables answer.
func lockMessages(t *testing.T, server *chattest.Server) (release func()) {
	t.Helper()
	tx, err := server.DB.Admin.BeginTx(t.Context(), pgx.TxOptions{})
	chattest.Must(t, err)
	_, err = tx.Exec(t.Context(), `lock table messages in access exclusive mode`)
	chattest.Must(t, err)
	return sync.OnceFunc(func() { chattest.Must(t, tx.Rollback(t.Context())) })
}

// awaitStored waits until Postgres has so many messages of a church: a try to store them that found the lock must not be the last one.
func awaitStored(t *testing.T, server *chattest.Server, churchID uuid.UUID, messages int) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		var stored int
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from messages where church_id = $1`, churchID).Scan(&stored))
		return stored == messages
	})
}

func TestAQuestionWhosePastCannotBeReadLeansAndIsForNobodyElse(t *testing.T) {
	server := chattest.NewServer(t, atOnce)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("Yes, all winter."))
	release := lockMessages(t, server)
	defer release()
	leans := chattest.Question{Message: "Do they heat it during the choir rehearsal in winter?"}
	for asked := range 2 {
		events := server.Ask(t, churchID, leans)
		if events.Tier() != 4 || len(server.Upstream.Chats()) != asked+1 {
			t.Fatalf("asked %d times before: %v", asked, events)
		}
		if told := server.Upstream.Chats()[asked].Messages[0].Content; !strings.Contains(told, "could not be read just now") {
			t.Error("the model was not told that there may have been more")
		}
	}
	if noted := server.Counted(t, "narthex_degradations_total", "past_unread"); noted != 2 {
		t.Errorf("%v unread pasts were counted", noted)
	}
	release()
	server.WaitIdle(t)

	patient := chattest.NewServer(t, func(c *chattest.Config) { c.Beside = server })
	if events := patient.Ask(t, churchID, leans); events.Tier() != 4 {
		t.Errorf("an answer whose past was not known was kept for others: %v", events)
	}
	if told := patient.Upstream.Chats()[2].Messages[0].Content; strings.Contains(told, "could not be read just now") {
		t.Error("the model was told that there may have been more, but there was nothing")
	}
	patient.WaitIdle(t)
	if events := patient.Ask(t, churchID, leans); events.Tier() != 2 {
		t.Errorf("a past that is known to be empty: %v", events)
	}
	awaitStored(t, server, churchID, 8)
}

func TestWhoseAnswersArePlainlyTheirOwnShareNoneWhileThePastIsUnread(t *testing.T) {
	server := chattest.NewServer(t, atOnce)
	churchID := server.NewChurch(t)
	hold := make(chan struct{})
	server.Upstream.Default(chattest.Held(hold, 1, "The ", "blue one."))
	release := lockMessages(t, server)
	defer release()
	streams := []*chattest.Stream{}
	for asked := range 2 {
		stream := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
		stream.Until(t, "The ")
		streams = append(streams, stream)
		if chats := len(server.Upstream.Chats()); chats != asked+1 {
			t.Errorf("the model was asked %d times for %d visitors", chats, asked+1)
		}
	}
	close(hold)
	for _, stream := range streams {
		stream.Rest(t)
	}
	release()
	awaitStored(t, server, churchID, 4)
}

func TestAnOutageIsLoggedOnceASecondAndNotOnceATurn(t *testing.T) {
	var lines lockedBuffer
	server := chattest.NewServer(t, atOnce, func(c *chattest.Config) { c.Turns.Logger = slog.New(slog.NewTextHandler(&lines, nil)) })
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	release := lockMessages(t, server)
	defer release()
	const visitors = 40
	var asking sync.WaitGroup
	for range visitors {
		asking.Go(func() { server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}) })
	}
	asking.Wait()
	if noted := server.Counted(t, "narthex_degradations_total", "past_unread"); noted != visitors {
		t.Errorf("%v of %d were counted", noted, visitors)
	}
	if said := strings.Count(lines.String(), "past could not be read"); said == 0 || said > visitors/4 {
		t.Errorf("it was said %d times", said)
	}
	release()
	awaitStored(t, server, churchID, 2*visitors)
}

// lockedBuffer takes lines from many goroutines.
type lockedBuffer struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.String()
}
