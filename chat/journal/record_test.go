package journal

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"narthex/chat"
)

func TestARecordReadsAsItWasWritten(t *testing.T) {
	tier, similarity := 3, 0.8125
	at := time.Date(2026, 3, 1, 9, 30, 0, 123456000, time.UTC)
	for name, record := range map[string]chat.Record{
		"a question": {ID: uuid.New(), ChurchID: uuid.New(), SessionID: uuid.New(), TurnID: uuid.New(), ClientMessageID: uuid.New(),
			Role: "user", Content: "¿A qué hora?\n\"quoted\" \u2028 </script> \\", Agent: "care", Language: "es", At: at},
		"an answer": {ID: uuid.New(), ChurchID: uuid.New(), SessionID: uuid.New(), TurnID: uuid.New(), Role: "assistant",
			Content: "At nine.", Agent: "coordinator", Language: "en", LensID: 10, Tier: &tier, Reason: "passage", Outcome: "stop",
			Similarity: &similarity, Sources: []chat.Source{{ID: uuid.New(), Kind: "faq", Title: "When?", Similarity: 0.9, Excerpt: "At nine."}}, Model: "m",
			Usage: &chat.Usage{PromptTokens: 10, CachedTokens: 3, CompletionTokens: 2}, CostMicros: 1234, Millis: 12, Timings: map[string]int64{"total": 12000, "model": 9000}, At: at},
		"a failure": {ID: uuid.New(), Role: "assistant", Outcome: "error", ErrorCode: "timeout", ErrorText: "Too slow.", At: at},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := WriteRecord(&record)
			if err != nil {
				t.Fatal(err)
			}
			read, err := readRecord(string(data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(record, read); diff != "" {
				t.Errorf("read otherwise than written (-written +read):\n%s", diff)
			}
			var standard chat.Record // what nodes of another version read
			if err := json.Unmarshal(data, &standard); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(record, standard); diff != "" {
				t.Errorf("encoding/json reads it otherwise:\n%s", diff)
			}
		})
	}
}

func TestARecordWithBrokenTextIsStillWritten(t *testing.T) {
	data, err := WriteRecord(&chat.Record{Role: "user", Content: "a\xffb"})
	if err != nil {
		t.Fatal(err)
	}
	if read, err := readRecord(string(data)); err != nil || read.Content != "a\uFFFDb" {
		t.Errorf("got %q, %v", read.Content, err)
	}
}
