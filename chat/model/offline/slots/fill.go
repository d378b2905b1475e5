package slots

import (
	"encoding/json"
	"slices"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/words"
)

// Church is what is to be known of a church to understand what its visitors say.
type Church struct {
	Name    string    // a feast that it is called by is not meant where it is named
	Country string    // ISO 3166-1 alpha-2, for its feasts; "": not on file
	Now     time.Time // by its clock

	// Troubled reports whether a message tells of grief or a need: it wants to join nothing, whatever words stand in it. nil: none does.
	Troubled func(message string) bool
}

// Missing is a value without which a tool cannot be called.
type Missing struct {
	Kind    Kind
	Name    string    // of the parameter
	Asked   int       // how often in a row the visitor was asked for it and has not said it
	Differs time.Time // the date that they named with a weekday that it is not; the zero time: none
	Of      Thing     // what they want to come to, belong to or help with; the zero Thing: that is not it
	Among   []Thing   // of which of these they have to say which they mean
}

// Outcome is what a message comes to. All are zero where no tool is wanted.
type Outcome struct {
	Calls    []model.ToolCall // without their ids
	Missing  *Missing         // what the visitor has to say first
	JustCome *Thing           // what they want to register for, and nobody has to
}

// Fill calls the tool that the visitor's newest message wants, or goes on with, with what they have said; or first those that look up what they
// name. things are what these gave, known tells that they were called. Where the tool is not offered, what is wanted becomes a message.
func Fill(h *dialogue.History, tools []model.Tool, church Church, things []Thing, known bool) (outcome Outcome) {
	h = WithoutAsides(h)
	wanted, since := wanted(h)
	if wanted == nil {
		return Outcome{}
	}
	said := heard(h, since)
	if wanted = church.fitting(wanted, said[0].Text); wanted == nil {
		return Outcome{}
	}
	var of Thing
	if wanted.item != "" && offered(tools, wanted.tool) {
		if !known {
			if calls := wanted.look(said, tools); len(calls) > 0 {
				return Outcome{Calls: calls}
			}
		}
		switch found := wanted.meant(said, things); {
		case len(found) > 1:
			return Outcome{Missing: &Missing{Kind: slotItem, Asked: inARow(h, slotItem), Among: found}}
		case len(found) == 0 && !explicit.MatchString(words.Fold(said[0].Text)):
			if wanted = besidesJoining(said[0].Text); wanted == nil {
				return Outcome{}
			}
		case len(found) == 0 || !offered(tools, found[0].tool):
			wanted = unlisted
		case found[0].JustCome:
			return Outcome{JustCome: &found[0]}
		default:
			of, wanted = found[0], intentNamed(found[0].tool)
		}
	}
	if !offered(tools, wanted.tool) {
		if wanted.tool != subscribing && (!wanted.joins() || !explicit.MatchString(words.Fold(said[0].Text))) {
			return Outcome{}
		}
		wanted = unlisted
	}
	at := slices.IndexFunc(tools, func(t model.Tool) bool { return t.Name == wanted.tool })
	if at < 0 {
		return Outcome{}
	}
	d := detailsIn(said, wanted, church.Name)
	missing := func(kind Kind, name string) Outcome {
		return Outcome{Missing: &Missing{Kind: kind, Name: name, Asked: inARow(h, kind), Of: of}}
	}
	if wanted == unlisted && d.name == "" && !d.declined(slotName) {
		return missing(slotName, "name")
	}
	arguments := make(map[string]any)
	written := false
	for _, p := range parametersOf(tools[at]) {
		isText := p.kind == slotPrayer || p.kind == slotMessage
		if isText && written && !p.required {
			continue // the visitor's words are given once
		}
		value := d.value(p, church.Now, church.Country)
		if p.kind == slotItem {
			value = orNil(of.Title)
		}
		if value == nil && p.required {
			outcome := missing(p.kind, p.name)
			outcome.Missing.Differs = d.differs(p, church.Now, church.Country)
			return outcome
		}
		if value != nil {
			arguments[p.name] = value
			written = written || isText
		}
	}
	if wanted.contact && d.phone == "" && d.email == "" && !d.declined(slotContact) {
		return missing(slotContact, "contact")
	}
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return Outcome{}
	}
	return Outcome{Calls: []model.ToolCall{{Name: wanted.tool, Arguments: string(encoded)}}}
}

// fitting is what becomes of a wish: whoever is troubled joins nothing, and taking somebody off is for people. nil where nothing does.
func (c Church) fitting(wish *intent, message string) *intent {
	switch {
	case wish.joins() && c.Troubled != nil && c.Troubled(message):
		return besidesJoining(message)
	case wish.withdraws:
		return unlisted
	}
	return wish
}

// unlisted passes on a wish to join what is not on file, or what the church takes nobody for by itself.
var unlisted = &intent{tool: leaving, contact: true, asked: general[1].asked, opening: general[1].opening}

func offered(tools []model.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name })
}

// inARow is how often the visitor was just asked for the same.
func inARow(h *dialogue.History, kind Kind) (asked int) {
	for asked < len(h.Messages) && AskedIn(h.Messages[asked].After) == kind {
		asked++
	}
	return asked
}
