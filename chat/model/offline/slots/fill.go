package slots

import (
	"encoding/json"
	"regexp"
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
	Staff   []string  // the names of those whom messages may be for

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
	Instead Thing     // what they named is not to be had, and Of is offered instead; the zero Thing: that is not so
}

// Outcome is what a message comes to. All are zero where no tool is wanted.
type Outcome struct {
	Calls    []model.ToolCall // without their ids
	Missing  *Missing         // what the visitor has to say first
	JustCome *Thing           // what they want to register for, and nobody has to
	Shut     *Thing           // what they want to join, and nobody can at the moment
}

// Nothing reports whether no tool is wanted.
func (o Outcome) Nothing() bool {
	return len(o.Calls) == 0 && o.Missing == nil && o.JustCome == nil && o.Shut == nil
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
	outcome = church.fill(h, tools, wanted, said, things, known)
	if outcome.Nothing() && h.Offering() && signs(h.Question) {
		return church.fill(h, tools, intentNamed(leaving), heard(h, offeredSince(h, h.TextsOf(h.Messages[0].After))), nil, true)
	}
	if len(outcome.Calls) == 0 || isLookup(outcome.Calls[0]) {
		return outcome
	}
	if other := besides(said[0].Text, wanted); other != nil {
		switch also := church.fill(h, tools, other, said, nil, true); {
		case also.Missing != nil && also.Missing.Asked < mostAsides:
			return also
		case len(also.Calls) > 0:
			outcome.Calls = append(outcome.Calls, also.Calls...)
		}
	}
	return outcome
}

// joiningWords stand between two wishes of one message.
var joiningWords = regexp.MustCompile(`\b(?:and|also|plus|y|tambien|ademas)\b`)

// besides is the wish that a message makes besides its first, nil for none.
func besides(message string, first *intent) *intent {
	folded := words.Fold(message)
	begins := first.asked.FindStringIndex(folded)
	if begins == nil {
		return nil
	}
	for _, list := range [...][]intent{intents, quiet} {
		for i := range list {
			other := &list[i]
			at := other.asked.FindStringIndex(folded)
			if at == nil || other.tool == first.tool || other.joins() || other.withdraws || other.unless != nil && other.unless.MatchString(folded) || denying.MatchString(folded[:at[0]]) {
				continue
			}
			from, to := min(begins[1], at[1]), max(begins[0], at[0])
			if from < to && joiningWords.MatchString(folded[from:to]) {
				return other
			}
		}
	}
	return nil
}

func isLookup(call model.ToolCall) bool {
	_, known := lookups[call.Name]
	return known
}

// fill is what one wish comes to.
func (church Church) fill(h *dialogue.History, tools []model.Tool, wanted *intent, said []dialogue.Utterance, things []Thing, known bool) Outcome {
	if wanted = church.fitting(wanted, said[0].Text); wanted == nil {
		return Outcome{}
	}
	var of, instead Thing
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
			if of.Shut != "" {
				instead = of
				if of = openLater(things, of); of.Title == "" {
					return Outcome{Shut: &instead}
				}
			}
		}
	}
	if !offered(tools, wanted.tool) {
		if wanted.tool != subscribing && !wanted.form && !signs(h.Question) && (!wanted.joins() || !explicit.MatchString(words.Fold(said[0].Text))) {
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
		return Outcome{Missing: &Missing{Kind: kind, Name: name, Asked: inARow(h, kind), Of: of, Instead: instead}}
	}
	if of.Left > 0 && d.count > of.Left && wanted.tool == registering {
		outcome := missing(slotCount, "people")
		outcome.Missing.Kind, outcome.Missing.Instead = TooMany, of
		return outcome
	}
	if (wanted == unlisted || wanted.form) && d.name == "" && !d.declined(slotName) {
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
		if p.name == "event_date" && instead.Title != "" {
			value = orNil(of.Day)
		}
		if p.name == "to" && wanted == unlisted {
			value = orNil(church.addressed(said[0].Text))
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
	case (wish.joins() || wish.form && !wish.quiet) && c.Troubled != nil && c.Troubled(message):
		return besidesJoining(message)
	case wish.toSomebody && c.addressed(message) == "":
		return besidesJoining(message)
	case wish.withdraws, wish.errand:
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
