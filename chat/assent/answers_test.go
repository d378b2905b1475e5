package assent_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"narthex/chat/assent"
)

// testdata/answers.txt has what visitors say to a card, under what it comes to.
func TestWhatVisitorsSayToACard(t *testing.T) {
	file, err := os.Open("testdata/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want, checked := "", 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			want = heading
			continue
		}
		accept, ok := assent.Heard(line)
		got := "neither"
		if ok {
			got = map[bool]string{true: "yes", false: "no"}[accept]
		}
		if got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
		checked++
	}
	if checked < 100 {
		t.Errorf("only %d are checked", checked)
	}
}
