package turns_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// maxKept is how many bytes Redis may keep of a question to the full model, with 150 words of answer made from eight passages.
const maxKept = 16_500

// Redis holds all of a day's questions, so that what is kept of one decides how large it has to be.
func TestRedisKeepsLittleOfATurn(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	for part := range 10 {
		passage := strings.Repeat("The blue hymnal stands in the pews of the harbour chapel and was printed long ago. ", 6)
		server.AddKnowledge(t, churchID, "document", fmt.Sprintf("The chronicle of the harbour, part %d", part), passage, false)
	}
	var words []string
	for n := range 150 {
		words = append(words, fmt.Sprintf("word%d ", n))
	}
	server.Upstream.Default(modeltest.Reply(words...))
	choirs := []string{"alpine", "bronze", "cedar", "dusk", "elm", "fjord", "garnet", "heron", "indigo", "jasper"}
	for _, choir := range choirs {
		if events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal does the " + choir + " choir of the harbour chapel sing from?"}); events.Tier() != 4 {
			t.Fatalf("%v", events)
		}
	}
	server.Messages(t, churchID, 2*len(choirs))
	kept, total := keptBytes(t, server)
	if total /= int64(len(choirs)); total > maxKept {
		t.Errorf("%d bytes are kept of a turn", total)
		for _, kind := range slices.SortedFunc(maps.Keys(kept), func(a, b string) int { return cmp.Compare(kept[b], kept[a]) }) {
			t.Logf("%6d in %s", kept[kind]/int64(len(choirs)), kind)
		}
	}
}

// keptBytes is what a server's Redis keeps, by kind of key.
func keptBytes(t *testing.T, server *chattest.Server) (kept map[string]int64, total int64) {
	t.Helper()
	kept = make(map[string]int64)
	ids := regexp.MustCompile(`[0-9a-f-]{36}|[0-9a-f]{24,}`)
	for keys := server.Redis.Scan(t.Context(), 0, "narthex:*", 1000).Iterator(); keys.Next(t.Context()); {
		bytes, err := server.Redis.MemoryUsage(t.Context(), keys.Val(), 0).Result()
		if errors.Is(err, redis.Nil) { // it has gone meanwhile
			continue
		}
		chattest.Must(t, err)
		kept[ids.ReplaceAllString(keys.Val(), "…")] += bytes
		total += bytes
	}
	return kept, total
}
