package encoder_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"narthex/retrieval/encoder"
)

// What means the same lies nearer than what shares the words, also in the other language.
func TestAQuestionLiesNearToWhatAnswersIt(t *testing.T) {
	for _, c := range []struct{ question, answer, other string }{
		{"whos looking after babies while im in church", "Families › Nursery\nA crib room is staffed during worship.", "About us › History\nThe church was built in 1890."},
		{"can i wear jeans", "Visitors › What to wear\nCome as you are; nobody dresses up.", "Music › Choir\nJean Miller leads it."},
		{"where can i put the car", "Visitors › Parking\nThere are forty spaces behind the building.", "Giving › Offerings\nPut your envelope in the plate."},
		{"donde dejo el carro", "Visitors › Parking\nThere are forty spaces behind the building.", "Música › Coro\nEl coro ensaya los jueves."},
		{"im broke and the kids are hungry", "The food pantry is open on Fridays.", "Children's choir meets on Wednesdays."},
		{"how much is it to get married there", "Weddings: the fee for the sanctuary is 300 dollars.", "The marriage course has six evenings."},
	} {
		asked, answer, other := encoder.Encode(c.question), encoder.Encode(c.answer), encoder.Encode(c.other)
		if near, far := asked.Similarity(&answer), asked.Similarity(&other); near <= far {
			t.Errorf("%q: %.2f to %q, %.2f to %q", c.question, near, c.answer, far, c.other)
		}
	}
}

func TestAVectorIsADirection(t *testing.T) {
	for _, text := range []string{"parking", "¿A qué hora es la misa?", strings.Repeat("worship ", 10_000), "\xff\xfe", "教会はどこですか"} {
		v := encoder.Encode(text)
		if length := v.Similarity(&v); math.Abs(length-1) > 1e-4 && length != 0 {
			t.Errorf("%.20q has length %f", text, length)
		}
		if again := encoder.Encode(text); again != v {
			t.Errorf("%.20q lies elsewhere the second time", text)
		}
	}
	for _, nothing := range []string{"", " ", "?!"} {
		if v := encoder.Encode(nothing); v != (encoder.Vector{}) {
			t.Errorf("%q has a direction", nothing)
		}
	}
}

// A sentence that says little by itself answers by what stands around it.
func TestWhatStandsAroundASentenceCounts(t *testing.T) {
	asked := encoder.Ask("how much is the hall for a birthday party")
	is, title := encoder.Read("The fee is 90 dollars."), encoder.Read("Building use › Renting the fellowship hall")
	before, other := encoder.Read("Families may rent the hall for a party."), encoder.Read("The choir rehearses on Thursdays.")
	bare := asked.Score(encoder.Place{Is: is})
	for name, place := range map[string]encoder.Place{
		"its title": {Is: is, Title: title}, "the sentence before": {Is: is, Before: before}, "the sentence behind": {Is: is, Next: before},
	} {
		if with := asked.Score(place); with <= bare {
			t.Errorf("%s: %.1f with it, %.1f without", name, with, bare)
		}
	}
	if of := asked.Score(encoder.Place{Is: other, Title: title}); of >= asked.Score(encoder.Place{Is: is, Title: title}) {
		t.Errorf("what the choir does answers with %.1f", of)
	}
}

// What says nothing neither answers nor asks, wherever it stands.
func TestATextWithoutWordsHasAScore(t *testing.T) {
	nothing, text := encoder.Read("…"), encoder.Read("Park behind the hall.")
	for _, question := range []string{"", "where do I park"} {
		asked := encoder.Ask(question)
		for _, place := range []encoder.Place{{Is: nothing}, {Is: text, Title: nothing, Before: nothing, Next: nothing}, {Is: nothing, Title: text, Before: text, Next: text}} {
			if score := asked.Score(place); math.IsNaN(score) || math.Abs(score) > 30 {
				t.Errorf("%q: %f", question, score)
			}
		}
		if beside, bare := asked.Score(encoder.Place{Is: text, Title: nothing, Before: nothing, Next: nothing}), asked.Score(encoder.Place{Is: text}); beside != bare {
			t.Errorf("%q: nothing beside it makes %f of %f", question, beside, bare)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("what time is it")
	f.Add("\x00\xff…")
	f.Fuzz(func(t *testing.T, text string) {
		v := encoder.Encode(text)
		if length := v.Similarity(&v); math.IsNaN(length) || length > 1.001 || length != 0 && length < 0.999 {
			t.Errorf("length %f", length)
		}
		if score := encoder.Ask(text).Score(encoder.Place{Is: encoder.Read(text), Title: encoder.Read("Parking")}); math.IsNaN(score) || math.Abs(score) > 40 {
			t.Errorf("score %f", score)
		}
	})
}

// BenchmarkScore asks the sentences of a hundred passages, which were read before.
func BenchmarkScore(b *testing.B) {
	var places []encoder.Place
	for i := range 800 {
		is := encoder.Read("The cradle room beside the narthex is staffed from 8:45 until coffee hour ends; bring a bottle. " + strings.Repeat("x", i%7))
		places = append(places, encoder.Place{Is: is, Title: encoder.Read("Families › Nursery")})
		if i > 0 {
			places[i].Before, places[i-1].Next = places[i-1].Is, is
		}
	}
	for b.Loop() {
		asked := encoder.Ask("whos looking after the babies while im in church")
		for _, place := range places {
			asked.Score(place)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for name, text := range map[string]string{
		"question": "what time does the later service start on sundays",
		"passage":  strings.Repeat("The cradle room beside the narthex is staffed from 8:45 until coffee hour ends; bring a bottle and a spare nappy. ", 4),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				encoder.Encode(text)
			}
		})
	}
}

// The words of what visitors write are kept, and not what they wrote.
func TestReadingKeepsWordsAndNotTexts(t *testing.T) {
	const texts, size = 64, 256 << 10
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	filler := strings.Repeat(". ", size/2)
	encoder.Read("a")
	before := heap()
	for i := range texts {
		encoder.Read(fmt.Sprintf("%sseldom%d %s", filler, i, strings.Repeat("x", 1000+i)))
	}
	if grown := int64(heap()) - int64(before); grown > texts*size/4 {
		t.Errorf("%d KB stay in memory of %d texts of %d KB", grown>>10, texts, size>>10)
	}
}
