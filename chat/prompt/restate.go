package prompt

import (
	"bytes"
	"fmt"

	"narthex/chat/church"
)

// Restate returns the system message for going on after an answer was stopped, because it had come to a term that the
// church never uses. The message ends the conversation as it is sent again; the assistant's words before the stopped
// sentence stand before it.
func Restate(rule church.Rule, term string) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "Your last sentence was stopped before the visitor saw it, because of the words %q. Do not use them, nor others to the same effect, in any language, not even to deny them.\n", plain(term))
	if rule.Position != "" {
		fmt.Fprintf(&out, "What this church teaches on %s: %s\n", plain(rule.Topic), plain(rule.Position))
	}
	out.WriteString("Write that sentence anew in keeping with this, and finish the answer from there. Do not repeat what came before it, do not apologize, and do not mention this message.\n")
	return out.String()
}
