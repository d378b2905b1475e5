package guard

import (
	"strings"
	"testing"
)

func TestTheSentenceBeginsAfterTheOneBefore(t *testing.T) {
	// "|" stands where the sentence with "TERM" begins.
	for _, marked := range []string{
		"|TERM",
		"|One TERM two. Three.",
		"One. |Two TERM.",
		"One! |TERM",
		"Why? |Because TERM.",
		"He asked “Why?” |Then TERM.",
		"“Why?” he asked the TERM.",
		"Yes… |Well, TERM.",
		"Well... maybe TERM",
		"Come at 9.30 to St. Paul's, says Rev. J. Smith, for the TERM.",
		"See John 3:16. |Then TERM.",
		"See 1 Cor. 13 and TERM.",
		"We have, e.g. the TERM.",
		"Come at 10 a.m. and TERM.",
		"Come at 10 a.m. |The TERM.",
		"Write to office@grace.org. |Then TERM.",
		"Yes.\n|Our TERM.",
		"Yes.\n\n|Our TERM.",
		"What we believe\n\n|Our TERM.",
		"What we believe\n|Our TERM.",
		"We believe in\nthe TERM.",
		"We believe in one God,\nFather, TERM.",
		"We have:\n- |The first TERM\n- the second",
		"We have:\n- The first\n- |the second TERM",
		"We have:\n* The first.\n* |**The TERM**",
		"We have:\n  • |the second TERM",
		"1. The first\n2. |The second TERM",
		"1. The first. |And TERM\n2. The second",
		"10) |A TERM",
		"## |Our TERM",
		"> |Our TERM",
		"This is **important.** |We TERM",
		"This is (important.) |We TERM",
		"¿Listo? |¡Sí, TERM!",
		"El Sr. Díaz y la Hna. Ana, p. ej. en EE. UU. con TERM.",
		"Dios es amor. |El TERM",
		"これは。|TERM",
		"So am I. |The TERM",
		"Version 2. |The TERM",
		"  |TERM",
	} {
		want := strings.Index(marked, "|")
		text := strings.Replace(marked, "|", "", 1)
		if want < 0 {
			want = 0
		}
		if got := SentenceStart(text, strings.Index(text, "TERM")); got != want {
			t.Errorf("%q: the sentence begins at %q, want %q", text, text[got:], text[want:])
		}
	}
}

func TestTheSentenceOfAnyOffsetIsWithinTheText(t *testing.T) {
	text := "- One. Two é.\n\n3. "
	for offset := -2; offset < len(text)+3; offset++ {
		if got := SentenceStart(text, offset); got < 0 || got > min(max(offset, 0), len(text)) {
			t.Errorf("offset %d: %d", offset, got)
		}
	}
}

func FuzzTheSentenceBeginsBeforeTheOffset(f *testing.F) {
	f.Add("One. Two\n- three", 12)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if got := SentenceStart(text, offset); got < 0 || got > min(max(offset, 0), len(text)) {
			t.Errorf("%q, %d: %d", text, offset, got)
		}
	})
}
