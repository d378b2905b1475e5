package journal

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/panics"
)

// What a turn pays for knowing what is not stored yet, beside a bare round trip: of a church of which nothing waits, and of one of which
// much does, in answers of the full model.
func BenchmarkWaitingOf(b *testing.B) {
	client := newClient(b)
	j, session := NewJournal(client, panics.New(nil, nil)), uuid.New()
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			client.Ping(b.Context())
		}
	})
	for name, waiting := range map[string]int{"nothing waits": 0, "a thousand wait": 1000} {
		churchID := uuid.New()
		of := 0
		for i := range waiting {
			a := ofChurch(churchID)
			if i%(waiting/3) == 1 {
				of += 2
				a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
			}
			a.Answer.Content = strings.Repeat("as it is ", 550)
			if outcome, err := j.Accept(b.Context(), a); err != nil || !reflect.DeepEqual(outcome, Outcome{}) {
				b.Fatal(outcome, err)
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if found, err := j.WaitingOf(b.Context(), churchID, session); err != nil || len(found) != of {
					b.Fatal(len(found), err)
				}
			}
		})
	}
	churchID := uuid.New()
	for i := range 21 {
		a := ofChurch(churchID)
		if i < 20 {
			a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
		}
		if outcome, err := j.Accept(b.Context(), a); err != nil || !reflect.DeepEqual(outcome, Outcome{}) {
			b.Fatal(outcome, err)
		}
	}
	if err := client.XTrimMaxLen(b.Context(), JournalKey(churchID), 1).Err(); err != nil {
		b.Fatal(err)
	}
	b.Run("twenty are stored already", func(b *testing.B) {
		for b.Loop() {
			if found, err := j.WaitingOf(b.Context(), churchID, session); err != nil || len(found) != 0 {
				b.Fatal(len(found), err)
			}
		}
	})
}

// Records need not be stored in their order: what waits between others that are stored is found, too.
func TestWhatWaitsIsFoundWhateverIsStored(t *testing.T) {
	client := newClient(t)
	j, churchID, session := NewJournal(client, panics.New(nil, nil)), uuid.New(), uuid.New()
	for _, message := range []string{"One", "Two", "Three"} {
		a := ofChurch(churchID)
		a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
		a.Question.Content = message
		accept(t, j, a)
	}
	entries, err := client.XRange(t.Context(), JournalKey(churchID), "-", "+").Result()
	if err != nil || len(entries) != 3 {
		t.Fatal(entries, err)
	}
	for _, test := range []struct {
		stored int
		waits  []string
	}{{1, []string{"One", "Three"}}, {0, []string{"Three"}}, {2, nil}} {
		if err := client.XDel(t.Context(), JournalKey(churchID), entries[test.stored].ID).Err(); err != nil {
			t.Fatal(err)
		}
		found, err := j.WaitingOf(t.Context(), churchID, session)
		if err != nil {
			t.Fatal(err)
		}
		var waits []string
		for _, record := range found {
			if record.Role == "user" {
				waits = append(waits, record.Content)
			}
		}
		if !slices.Equal(waits, test.waits) {
			t.Errorf("with %q stored, %q wait, want %q", entries[test.stored].ID, waits, test.waits)
		}
	}
}

// Whose question is accepted is told what else of the conversation waits; of one that was answered at once, nothing need be known.
func TestWhatWaitsOfAConversationIsToldWithTheAcceptance(t *testing.T) {
	client := newClient(t)
	j, churchID, session := NewJournal(client, panics.New(nil, nil)), uuid.New(), uuid.New()
	ask := func(churchID, session uuid.UUID, answered bool, message string) Outcome {
		t.Helper()
		a := ofChurch(churchID)
		a.Ref.Session, a.Question.SessionID, a.Answer.SessionID = session, session, session
		a.Question.Content = message
		if !answered {
			a.Answer, a.Log, a.Payload = nil, nil, []byte("{}")
		}
		outcome := accept(t, j, a)
		if outcome.WaitingRead == answered {
			t.Errorf("%q: read %v", message, outcome.WaitingRead)
		}
		return outcome
	}
	ask(churchID, session, true, "When?")
	ask(churchID, uuid.New(), true, "of another conversation")
	ask(uuid.New(), session, true, "of another church")
	for _, test := range []struct {
		message string
		before  []string
	}{
		{"Where?", []string{"When?", "At nine."}},
		{"Who?", []string{"When?", "At nine.", "Where?"}},
	} {
		var before []string
		for _, record := range ask(churchID, session, false, test.message).Waiting {
			before = append(before, record.Content)
		}
		if !slices.Equal(before, test.before) {
			t.Errorf("before %q: %q", test.message, before)
		}
	}
	if known := ask(churchID, session, true, "And why?"); known.Waiting != nil {
		t.Errorf("%+v", known)
	}
}
