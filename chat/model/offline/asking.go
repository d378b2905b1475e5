package offline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/slots"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/words"
	"narthex/static/messages"
)

// act calls the tools that the visitor's message wants, or gives what to say first; neither where no tool is wanted.
func (b *briefing) act(req model.Request) ([]model.ToolCall, string) {
	things, known := slots.Found(req.Messages)
	outcome := slots.Fill(&b.History, req.Tools, slots.Church{Name: b.contents.Church, Country: b.contents.Country, Now: b.now(), Staff: b.staff(), Troubled: b.troubled}, things, known)
	switch missing := outcome.Missing; {
	case missing != nil && len(missing.Among) > 0:
		return nil, b.askWhich(missing, req.Tools)
	case missing != nil && missing.Kind == slots.TooMany && missing.Asked >= mostAsked:
		return nil, b.people(req.Tools)
	case missing != nil && missing.Kind == slots.TooMany:
		return nil, b.own().Text("few_places", "thing", b.named(missing.Instead), "left", strconv.Itoa(missing.Instead.Left)) + " " + b.say("which.count")
	case missing != nil:
		return nil, cmp.Or(b.askWhichDay(missing.Differs), b.askFor(missing, req.Tools))
	case outcome.JustCome != nil:
		return nil, b.own().Text("just_come", "thing", b.named(*outcome.JustCome))
	}
	if outcome.Shut != nil {
		return nil, b.shut(*outcome.Shut) + " " + b.people(req.Tools)
	}
	calls := 0
	for _, message := range req.Messages {
		calls += len(message.ToolCalls)
	}
	for i := range outcome.Calls {
		outcome.Calls[i].ID = "offline_" + strconv.Itoa(calls+i+1)
	}
	return outcome.Calls, ""
}

// shut says that nobody can join something at the moment.
func (b *briefing) shut(thing slots.Thing) string {
	said := b.own().Text("shut."+thing.Shut, "thing", b.named(thing))
	if thing.Shut == "closed" && thing.About != "" {
		said += " " + snippet.Ended(thing.About)
	}
	return said
}

// staff are the names of those who serve at the church.
func (b *briefing) staff() (names []string) {
	for _, f := range b.contents.Facts {
		if name, _, ok := strings.Cut(f.Value, ", "); f.Label == "Staff" && ok {
			names = append(names, name)
		}
	}
	return names
}

// troubled reports whether a message is of grief or of a need, to which no form is an answer.
func (b *briefing) troubled(message string) bool {
	return hurting(words.Fold(message)) || lacking(message) != nil
}

// mostListed is how many things are named to choose from.
const mostListed = 6

// askWhich names what may be meant.
func (b *briefing) askWhich(missing *slots.Missing, tools []model.Tool) string {
	if missing.Asked >= mostAsked {
		return b.people(tools)
	}
	text := b.say("list")
	for _, thing := range missing.Among[:min(len(missing.Among), mostListed)] {
		text += "\n- " + b.named(thing)
	}
	return text + "\n\n" + b.say("which.item")
}

// named is a thing with when it is.
func (b *briefing) named(thing slots.Thing) string {
	if thing.When == "" {
		return thing.Title
	}
	return thing.Title + ", " + thing.When
}

// sayOf tells once what a form is about.
func (b *briefing) sayOf(thing slots.Thing) string {
	if thing.Title == "" || len(b.Messages) > 1 && slots.AskedIn(b.Messages[0].After) != "" && !slots.AskedWhich(b.Messages[0].After) {
		return ""
	}
	return b.own().Text("meant", "thing", strings.TrimSuffix(b.named(thing), ".")) + " " // "p. m." ends a sentence
}

// mostAsked is how often a visitor is asked for the same: once plainly, and once more with how to write it. Then people are better at it.
const mostAsked = 2

// askFor asks for what is missing, unless what the visitor answers to that is not understood.
func (b *briefing) askFor(missing *slots.Missing, tools []model.Tool) string {
	again, explained := b.own()["again."+string(missing.Kind)]
	switch {
	case missing.Asked >= mostAsked && offers(tools, intent.LeaveMessage):
		return b.office() + " " + b.say("offer_message")
	case missing.Asked >= mostAsked:
		return b.office()
	case missing.Asked > 0 && explained:
		return again
	}
	if phrase, ok := b.own()["ask."+string(missing.Kind)]; ok {
		if missing.Instead.Title != "" && missing.Asked == 0 {
			return b.shut(missing.Instead) + " " + b.own().Text("next_open", "thing", b.named(missing.Of)) + " " + phrase
		}
		return b.sayOf(missing.Of) + phrase
	}
	return b.own().Text("ask_other", "label", strings.ReplaceAll(missing.Name, "_", " "))
}

func offers(tools []model.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name })
}

// dates are the names of months and weekdays, by language.
var dates = messages.Load("datetime")

// askWhichDay says that a date is no such weekday, and asks which of the two is meant; once.
func (b *briefing) askWhichDay(date time.Time) string {
	question := b.say("which.when")
	if date.IsZero() || strings.Contains(b.Messages[0].After, question) {
		return ""
	}
	named := dates.In(b.Language)
	return b.own().Text("day_differs", "day", strconv.Itoa(date.Day()), "month", named.Text("month."+strconv.Itoa(int(date.Month()))), "weekday", named.Text("weekday."+strconv.Itoa(int(date.Weekday())))) + " " + question
}
