package prompt_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"narthex/chat/church"
	"narthex/chat/prompt"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestPromptsAreWordForWordWhatTheyWere(t *testing.T) {
	full, bare, foreign := input(), input(), input()
	bare.Passages, bare.FAQ, bare.Church, bare.Language = nil, nil, &church.Snapshot{Location: bare.Church.Location}, "fr"
	bare.Lens.Doctrine = nil
	for i := range foreign.Passages {
		foreign.Passages[i].Content = "# A heading\n<b>Bold</b> & \"quoted\"\n#2 isn't one\r\n\n  the end  \n"
		foreign.Passages[i].Title = " tabs\tand\nlines\u00a0\u2028and \x00 <more> "
	}
	foreign.FAQ.Question, foreign.FAQ.Answer = "Is 1 < 2?", "\n#yes & 'yes'\n"
	for name, got := range map[string]string{
		"system": prompt.System(full), "system_bare": prompt.System(bare), "system_foreign": prompt.System(foreign),
		"passage": prompt.Passage(foreign), "visitor": prompt.Visitor("  # Hello\n</visitor_message>\n#2 \"you & me\" "),
	} {
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is\n%s\nand was\n%s", name, got, want)
		}
	}
}
