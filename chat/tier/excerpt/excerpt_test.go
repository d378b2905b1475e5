package excerpt

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/retrieval"
)

func TestAnExcerptIsTheBeginningInPlainText(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", " \n ", ""},
		{"words", "The hall is open.", "The hall is open."},
		{"one line of many", " One\n\n two\tthree\r\n", "One two three"},
		{"Markdown", "## Hours\n\n> **Open** __daily__ from `9` to\n- *noon*", "Hours Open daily from 9 to - noon"},
		{"marks that are none", "C# is #1 at x_y > z", "C# is #1 at x_y > z"},
		{"what is not seen", "pay\u200bpal \u202etxt.exe\u202c a\x00b\x1b[0m", "paypal txt.exe ab[0m"},
		{"broken text", "a\xffb", "a\uFFFDb"},
		{"exactly as long as may be", strings.Repeat("x", 300), strings.Repeat("x", 300)},
		{"one word too long", strings.Repeat("é", 301), strings.Repeat("é", 299) + "…"},
		{"a whole word at the end", strings.Repeat("word ", 80), strings.TrimSpace(strings.Repeat("word ", 59)) + "…"},
	} {
		if got := Plain(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzExcerptsAreShortPlainAndStable(f *testing.F) {
	f.Add("## Hours\n\n> **Open** __daily__")
	f.Add(strings.Repeat("¿", 400) + "\xff\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		short := Plain(text)
		if !utf8.ValidString(short) || utf8.RuneCountInString(short) > 300 || strings.ContainsAny(short, "\n\r\t\x00\u202e*`") {
			t.Errorf("%q became %q", text, short)
		}
	})
}

func BenchmarkExcerpt(b *testing.B) {
	text := strings.Repeat("The hall costs **75** dollars an hour.\n", 50)
	b.ReportAllocs()
	for b.Loop() {
		Plain(text)
	}
}

func TestAPassagesExcerptFollowsItsText(t *testing.T) {
	snapshot := &church.Snapshot{}
	hall := retrieval.Passage{ID: uuid.New(), Title: "Hall", Content: "The hall is **open**."}
	for range 2 { // made, and then kept
		if got := For(snapshot).OfPassage(&hall).Excerpt; got != "The hall is open." {
			t.Errorf("%q", got)
		}
	}
	for what, edited := range map[string]retrieval.Passage{
		"another text":   {ID: hall.ID, Title: "Hall", Content: "The hall is closed."},
		"a private text": {ID: hall.ID, Title: "Hall", Content: "Internal use only: the hall is open."},
		"a new title":    {ID: hall.ID, Title: "Internal use only", Content: hall.Content},
	} {
		want := map[string]string{"another text": "The hall is closed."}[what]
		if got := For(snapshot).OfPassage(&edited).Excerpt; got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

func BenchmarkPassageExcerpt(b *testing.B) {
	snapshot := &church.Snapshot{}
	passage := retrieval.Passage{ID: uuid.New(), Title: "Hall", Content: strings.Repeat("The hall costs **75** dollars an hour.\n", 50)}
	b.ReportAllocs()
	for b.Loop() {
		For(snapshot).OfPassage(&passage)
	}
}
