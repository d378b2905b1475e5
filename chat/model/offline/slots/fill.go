package slots

import (
	"slices"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// Fill calls the tool that the visitor's newest message wants, or goes on with, with what they have said; or first those that look up what they
// name. things are what these gave, known tells that they were called. Where the tool is not offered, what is wanted becomes a message.
func Fill(h *dialogue.History, tools []model.Tool, church Church, things []Thing, known bool) (outcome Outcome) {
	h = WithoutAsides(h)
	wanted, since := wantedIn(h)
	if wanted == nil {
		wanted, since = heldUp(h)
	}
	if wanted == nil {
		return Outcome{}
	}
	said := heard(h, since)
	outcome = church.fill(h, tools, wanted, said, things, known)
	if (outcome.Nothing() || outcome.Shut != nil) && h.Offering() && signs(h.Question) {
		return church.fill(h, tools, intent.Named(intent.LeaveMessage), heard(h, offeredSince(h, h.TextsOf(h.Messages[0].After))), nil, true)
	}
	if len(outcome.Calls) == 0 || isLookup(outcome.Calls[0]) {
		return outcome
	}
	if other := intent.Besides(said[0].Text, wanted); other != nil {
		switch also := church.fill(h, tools, other, said, nil, true); {
		case also.Missing != nil && also.Missing.Asked < mostAsides && !other.Quiet && !church.troubled(said[0].Text) && !reply.Refuses(h.Question):
			return also
		case len(also.Calls) > 0:
			outcome.Calls = append(outcome.Calls, also.Calls...)
		}
	}
	return outcome
}

func isLookup(call model.ToolCall) bool {
	_, known := lookups[call.Name]
	return known
}

// fill is what one wish comes to.
func (church Church) fill(h *dialogue.History, tools []model.Tool, wanted *intent.Intent, said []dialogue.Utterance, things []Thing, known bool) Outcome {
	if wanted = church.fitting(wanted, said); wanted == nil {
		return Outcome{}
	}
	var of, instead Thing
	if wanted.Item != "" && offered(tools, wanted.Tool) {
		if !known {
			if calls := look(wanted, said, tools); len(calls) > 0 {
				return Outcome{Calls: calls}
			}
		}
		switch found := meant(wanted, said, things); {
		case len(found) > 1:
			return Outcome{Missing: &Missing{Kind: slotItem, Asked: inARow(h, slotItem), Among: found}}
		case len(found) == 0 && !intent.Explicit(words.Fold(said[0].Text)):
			if wanted = intent.BesidesJoining(said[0].Text); wanted == nil {
				return Outcome{}
			}
		case len(found) == 0 || !offered(tools, found[0].tool):
			wanted = intent.Unlisted
		case found[0].JustCome:
			return Outcome{JustCome: &found[0]}
		default:
			of, wanted = found[0], intent.Named(found[0].tool)
			if of.Shut != "" {
				instead = of
				if of = openLater(things, of); of.Title == "" {
					return Outcome{Shut: &instead}
				}
			}
		}
	}
	if !offered(tools, wanted.Tool) {
		if wanted.Tool != intent.Subscribing && !wanted.Form && !signs(h.Question) && (!wanted.Joins() || !intent.Explicit(words.Fold(said[0].Text))) {
			return Outcome{}
		}
		wanted = intent.Unlisted
	}
	at := slices.IndexFunc(tools, func(t model.Tool) bool { return t.Name == wanted.Tool })
	if at < 0 {
		return Outcome{}
	}
	f := filling{church: church, history: h, wanted: wanted, first: said[0].Text, of: of, instead: instead, details: detailsIn(h, said, wanted, church.Name)}
	return f.call(tools[at])
}

// fitting is what becomes of a wish: whoever is troubled joins nothing, and is asked nothing for a form before they have said of themselves who they
// are; taking somebody off is for people. nil where nothing does.
func (c Church) fitting(wish *intent.Intent, said []dialogue.Utterance) *intent.Intent {
	message := said[0].Text
	asksFirst := wish.Joins() || (wish.Form && !wish.Quiet || wish.Errand) && len(said) == 1 && person.ContactAt(message) == nil
	switch {
	case asksFirst && c.troubled(message):
		return intent.BesidesJoining(message)
	case wish.ToSomebody && c.addressed(message) == "":
		return intent.BesidesJoining(message)
	case wish.Withdraws, wish.Errand:
		return intent.Unlisted
	}
	return wish
}

func offered(tools []model.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name })
}
