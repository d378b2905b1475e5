package slots

import (
	"encoding/json"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
)

// filling is a wish with what it is for, and with what was said for its tool.
type filling struct {
	church  Church
	history *dialogue.History
	wanted  *intent.Intent
	first   string // the message that made the wish
	of      Thing  // what they want to come to, belong to or help with; the zero Thing: that is not it
	instead Thing  // what they named is not to be had, and of is offered instead; the zero Thing: that is not so
	details details
}

// call is the call of a tool with the values that it wants, or the first of them that is missing.
func (f filling) call(tool model.Tool) Outcome {
	d := f.details
	if f.of.Left > 0 && d.count > f.of.Left && f.wanted.Tool == intent.Registering {
		outcome := f.missing(slotCount, "people")
		outcome.Missing.Kind, outcome.Missing.Instead = TooMany, f.of
		return outcome
	}
	if (f.wanted == intent.Unlisted || f.wanted.Form) && d.name == "" && !d.declined(slotName) {
		return f.missing(slotName, "name")
	}
	arguments := make(map[string]any)
	written := false
	for _, p := range parametersOf(tool) {
		isText := p.kind == slotPrayer || p.kind == slotMessage
		if isText && written && !p.required {
			continue // the visitor's words are given once
		}
		value := f.value(p)
		if value == nil && p.required {
			outcome := f.missing(p.kind, p.name)
			outcome.Missing.Differs = d.differs(p, f.church.Now, f.church.Country)
			return outcome
		}
		if value != nil {
			arguments[p.name] = value
			written = written || isText
		}
	}
	if f.wanted.Contact && d.phone == "" && d.email == "" && !d.declined(slotContact) {
		return f.missing(slotContact, "contact")
	}
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return Outcome{}
	}
	return Outcome{Calls: []model.ToolCall{{Name: f.wanted.Tool, Arguments: string(encoded)}}}
}

// value gives what a parameter gets, or nil where nobody has said it: from what it is for, where it is of that, and otherwise from the details.
func (f filling) value(p parameter) any {
	switch {
	case p.name == "to" && f.wanted == intent.Unlisted:
		return orNil(f.church.addressed(f.first))
	case p.name == "event_date" && f.instead.Title != "":
		return orNil(f.of.Day)
	case p.kind == slotItem:
		return orNil(f.of.Title)
	}
	return f.details.value(p, f.church.Now, f.church.Country)
}

// missing is what comes of a value that the visitor has not said.
func (f filling) missing(kind Kind, name string) Outcome {
	return Outcome{Missing: &Missing{Kind: kind, Name: name, Asked: inARow(f.history, kind), Of: f.of, Instead: f.instead}}
}

// inARow is how often the visitor was just asked for the same.
func inARow(h *dialogue.History, kind Kind) (asked int) {
	for asked < len(h.Messages) && AskedIn(h.Messages[asked].After) == kind {
		asked++
	}
	return asked
}
