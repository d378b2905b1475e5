package facts_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// A caller writes nothing.
func TestACallerIsToldWhatToSayToBeCalledBack(t *testing.T) {
	for _, test := range []struct {
		church             *church.Snapshot
		language, question string
		written, spoken    string
	}{
		{harbor(), "en", "Can I meet with the pastor?", "write “Please call me”", "say “Please call me back”"},
		{nuevaVida(), "es", "¿Puedo hablar con el pastor?", "escriba «Por favor, llámenme»", "diga «Por favor, llámenme»"},
	} {
		test.church.Intake.Callbacks = true
		for spoken, wants := range map[bool]string{false: test.written, true: test.spoken} {
			answer, _ := facts.Find(test.church, facts.Question{Text: test.question, Language: test.language, Now: now, Spoken: spoken})
			if !strings.Contains(answer.Text, wants) || spoken && strings.Contains(answer.Text, test.written) {
				t.Errorf("%s, on the telephone %v: %q", test.question, spoken, answer.Text)
			}
		}
	}
}
