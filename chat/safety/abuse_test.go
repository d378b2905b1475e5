package safety_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"narthex/chat/safety"
)

func TestCoarseWordsAreKnownHoweverTheyAreWritten(t *testing.T) {
	for message, want := range map[string]safety.Manner{
		"YOU ARE AN IDIOT":                  safety.Harassing,
		"yóu àre än ïdiot":                  safety.Harassing,
		"ｙｏｕ ａｒｅ ａｎ ｉｄｉｏｔ":                  safety.Harassing,
		"уоu аrе аn іdiоt":                  safety.Harassing, // Cyrillic here and there
		"you are an id\u200biot":            safety.Harassing,
		"you are an id10t":                  safety.Harassing,
		"you are an iiidiooot":              safety.Harassing,
		"you are an i d i o t":              safety.Harassing,
		"you are an i.d.i.o.t.":             safety.Harassing,
		"you are an i*iot":                  safety.Harassing,
		"you’re an idiot":                   safety.Harassing,
		"f**k":                              safety.Profane,
		"ffffuuuuccckkkk":                   safety.Profane,
		"$h1t":                              safety.Profane,
		"co\u006e\u0303o":                   safety.Profane,
		"un cono":                           safety.Fine,
		"you are not an idiot":              safety.Fine,
		"You are kind. Idiots are not":      safety.Fine,
		"":                                  safety.Fine,
		"*":                                 safety.Fine,
		"\xff\xfe you are an idiot":         safety.Harassing,
		"Thank you, Dick":                   safety.Fine,
		"my number is 455 1053":             safety.Fine,
		strings.Repeat("a ", 5000):          safety.Fine,
		"hi " + strings.Repeat("fuck ", 99): safety.Profane,
	} {
		if got := safety.Conduct(message); got != want {
			t.Errorf("%.60q is %s, want %s", message, got, want)
		}
	}
}

func TestWhatOthersHaveSaidIsNotTheVisitorsOwn(t *testing.T) {
	for message, want := range map[string]safety.Manner{
		"He calls me a stupid bitch. You worthless whore, he says.": safety.Profane,
		"“You fucking idiot” was all that he had to say":            safety.Profane,
		"\"you idiot\"":                     safety.Harassing, // nothing but the quotation
		"I told you to fuck off":            safety.Harassing,
		"I said fuck you":                   safety.Harassing,
		"He was rude. I am well. You idiot": safety.Harassing, // no report
		"She told me. I left. You idiot":    safety.Harassing, // too long ago
	} {
		if got := safety.Conduct(message); got != want {
			t.Errorf("%q is %s, want %s", message, got, want)
		}
	}
}

func TestHarassmentIsAnsweredCalmlyThenFirmlyThenNotAtAll(t *testing.T) {
	seen := map[string]bool{}
	for _, language := range []string{"en", "es"} {
		for strikes := 1; strikes <= 3; strikes++ {
			text := safety.ConductAnswer(safety.Harassing, strikes, language)
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
		if safety.ConductAnswer(safety.Harassing, strikes, "fr") != safety.ConductAnswer(safety.Harassing, same, "en") {
			t.Errorf("strike %d", strikes)
		}
	}
	if text := safety.ConductAnswer(safety.Profane, 1, "en") + safety.ConductAnswer(safety.Fine, 3, "es"); text != "" {
		t.Errorf("%q", text)
	}
}

func FuzzAnyMessageHasAManner(f *testing.F) {
	for _, manner := range []safety.Manner{safety.Harassing, safety.Profane} {
		for _, message := range abuseCorpus(f, manner) {
			f.Add(message)
		}
	}
	f.Fuzz(func(t *testing.T, message string) {
		got := safety.Conduct(message)
		if got != safety.Fine && got != safety.Profane && got != safety.Harassing {
			t.Errorf("%q", got)
		}
		if again := safety.Conduct(message); again != got {
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
				safety.Conduct(message)
			}
		})
	}
}
