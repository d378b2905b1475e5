package slots

import (
	"strings"

	"narthex/chat/words"
	"narthex/static/messages"
)

// texts are what the offline model says in its own words, by language.
var texts = messages.Load("offline")

// AskedIn is what the assistant asked for in what it said, "" for nothing.
func AskedIn(said string) Kind {
	own := texts.In(words.Language(said, messages.Default))
	for _, group := range [...]string{"ask.", "again.", "which."} {
		for kind, phrase := range own.Group(group) {
			if strings.Contains(said, phrase) {
				return Kind(kind)
			}
		}
	}
	if before, _, _ := strings.Cut(own.Text("ask_other"), "{label}"); strings.Contains(said, before) {
		return slotOther
	}
	return ""
}

// AskedWhich reports whether the assistant asked which of several things is meant.
func AskedWhich(said string) bool { return AskedIn(said) == slotItem }
