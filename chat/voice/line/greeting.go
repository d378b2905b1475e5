package line

import (
	"cmp"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/voice/speech"
	"narthex/static/messages"
)

// texts are what callers are told.
var texts = messages.Load("voice")

// Greeting opens a call: the church's own words, else ours, and the notice.
func Greeting(c *church.Snapshot, kept bool) string {
	said := texts.In(c.Language)
	greeting := c.WelcomeGreeting
	if greeting == "" {
		greeting = said.Text("greeting", "church", c.Name)
	}
	greeting, _ = speech.Text(greeting+"\n"+Notice(c.Language, kept), c.Language, c.Phone)
	return greeting
}

// Notice says that a program answers and, where what is said is kept, that it is: several states want everybody who speaks told before
// anything is.
func Notice(language string, kept bool) string {
	if kept {
		return texts.In(language).Text("notice")
	}
	return texts.In(language).Text("notice.program")
}

// WhomToCall says whom to call instead of the church when a life is in danger: where no number is known, the emergency number of where the
// caller is. c may be nil.
func WhomToCall(c *church.Snapshot, language string) string {
	if c == nil {
		return texts.In(language).Text("instead.local")
	}
	said := cmp.Or(Numbers(c, language, "instead"), texts.In(language).Text("instead.local"))
	if lines := helplines.In(c.Address.Country); lines.Ambulance != lines.Danger {
		said += " " + texts.In(language).Text("instead.ambulance", "ambulance", speech.Slowly(lines.Ambulance, language))
	}
	return said
}

// Numbers is one of our texts about whom to call when a life is in danger, its numbers digit by digit, by which lines the church's
// country has: key.both, key.danger or key.line; "" where none is known.
func Numbers(c *church.Snapshot, language, key string) string {
	lines := helplines.In(c.Address.Country)
	return whomToCall(lines.Crisis, lines.Danger, language, key)
}

func whomToCall(line, danger, language, key string) string {
	switch {
	case line == "" && danger == "":
		return ""
	case line == "":
		key += ".danger"
	case danger == "":
		key += ".line"
	default:
		key += ".both"
	}
	return texts.In(language).Text(key, "crisis", speech.Slowly(line, language), "danger", speech.Slowly(danger, language))
}

// NotAnswered is what a caller hears at a number that is not answered, in both languages; c may be nil.
func NotAnswered(c *church.Snapshot, called string) map[string]string {
	sorry := make(map[string]string)
	for _, language := range texts.Languages() {
		switch said := texts.In(language); {
		case c == nil:
			sorry[language] = said.Text("unknown")
		case c.Phone != "" && !LeadsBack(c, c.Phone, called):
			sorry[language], _ = speech.Text(said.Text("closed.phone", "church", c.Name, "phone", c.Phone), language, c.Phone)
		default:
			sorry[language], _ = speech.Text(said.Text("closed", "church", c.Name), language)
		}
	}
	return sorry
}
