package slots

import (
	"encoding/json"
	"slices"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
)

// Church is what is to be known of a church to understand what its visitors say.
type Church struct {
	Name    string    // a feast that it is called by is not meant where it is named
	Country string    // ISO 3166-1 alpha-2, for its feasts; "": not on file
	Now     time.Time // by its clock
}

// Missing is a value without which a tool cannot be called.
type Missing struct {
	Kind    Kind
	Name    string    // of the parameter
	Asked   int       // how often in a row the visitor was asked for it and has not said it
	Differs time.Time // the date that they named with a weekday that it is not; the zero time: none
}

// Fill calls the tool that the visitor's newest message wants, or goes on with, with what they have said; the call is without an id. Missing is
// what they have to say first. Both are nil where no tool is wanted, or the one that is is not offered.
func Fill(h *dialogue.History, tools []model.Tool, church Church) (*model.ToolCall, *Missing) {
	wanted, since := wanted(h)
	if wanted == nil {
		return nil, nil
	}
	at := slices.IndexFunc(tools, func(t model.Tool) bool { return t.Name == wanted.tool })
	if at < 0 {
		return nil, nil
	}
	d := detailsIn(heard(h, since), wanted, church.Name)
	arguments := make(map[string]any)
	written := false
	for _, p := range parametersOf(tools[at]) {
		isText := p.kind == slotPrayer || p.kind == slotMessage
		if isText && written && !p.required {
			continue // the visitor's words are given once
		}
		value := d.value(p, church.Now, church.Country)
		if value == nil && p.required {
			return nil, &Missing{Kind: p.kind, Name: p.name, Asked: inARow(h, p.kind), Differs: d.differs(p, church.Now, church.Country)}
		}
		if value != nil {
			arguments[p.name] = value
			written = written || isText
		}
	}
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return nil, nil
	}
	return &model.ToolCall{Name: wanted.tool, Arguments: string(encoded)}, nil
}

// inARow is how often the visitor was just asked for the same.
func inARow(h *dialogue.History, kind Kind) (asked int) {
	for asked < len(h.Messages) && AskedIn(h.Messages[asked].After) == kind {
		asked++
	}
	return asked
}
