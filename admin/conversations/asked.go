package conversations

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat"
)

// ErrGone says that there is no such answer, or none that the admin sees.
var ErrGone = errGone

// Asked is a question as a visitor asked it, with what they were answered.
type Asked struct {
	Question string
	History  []chat.HistoryItem // what was said before, as far as the model is told
	Answer   Message
}

// ReadAsked reads a question of a conversation that the admin sees. It fails with ErrGone.
func ReadAsked(ctx context.Context, pool *pgxpool.Pool, a access.Admin, conversation, turn uuid.UUID) (Asked, error) {
	_, messages, err := store{pool}.read(ctx, a, conversation)
	if err != nil {
		return Asked{}, err
	}
	of := func(role string) int {
		return slices.IndexFunc(messages, func(m Message) bool { return m.TurnID == turn && m.Role == role })
	}
	question, answer := of("user"), of("assistant")
	if question < 0 || answer < 0 {
		return Asked{}, ErrGone
	}
	asked := Asked{Question: messages[question].Content, Answer: messages[answer]}
	for _, m := range messages[:question] {
		if m.TurnID != turn {
			asked.History = append(asked.History, chat.HistoryItem{Role: m.Role, Content: m.Content})
		}
	}
	asked.History = asked.History[max(0, len(asked.History)-chat.MaxHistoryInPrompt):]
	return asked, nil
}
