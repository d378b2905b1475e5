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

// What was said before is read while the embedder is asked: with the embedder silent and the messages locked, both are waited for.
func TestThePastIsReadBesideTheEmbedding(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Upstream.Script(modeltest.Reply("The blue one."), modeltest.Reply("Since 1982."))
	if events := server.Ask(t, churchID, chattest.Question{Message: hymnal, Session: session}); events.Tier() != 4 {
		t.Fatalf("%v", events)
	}
	server.Messages(t, churchID, 2)
	lock, err := server.DB.Admin.BeginTx(t.Context(), pgx.TxOptions{})
	chattest.Must(t, err)
	unlock := sync.OnceFunc(func() { chattest.Must(t, lock.Rollback(context.WithoutCancel(t.Context()))) })
	defer unlock()
	_, err = lock.Exec(t.Context(), `lock table messages in access exclusive mode`)
	chattest.Must(t, err)
	speak := make(chan struct{})
	server.Upstream.ScriptEmbeddings(modeltest.Behaviour{}.Once(speak))
	answer := server.Stream(t, churchID, chattest.Question{Message: "Who printed the first edition of the parish chronicle?", Session: session})
	defer answer.Close()
	chattest.Eventually(t, func() (waits bool) {
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select exists (select from pg_locks where not granted and relation = 'messages'::regclass)`).Scan(&waits))
		return waits && server.Upstream.Counts().Embeddings == 2
	})
	close(speak)
	unlock()
	answer.Rest(t)
	told := server.Upstream.LastChat().Messages
	if before := told[len(told)-2]; before.Role != "assistant" || !strings.Contains(before.Content, "The blue one.") {
		t.Errorf("the model is told %+v before the question", before)
	}
}

// An answer is found by its meaning where the vector of its question is not remembered, and no look is wasted on the very words.
func TestAnAnswerIsFoundThoughTheVectorOfItsQuestionIsGone(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "Do you baptize infants at this church?", "Yes.", true) // so that the vector is asked for first
	before := server.Upstream.Counts().Embeddings
	server.Upstream.Script(modeltest.Reply("The blue one."))
	if events := server.Ask(t, churchID, chattest.Question{Message: hymnal}); events.Tier() != 4 {
		t.Fatalf("%v", events)
	}
	var events chattest.Events
	chattest.Eventually(t, func() bool { // it is kept once the visitor has it, perhaps between the two looks
		events = server.Ask(t, churchID, chattest.Question{Message: hymnal})
		return events.Tier() == 2 && events[1].Data["reason"] == "cache_exact"
	})
	keys, err := server.Redis.Keys(t.Context(), "*{"+churchID.String()+"}:cache:quantized:*").Result()
	chattest.Must(t, err)
	chattest.Must(t, server.Redis.Del(t.Context(), keys...).Err())
	again := server.Ask(t, churchID, chattest.Question{Message: hymnal})
	if events.Text() != "The blue one." || again.Text() != "The blue one." || again[1].Data["reason"] != "cache" {
		t.Errorf("%v; %v", events, again)
	}
	if asked := server.Upstream.Counts(); asked.Chats != 1 || asked.Embeddings != before+2 {
		t.Errorf("the model and the embedder were asked %+v, %d times before", asked, before)
	}
}
