package chat

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/retrieval"
)

func TestAChurchMayDoWithoutTheTextsOfItsLens(t *testing.T) {
	for name, c := range map[string]struct {
		without bool
		want    int
	}{"with them": {false, 4}, "without": {true, 0}} {
		snapshot := &church.Snapshot{ID: uuid.New(), Language: "en", Lens: church.Lens{ID: 4}, NoLensTexts: c.without}
		turn := NewTurn(uuid.New(), &Request{Message: "What do you believe about baptism?"}, snapshot)
		turn.LoadHistory = func(context.Context) ([]HistoryItem, error) { return nil, nil }
		turn.Embed = func(context.Context, string) ([]float32, error) { return make([]float32, retrieval.Dimensions), nil }
		asked := -1
		turn.Search = func(_ context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
			asked = q.Lens
			return nil, nil
		}
		if _, err := turn.Passages(t.Context()); err != nil || asked != c.want {
			t.Errorf("%s: asked for the texts of lens %d, %v", name, asked, err)
		}
	}
}
