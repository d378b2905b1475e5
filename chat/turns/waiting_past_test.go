package turns_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// While Postgres takes nothing new, what one node was told waits in the journal: another that the visitor comes to must know it.
func TestAnotherNodeKnowsWhatIsNotStoredYet(t *testing.T) {
	one := chattest.NewServer(t)
	other := chattest.NewServer(t, func(c *chattest.Config) { c.Beside = one })
	churchID := one.NewChurch(t)
	one.Upstream.Script(modeltest.Reply("The red one, near the vestry."), modeltest.Reply("Yes, all winter."))
	tx, err := one.DB.Admin.BeginTx(t.Context(), pgx.TxOptions{})
	chattest.Must(t, err)
	_, err = tx.Exec(t.Context(), `lock table messages in share mode`) // it can be read
	chattest.Must(t, err)
	release := sync.OnceFunc(func() { chattest.Must(t, tx.Rollback(context.WithoutCancel(t.Context()))) })
	defer release()
	session := uuid.New()
	if events := one.Ask(t, churchID, chattest.Question{Message: "Which door is open during the choir rehearsal?", Session: session}); events.Tier() != 4 {
		t.Fatalf("%v", events)
	}
	if events := other.Ask(t, churchID, chattest.Question{Message: "Is it heated, too?", Session: session}); events.Tier() != 4 {
		t.Fatalf("%v", events)
	}
	var told strings.Builder
	for _, message := range one.Upstream.Chats()[1].Messages[1:] {
		told.WriteString(message.Role + ": " + message.Content + "\n")
	}
	for _, said := range []string{"Which door is open during the choir rehearsal?", "assistant: The red one, near the vestry.", "Is it heated, too?"} {
		if strings.Count(told.String(), said) != 1 {
			t.Errorf("the model is told %q", told.String())
		}
	}
	if others := other.Ask(t, churchID, chattest.Question{Message: "Is it heated, too?"}); strings.Contains(others.Text(), "red") {
		t.Errorf("another session's past is told: %v", others)
	}
	release()
	one.Messages(t, churchID, 6)
}
