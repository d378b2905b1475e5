package ranking

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
)

// A creed comes near to many a trouble ("broke" is near to what is broken), and is no answer to it.
func TestNoCreedIsTheLikeliestAnswer(t *testing.T) {
	for text, may := range map[string]bool{
		"We believe that nobody can repair what is broken in us.":     false,
		"Creemos que nadie puede reparar lo que está roto.":           false,
		"The Deacons' Fund can help with a bill when money is short.": true,
	} {
		found, likely := libraryOf(text).likeliest("im new in town and broke", query{}, nil, nil)
		if (len(found) > 0) != may || (likely > 0) != may {
			t.Errorf("%q is the answer with a likelihood of %.2f", text, likely)
		}
	}
}

// What answers best is often half of the answer, and the other half stands beside it.
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
		found, _ := libraryOf(test.text).likeliest("are real candles allowed?", query{}, nil, nil)
		found = found[slices.IndexFunc(found, func(m Match) bool { return strings.HasPrefix(m.text, "Real candles") }):] // whatever answers better
		if quoted := withOthers(found); (len(quoted) == 2) != test.whole {
			t.Errorf("%s: %d sentences are quoted", name, len(quoted))
		}
	}
}

// What may answer is told of up to three sections, of each what answers best, and of none that answers far less well.
func TestWhatComesNearestIsToldBySection(t *testing.T) {
	at := func(source, section int, answers float64) Match {
		return Match{unit: unit{source: source, section: section}, answers: answers}
	}
	found := []Match{at(0, 0, 14), at(1, 2, 13), at(0, 0, 12.5), at(1, 1, 12), at(2, 0, 11.5), at(1, 2, 3)}
	got := BySection(found)
	if len(got) != 3 || len(got[0]) != 2 || got[1][0].answers != 13 || len(got[1]) != 2 || got[2][0].section != 1 {
		t.Errorf("got %+v", got)
	}
	if got := BySection([]Match{at(0, 0, 14), at(1, 0, 14-nearBy-.1)}); len(got) != 1 {
		t.Errorf("%d sections are near", len(got))
	}
}

// What a church has stored for just such a question goes before whatever a document says.
func TestAStoredFactGoesBeforeADocument(t *testing.T) {
	l := New(prompt.Contents{
		Facts: []prompt.Fact{{Label: "Pastor", Value: "Ruth Alden"}},
		Texts: []prompt.Text{{Title: "Newsletter", Content: "The pastor who is on the stairs of the old picture is Pastor John Moore."}},
	}, term.English)
	got := l.Find(Question{Text: "who is the pastor", Language: term.English})
	if got.Found[0].text != "Ruth Alden" || got.Likely < LikelyEnough {
		t.Errorf("%q, with a likelihood of %.2f", got.Found[0].text, got.Likely)
	}
	for _, m := range got.Found[1:] {
		if m.same(got.Found[0]) {
			t.Error("the fact is told twice")
		}
	}
}

func libraryOf(text string) *Library {
	return New(prompt.Contents{Texts: []prompt.Text{{Title: "Handbook", Content: text}}}, term.English)
}
