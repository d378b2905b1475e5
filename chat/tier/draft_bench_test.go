package tier

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/question"
	"narthex/retrieval"
)

// wordyModel says the same words again and again.
type wordyModel struct{ words int }

func (m wordyModel) Stream(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		said := [...]string{"The ", "hall ", "is ", "open ", "on ", "Sundays. "}
		for i := range m.words {
			if !yield(model.Chunk{Text: said[i%len(said)]}, nil) {
				return
			}
		}
		yield(model.Chunk{Model: "wordy", Finish: model.FinishStop}, nil)
	}
}

// turnOf is a turn of a church about which nothing is known.
func turnOf(snapshot *church.Snapshot) *chat.Turn {
	turn := &chat.Turn{
		ID: uuid.New(), Church: snapshot, Request: &chat.Request{Message: "When is the hall open?", Received: time.Now()}, Language: "en",
		Agent: church.Coordinator, Leaning: question.StandsAlone,
	}
	turn.LoadHistory = func(context.Context) ([]chat.HistoryItem, error) { return nil, nil }
	turn.Embed = func(context.Context, string) ([]float32, error) { return nil, nil }
	turn.Search = func(context.Context, retrieval.Query) ([]retrieval.Passage, error) { return nil, nil }
	return turn
}

// BenchmarkDraft streams answers of the full model, prompt and guard included. What a streamed word costs is the difference
// between the two, divided by 1,000.
func BenchmarkDraft(b *testing.B) {
	snapshot := &church.Snapshot{Name: "Grace Harbor", Location: time.UTC} // keeps the compiled terms
	for _, words := range []int{200, 1200} {
		b.Run(fmt.Sprint(words, "Words"), func(b *testing.B) {
			full := NewModel(&Author{Model: wordyModel{words}})
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range full.Answer(b.Context(), turnOf(snapshot)) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
