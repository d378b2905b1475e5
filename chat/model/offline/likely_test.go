package offline

import (
	"strings"
	"testing"

	"narthex/chat/prompt"
	"narthex/retrieval/encoder"
)

// A creed comes near to many a trouble ("broke" is near to what is broken), and is no answer to it.
func TestNoCreedIsTheLikeliestAnswer(t *testing.T) {
	for text, may := range map[string]bool{
		"We believe that nobody can repair what is broken in us.":     false,
		"Creemos que nadie puede reparar lo que está roto.":           false,
		"The Deacons' Fund can help with a bill when money is short.": true,
	} {
		b := &briefing{language: english, contents: prompt.Contents{Texts: []prompt.Text{{Title: "Handbook", Content: text}}}}
		asked := encoder.Encode("im new in town and broke")
		if _, likely := newLibrary(b).likeliest(&asked, query{}, nil); likely > 0 != may {
			t.Errorf("%q is the answer with a likelihood of %.2f", text, likely)
		}
	}
}

// What shares the words of a question is often the first half of its answer: the other half stands beside it.
func TestWhatStandsBesideIsQuotedToo(t *testing.T) {
	const first = "Real candles are allowed in one place only, on the Communion table."
	for name, test := range map[string]struct {
		text  string
		whole bool
	}{
		"the sentence behind":   {first + " Anywhere else use candles with a battery.", true},
		"the sentence before":   {"Candles with a battery may stand anywhere. " + first, true},
		"under another heading": {first + "\n\n# Windows\n\nCandles with a battery may stand there.", false},
		"what is too long":      {first + " Candles with a battery" + strings.Repeat(" of any make, colour, size or shape that you like", 6) + " may stand anywhere else.", false},
		"another matter":        {first + " Room 12 was painted in 1987.", false},
	} {
		b := &briefing{language: english, question: "are real candles allowed?", contents: prompt.Contents{Texts: []prompt.Text{{Title: "Wedding Guide", Content: test.text}}}}
		l := newLibrary(b)
		quoted := l.withNeighbours(b.question, []match{{unit: l.units[indexOf(t, l, "Real candles")]}})
		if whole := len(quoted) == 2; whole != test.whole {
			t.Errorf("%s: %d sentences are quoted", name, len(quoted))
		}
	}
}

func indexOf(t *testing.T, l *library, start string) int {
	t.Helper()
	for i, u := range l.units {
		if strings.HasPrefix(u.text, start) {
			return i
		}
	}
	t.Fatalf("no sentence begins with %q", start)
	return 0
}
