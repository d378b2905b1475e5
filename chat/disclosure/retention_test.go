package disclosure_test

import (
	"strings"
	"testing"

	"narthex/chat/disclosure"
)

// The page says the same of a conversation; calls are kept as long.
func TestWhoAsksHowLongIsToldWhenItIsDeleted(t *testing.T) {
	c := parish()
	for _, asked := range []struct {
		message, language string
		months            int
		chat, call        string
	}{
		{"How long do you keep this?", "en", 6, "deleted from the server 6 months after the last message", "deleted 6 months after the call"},
		{"How long do you keep this?", "en", 1, "deleted from the server one month after the last message", "deleted one month after the call"},
		{"¿Cuánto tiempo guardan esto?", "es", 6, "se borra del servidor 6 meses después del último mensaje", "se borra 6 meses después de la llamada"},
		{"¿Cuánto tiempo guardan esto?", "es", 1, "se borra del servidor un mes después del último mensaje", "se borra un mes después de la llamada"},
	} {
		question, ok := disclosure.Recognise(asked.message, nil)
		if !ok {
			t.Errorf("%q is not recognised", asked.message)
			continue
		}
		c.KeepMonths, c.Voice.Transcript = asked.months, true
		for says, state := range map[string]disclosure.State{asked.chat: {}, asked.call: {Call: true}} {
			if said := disclosure.Answer(c, question, asked.language, state); !strings.Contains(strings.ToLower(said), says) {
				t.Errorf("%q, %d months, %+v: %s", asked.message, asked.months, state, said)
			}
		}
		c.Voice.Transcript = false
		if said := disclosure.Answer(c, question, asked.language, disclosure.State{Call: true}); strings.ContainsAny(said, "16{}") {
			t.Errorf("a church that keeps no text of its calls says when it is deleted: %s", said)
		}
	}
}
