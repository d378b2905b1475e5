package live

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

// lines is a log of deltas of these words; "|" is where another node takes the turn over.
func lines(t *testing.T, words ...string) []byte {
	t.Helper()
	var log []byte
	for _, word := range words {
		if word == "|" {
			log = AppendTakeover(log)
			continue
		}
		var err error
		if log, err = AppendLine(log, chat.DeltaEvent(word)); err != nil {
			t.Fatal(err)
		}
	}
	return log
}

func TestAReaderGoesOnOnlyInTheLogThatItHasFollowed(t *testing.T) {
	first := lines(t, "a", "b", "red", "red", "red", "red")
	second := append(lines(t, "a", "b", ""), lines(t, "|", "blue", "blue", "blue")...)
	third := append(append([]byte{}, second[:len(second)-len(lines(t, "blue"))]...), lines(t, "", "|", "green")...)
	for _, log := range [][]byte{first, second, third} {
		all := Place{}.Past(log)
		if rest, ok := After(log, all); !ok || len(rest) > 0 {
			t.Errorf("behind the whole log %v: %q", all, rest)
		}
		if rest, ok := After(log, Place{}); !ok || len(rest) != len(log) {
			t.Errorf("before it: %q", rest)
		}
		if _, ok := After(log, Place{Seq: all.Seq + 1, Writer: all.Writer}); ok {
			t.Error("a place beyond the end")
		}
	}
	writer := Place{}.Past(second).Writer
	for name, tt := range map[string]struct {
		log  []byte
		at   Place
		rest string // its words; "no" where the log does not come by
	}{
		"what both have":                          {second, Place{Seq: 2}, " | blue blue blue"},
		"a number that was left out":              {second, Place{Seq: 3}, "| blue blue blue"},
		"what the first said beyond":              {second, Place{Seq: 5}, "no"},
		"the take-over, as the first's":           {second, Place{Seq: 4}, "no"},
		"what the second said":                    {second, Place{Seq: 5, Writer: writer}, "blue blue"},
		"what the second said, at the first":      {first, Place{Seq: 5, Writer: writer}, "no"},
		"of somebody unknown":                     {second, Place{Seq: 5, Writer: writer ^ 2}, "no"},
		"what the second said, at the third":      {third, Place{Seq: 6, Writer: writer}, " | green"},
		"beyond the second's end, at the third":   {third, Place{Seq: 8, Writer: writer}, "no"},
		"a start of the second's before it began": {second, Place{Seq: 2, Writer: writer}, "no"},
	} {
		rest, ok := After(tt.log, tt.at)
		frames, err := appendFrames(nil, rest, tt.at)
		var words []string
		for _, frame := range frames {
			event, decoding := frame.Event()
			err = errors.Join(err, decoding)
			if event.Kind == chat.KindReset {
				event.Text = "|"
				if string(frame.Data) != "{}" {
					t.Errorf("%s: a reset says %s", name, frame.Data)
				}
			}
			words = append(words, event.Text)
		}
		got := strings.Join(words, " ")
		if !ok {
			got = "no"
		}
		if got != tt.rest || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestAnAnswerToldAnewIsReadOnByNobodyWhoSawAnother(t *testing.T) {
	ref := chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: uuid.New()}
	record := &chat.Record{Outcome: "stop", Reason: "model", Content: "The blue one.", Agent: "coordinator"}
	log, err := LogOf(record, ref)
	if err != nil {
		t.Fatal(err)
	}
	retaken := Retaken(log)
	if got, want := CountLines(retaken), CountLines(log)+1; got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	for seen := 2; seen <= CountLines(retaken); seen++ { // all have seen the start
		if _, ok := After(retaken, Place{Seq: seen}); ok {
			t.Errorf("who has seen %d events of another log reads on", seen)
		}
	}
	frames, err := ReadRetold(ref, log).Next(t.Context())
	if err != nil || len(frames) != CountLines(log) {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	for _, frame := range frames {
		place, err := ParseEventID(string(AppendEventID(nil, ref.Turn, frame.Place())), ref.Turn)
		if _, ok := After(log, place); err != nil || ok != (frame.Seq == 1) {
			t.Errorf("who has seen %v reads on in the turn's own log: %v, %v", place, ok, err)
		}
	}
}

func TestAnEventIDIsReadAsItIsWritten(t *testing.T) {
	turn := uuid.New()
	for _, place := range []Place{{Seq: 1}, {Seq: 43}, {Seq: 90, Writer: 1}, {Seq: 2, Writer: 1<<32 - 1}} {
		id := string(AppendEventID(nil, turn, place))
		if got, err := ParseEventID(id, turn); got != place || err != nil {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
	for given, want := range map[string]Place{"": {}, "0": {}, "7": {Seq: 7}} {
		if got, err := ParseEventID(given, turn); got != want || err != nil {
			t.Errorf("%q: %v, %v", given, got, err)
		}
	}
	for _, given := range []string{"-1", "x", "1.5", ":3", turn.String(), turn.String() + ":", turn.String() + ":-1", turn.String() + ".:3", turn.String() + ".x:3", turn.String() + "5:3", turn.String() + ".4294967296:3", uuid.New().String() + ":3"} {
		if got, err := ParseEventID(given, turn); !errors.Is(err, chat.ErrInvalidEventID) {
			t.Errorf("%q: %v, %v", given, got, err)
		}
	}
}
