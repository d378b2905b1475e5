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

// A number, a name or an address tells no language: a call goes on in the one that it is held in, whatever its church's is.
func TestAMessageWithoutALanguageIsInTheOneThatItsVisitorIsSpokenToIn(t *testing.T) {
	for _, test := range []struct{ message, spokenTo, language string }{
		{"207 555 0199", "es", "es"}, {"maria.lopez@gmail.com", "es", "es"}, {"Rockland", "es", "es"}, {"207 555 0199", "", "en"}, {"What time is the service on Sunday?", "es", "en"}, {"¿A qué hora es el culto?", "", "es"},
	} {
		turn := NewTurn(uuid.New(), &Request{Message: test.message, Language: test.spokenTo, Agent: church.Coordinator}, &church.Snapshot{Language: "en"})
		if turn.Language != test.language {
			t.Errorf("%q to who is spoken to in %q is in %q", test.message, test.spokenTo, turn.Language)
		}
	}
}
