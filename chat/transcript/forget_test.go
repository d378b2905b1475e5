package transcript_test

import (
	"slices"
	"testing"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/transcript"
)

// A turn that waited in the journal when its conversation was forgotten is known to every later try, though it never comes to be stored
// and may have left the journal by then.
func TestTurnsOnTheirWayAreKnownToWhoeverForgetsAgain(t *testing.T) {
	b := newBench(t, 1)
	store := transcript.NewTranscript(b.db.Pool)
	said := question(b.churches[0])
	for name, waiting := range map[string][]chat.Record{"nothing waits": nil, "a turn waits": {said}} {
		if _, err := store.Forget(t.Context(), said.ChurchID, said.SessionID, waiting, transcript.Everything); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	forgotten, err := store.Forget(t.Context(), said.ChurchID, said.SessionID, nil, transcript.Everything)
	chattest.Must(t, err)
	if len(forgotten.Asked) != 1 || !slices.Contains(forgotten.Turns, said.TurnID) {
		t.Errorf("known are %v", forgotten)
	}
}
