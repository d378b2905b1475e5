package crisis_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// plainLanguages are those that there is a phrase book in.
var plainLanguages = []string{"ar", "de", "fr", "ht", "ko", "pl", "pt", "ru", "tl", "uk", "vi", "zh"}

// mostKeptWrong is how many of the fifteen messages of a language that its phrases were written without a look at may be judged wrongly.
const mostKeptWrong = 1

// plainMessage is a line of testdata/plain: what it should be found to be, "none" for nothing, and what it says.
type plainMessage struct {
	want, text string
	kept       bool // for judging, not for tuning
}

func plainMessages(t *testing.T, language string) []plainMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/plain", language+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var messages []plainMessage
	kept := false
	for line := range strings.Lines(string(data)) {
		want, text, told := strings.Cut(strings.TrimSpace(line), " ")
		kept = kept || want == "kept"
		if told {
			messages = append(messages, plainMessage{want, text, kept})
		}
	}
	return messages
}

func TestThePlainestPhrasesAreFoundInTheLanguagesOfTheCountries(t *testing.T) {
	for _, language := range plainLanguages {
		t.Run(language, func(t *testing.T) {
			danger, harmless, wrong := 0, 0, 0
			for _, m := range plainMessages(t, language) {
				finding, found := crisis.Assess(m.text, nil)
				right := !found
				if m.want == "none" {
					harmless++
				} else {
					danger++
					right = found && !finding.Unsure && finding.Category == crisis.Category(m.want) && finding.Language == language
				}
				switch {
				case right:
				case m.kept:
					wrong++
				default:
					t.Errorf("%+v, %v, want %s: %s", finding, found, m.want, m.text)
				}
			}
			if danger < 20 || harmless < 20 {
				t.Errorf("%d messages of danger and %d harmless ones, at least 20 of each", danger, harmless)
			}
			t.Logf("%d of 15 messages that were kept for judging are wrong", wrong)
			if wrong > mostKeptWrong {
				t.Errorf("%d of the messages that were kept for judging are wrong, at most %d", wrong, mostKeptWrong)
			}
		})
	}
}
