package conduct_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"narthex/chat/conduct"
)

func TestCoarseWordsAreKnownHoweverTheyAreWritten(t *testing.T) {
	for message, want := range map[string]conduct.Manner{
		"YOU ARE AN IDIOT":                  conduct.Harassing,
		"yóu àre än ïdiot":                  conduct.Harassing,
		"ｙｏｕ ａｒｅ ａｎ ｉｄｉｏｔ":                  conduct.Harassing,
		"уоu аrе аn іdiоt":                  conduct.Harassing, // Cyrillic here and there
		"you are an id\u200biot":            conduct.Harassing,
		"you are an id10t":                  conduct.Harassing,
		"you are an iiidiooot":              conduct.Harassing,
		"you are an i d i o t":              conduct.Harassing,
		"you are an i.d.i.o.t.":             conduct.Harassing,
		"you are an i*iot":                  conduct.Harassing,
		"you’re an idiot":                   conduct.Harassing,
		"f**k":                              conduct.Profane,
		"ffffuuuuccckkkk":                   conduct.Profane,
		"$h1t":                              conduct.Profane,
		"co\u006e\u0303o":                   conduct.Profane,
		"un cono":                           conduct.Fine,
		"you are not an idiot":              conduct.Fine,
		"You are kind. Idiots are not":      conduct.Fine,
		"You are an **idiot**!!":            conduct.Harassing,
		"":                                  conduct.Fine,
		"*":                                 conduct.Fine,
		"\xff\xfe you are an idiot":         conduct.Harassing,
		"Thank you, Dick":                   conduct.Fine,
		"my number is 455 1053":             conduct.Fine,
		strings.Repeat("a ", 5000):          conduct.Fine,
		"hi " + strings.Repeat("fuck ", 99): conduct.Profane,
	} {
		if got := conduct.Judge(message); got != want {
			t.Errorf("%.60q is %s, want %s", message, got, want)
		}
	}
}

func TestExclamationMarksMakeNoMessageKinder(t *testing.T) {
	for _, message := range abuseCorpus(t, conduct.Harassing) {
		if conduct.Judge(message) != conduct.Harassing {
			continue // one that is not known by itself
		}
		bare := strings.TrimRight(message, ".!? ")
		if conduct.Judge(bare) != conduct.Harassing {
			continue // it is a question that offends
		}
		for _, marks := range []string{"!", "!!", "!!!", "!!!!!!!", "!!1", " !!", "!?!", "!!'", "…!!"} {
			if got := conduct.Judge(bare + marks); got != conduct.Harassing {
				t.Errorf("%s is %s", bare+marks, got)
			}
		}
	}
}

func TestWhatOthersHaveSaidIsNotTheVisitorsOwn(t *testing.T) {
	for message, want := range map[string]conduct.Manner{
		"He calls me a stupid bitch. You worthless whore, he says.": conduct.Profane,
		"“You fucking idiot” was all that he had to say":            conduct.Profane,
		"\"you idiot\"":                     conduct.Harassing, // nothing but the quotation
		"I told you to fuck off":            conduct.Harassing,
		"I said fuck you":                   conduct.Harassing,
		"He was rude. I am well. You idiot": conduct.Harassing, // no report
		"She told me. I left. You idiot":    conduct.Harassing, // too long ago
	} {
		if got := conduct.Judge(message); got != want {
			t.Errorf("%q is %s, want %s", message, got, want)
		}
	}
}

func TestHarassmentIsAnsweredCalmlyThenFirmlyThenNotAtAll(t *testing.T) {
	seen := map[string]bool{}
	for _, language := range []string{"en", "es"} {
		for strikes := 1; strikes <= 3; strikes++ {
			text := conduct.Answer(conduct.Harassing, strikes, language)
			if text == "" || seen[text] || utf8.RuneCountInString(text) > 400 {
				t.Errorf("%s, %d: %q", language, strikes, text)
			}
			seen[text] = true
			if strikes == 3 && !strings.Contains(text, map[string]string{"en": "emergency", "es": "emergencias"}[language]) {
				t.Errorf("%s: where to turn to is not said: %q", language, text)
			}
		}
	}
	for strikes, same := range map[int]int{-1: 1, 0: 1, 4: 3, 99: 3} {
		if conduct.Answer(conduct.Harassing, strikes, "fr") != conduct.Answer(conduct.Harassing, same, "en") {
			t.Errorf("strike %d", strikes)
		}
	}
	if text := conduct.Answer(conduct.Profane, 1, "en") + conduct.Answer(conduct.Fine, 3, "es"); text != "" {
		t.Errorf("%q", text)
	}
}

func FuzzAnyMessageHasAManner(f *testing.F) {
	for _, manner := range []conduct.Manner{conduct.Harassing, conduct.Profane} {
		for _, message := range abuseCorpus(f, manner) {
			f.Add(message)
		}
	}
	f.Fuzz(func(t *testing.T, message string) {
		got := conduct.Judge(message)
		if got != conduct.Fine && got != conduct.Profane && got != conduct.Harassing {
			t.Errorf("%q", got)
		}
		if again := conduct.Judge(message); again != got {
			t.Errorf("first %s, then %s", got, again)
		}
	})
}

func BenchmarkConduct(b *testing.B) {
	for name, message := range map[string]string{
		"a question":              "What time is the service on Sunday, and is there childcare for a two-year-old?",
		"an insult":               "you are such a stupid f**king bot",
		"the longest message":     strings.Repeat("you are all just so very really damn old and ", 44),
		"the longest spelled out": strings.Repeat("f u c ", 333),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				conduct.Judge(message)
			}
		})
	}
}
