package tier

import (
	"context"
	"iter"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/model"
)

// askedModel keeps what it was last asked.
type askedModel struct {
	wordyModel
	last model.Request
}

func (m *askedModel) Stream(ctx context.Context, request model.Request) iter.Seq2[model.Chunk, error] {
	m.last = request
	return m.wordyModel.Stream(ctx, request)
}

func TestNothingGathersOfAnAnswerToSomebodyWhoMayBeInDanger(t *testing.T) {
	asked := &askedModel{wordyModel: wordyModel{words: 6}}
	full := NewModel(&Author{Model: asked})
	for _, crisis := range []bool{false, true} {
		turn := turnOf(&church.Snapshot{Name: "Grace Harbor", Location: time.UTC})
		turn.Crisis = crisis
		for _, err := range full.Answer(t.Context(), turn) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(asked.last.Messages) == 0 || asked.last.Urgent != crisis {
			t.Errorf("in a conversation with a crisis (%v) the model's words are urgent: %v", crisis, asked.last.Urgent)
		}
	}
}
