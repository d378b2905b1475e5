package words

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"   ":                           "",
		"mass":                          "mass",
		" When is\tMass?\r\n ":          "when is mass?",
		"¿Qué HORA es?":                 "¿que hora es?",
		"niño nin\u0303o NIÑO":          "nino nino nino",
		"don’t don`t don´t DON'T":       "don't don't don't don't",
		"Straße STRASSE ﬁnd m² ½":       "strasse strasse find m2 1⁄2",
		"so\u00adft zero\u200bwidth":    "soft zerowidth",
		"no\u00a0break":                 "no break",
		"Ǆuro Łódź Ørsted":              "dzuro łodz ørsted",
		"ｆｕｌｌ 𝐛𝐨𝐥𝐝":                     "full bold",
		"Молитва Йод":                   "молитва йод",
		"ΜΆΡΚΟΣ Μάρκος":                 "μάρκοσ μάρκοσ",
		"한국어 예배 Café":                   "한국어 예배 cafe",
		"प्रार्थना":                     "प्रार्थना",
		"José \u0438\u0306":             "jose й",
		"a  \u2003 b":                   "a b",
		"pray 🙏🏽 ❤\ufe0f":               "pray 🙏🏽 ❤",
		"bad\xff bytes":                 "bad\ufffd bytes",
		"İstanbul":                      "istanbul",
		"e\u0301\u0302":                 "e",
		"\u0301":                        "",
		"office@Example.org 10:30 a.m.": "office@example.org 10:30 a.m.",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAppendFoldAppends(t *testing.T) {
	for _, text := range []string{"  Misa", "Молитва"} {
		if got := string(AppendFold([]byte("x "), text)); got != "x "+Fold(text) {
			t.Errorf("%q gives %q", text, got)
		}
	}
}

func TestSplit(t *testing.T) {
	for folded, want := range map[string][]string{
		"":                        nil,
		" ?!":                     nil,
		"mass":                    {"mass"},
		"what's on, sunday 10:30": {"what", "s", "on", "sunday", "10", "30"},
		"¿que hora es?":           {"que", "hora", "es"},
		"प्रार्थना सभा":           {"प्रार्थना", "सभा"},
		"한국어 예배":                  {"한국어", "예배"},
		"łodz—🙏—b12":              {"łodz", "b12"},
	} {
		if got := slices.Collect(Split(folded)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", folded, got, want)
		}
	}
	for range Split("one two") {
		break // the rest is not asked for
	}
}

func FuzzFold(f *testing.F) {
	for _, text := range []string{"¿Qué HORA es?", " a  b ", "Молитва", "don’t", "e\u0301", "ŉ Ŀ ǆ", "\xff", "한국", "´¨", "ﬁ½²…"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded := Fold(text)
		if !utf8.ValidString(folded) && utf8.ValidString(text) {
			t.Errorf("%q became invalid: %q", text, folded)
		}
		if again := Fold(folded); again != folded {
			t.Errorf("%q: folding %q again gives %q", text, folded, again)
		}
		if strings.Contains(folded, "  ") || strings.TrimSpace(folded) != folded {
			t.Errorf("%q: white space in %q", text, folded)
		}
		if !hasOtherScript(text) {
			if slow := foldScripts(text); slow != folded && !strings.ContainsFunc(text, unicode.IsMark) && utf8.ValidString(text) {
				t.Errorf("%q: %q, but %q as a text of any script", text, folded, slow)
			}
		}
		for word := range Split(folded) {
			if word == "" {
				t.Errorf("%q has an empty word", folded)
			}
		}
	})
}

// What the short way does must be what the long one does.
func TestLatinTextIsFoldedAsThatOfOtherScripts(t *testing.T) {
	for r := rune(1); r < 0x250; r++ {
		text := "a" + string(r) + "b"
		if quick, slow := Fold(text), foldScripts(text); quick != slow {
			t.Errorf("%q (%U): %q and %q", text, r, quick, slow)
		}
	}
	for r := rune(0x1e00); r < 0x1f00; r++ {
		text := "a" + string(r) + "b"
		if quick, slow := Fold(text), foldScripts(text); quick != slow {
			t.Errorf("%q (%U): %q and %q", text, r, quick, slow)
		}
	}
}

func TestFoldingAQuestionAllocatesNothing(t *testing.T) {
	var space [256]byte
	if n := testing.AllocsPerRun(100, func() { AppendFold(space[:0], "¿Me puede decir a qué hora es la misa del domingo?") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { Language("¿Me puede decir a qué hora es la misa del domingo?", "en") }); n > 0 {
		t.Errorf("%v allocations for the language", n)
	}
}

func BenchmarkFold(b *testing.B) {
	for name, text := range map[string]string{
		"folded":  "when is sunday mass at your church",
		"english": "When is Sunday Mass at your church, and is there parking?",
		"spanish": "¿Me puede decir a qué hora es la misa del domingo en español?",
		"korean":  "주일 예배는 몇 시에 있나요?",
	} {
		b.Run(name, func(b *testing.B) {
			var space [256]byte
			b.ReportAllocs()
			for b.Loop() {
				AppendFold(space[:0], text)
			}
		})
	}
}
