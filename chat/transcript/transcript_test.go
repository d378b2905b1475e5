package transcript_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/transcript"
)

// TestDrainsOfOneChurchDoNotWaitForEachOther stores the same messages from both ends at once, as two nodes do whose journals
// overlap: in whatever order they come, Postgres must not find a deadlock.
func TestDrainsOfOneChurchDoNotWaitForEachOther(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	transcript := transcript.NewTranscript(server.DB.Pool)
	for range 20 {
		var records []chat.Record
		for range 300 {
			records = append(records, chat.Record{
				ID: uuid.New(), ChurchID: churchID, SessionID: uuid.New(), TurnID: uuid.New(),
				Role: "user", Content: "Hello", Agent: "coordinator", Language: "en", At: time.Now(),
			})
		}
		turned := slices.Clone(records)
		slices.Reverse(turned)
		var nodes sync.WaitGroup
		for _, batch := range [][]chat.Record{records, turned, records, turned} {
			nodes.Go(func() {
				if _, err := transcript.Store(t.Context(), churchID, batch); err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
	}
}
