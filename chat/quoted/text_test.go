package quoted

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

var someTexts = []string{"", "## A heading\n", "plain words", "\"<é>\" & so on\\\n", "\u2028 😀", "\x00\t"}

// However a text is put together, it is quoted as encoding/json quotes the whole of it.
func TestATextInPiecesIsQuotedAsAWhole(t *testing.T) {
	var b Builder
	for range 2000 {
		var whole strings.Builder
		for range rand.IntN(8) {
			some := someTexts[rand.IntN(len(someTexts))]
			whole.WriteString(some)
			if rand.IntN(2) == 0 {
				b.Keep(Keep(some))
			} else {
				b.Own().WriteString(some)
			}
			before := b.Mark()
			b.Own().WriteString("taken back")
			b.Keep(Keep("kept, and taken back"))
			b.Truncate(before)
		}
		want, err := json.Marshal(whole.String())
		if err != nil {
			t.Fatal(err)
		}
		text := b.Text()
		if b.Len() != whole.Len() || text.Len() != whole.Len() {
			t.Fatalf("%q has %d bytes, under construction %d", whole.String(), text.Len(), b.Len())
		}
		b.Reset()
		b.Keep(Keep("another text"))
		b.Own().WriteString("and its own")
		if got := text.AppendTo(nil); string(got) != string(want[1:len(want)-1]) || text.String() != whole.String() {
			t.Fatalf("%s, want %s; read as %q", got, want, text.String())
		}
		b.Reset()
	}
}
