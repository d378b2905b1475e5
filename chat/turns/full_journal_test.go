package turns_test

import (
	"net/http"
	"testing"

	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
	"narthex/chat/journal"
)

// While so much of a church waits for Postgres that Redis takes no more, its visitors are asked to come back, those in danger are answered,
// and another church's visitors notice nothing.
func TestVisitorsOfAChurchOfWhichTooMuchWaitsAreAskedToComeBack(t *testing.T) {
	server := chattest.NewServer(t)
	full, other := server.NewChurch(t), server.NewChurch(t)
	release := lockMessages(t, server)
	defer release()
	_, err := server.Redis.Pipelined(t.Context(), func(pipe redis.Pipeliner) error {
		for range 20_000 {
			pipe.XAdd(t.Context(), &redis.XAddArgs{Stream: journal.JournalKey(full), Values: []string{"record", "{}"}})
		}
		return nil
	})
	chattest.Must(t, err)
	for _, message := range []string{"Is there parking?", chattest.ModelQuestion} { // answered at once, and not
		res, err := server.Post(t.Context(), full, chattest.Question{Message: message})
		chattest.Must(t, err)
		chattest.Must(t, res.Body.Close())
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "10" {
			t.Errorf("%q: %d, Retry-After %q", message, res.StatusCode, res.Header.Get("Retry-After"))
		}
	}
	if noted := server.Counted(t, "narthex_degradations_total", "journal_full"); noted != 2 {
		t.Errorf("%v refusals were noted", noted)
	}
	chattest.CheckCrisis(t, server.Ask(t, full, chattest.Question{Message: chattest.InDanger}))
	if events := server.Ask(t, other, chattest.Question{Message: "Is there parking?"}); events.Tier() != 0 {
		t.Errorf("another church: %v", events)
	}
	chattest.Must(t, server.Redis.Del(t.Context(), journal.JournalKey(full)).Err()) // nobody could read these
	release()
	awaitStored(t, server, other, 2)
}
