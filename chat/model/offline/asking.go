package offline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/slots"
	"narthex/static/messages"
)

// act calls the tool that the visitor's message wants, or gives the question to ask first; neither where no tool is wanted.
func (b *briefing) act(req model.Request) (*model.ToolCall, string) {
	call, missing := slots.Fill(&b.History, req.Tools, slots.Church{Name: b.contents.Church, Country: b.contents.Country, Now: b.now()})
	if missing != nil {
		return nil, cmp.Or(b.askWhichDay(missing.Differs), b.askFor(missing, req.Tools))
	}
	if call == nil {
		return nil, ""
	}
	calls := 0
	for _, message := range req.Messages {
		calls += len(message.ToolCalls)
	}
	call.ID = "offline_" + strconv.Itoa(calls+1)
	return call, ""
}

// mostAsked is how often a visitor is asked for the same: once plainly, and once more with how to write it. Then people are better at it.
const mostAsked = 2

// askFor asks for what is missing, unless what the visitor answers to that is not understood.
func (b *briefing) askFor(missing *slots.Missing, tools []model.Tool) string {
	again, explained := b.own()["again."+string(missing.Kind)]
	switch {
	case missing.Asked >= mostAsked && offers(tools, slots.LeaveMessage):
		return b.office() + " " + b.say("offer_message")
	case missing.Asked >= mostAsked:
		return b.office()
	case missing.Asked > 0 && explained:
		return again
	}
	if phrase, ok := b.own()["ask."+string(missing.Kind)]; ok {
		return phrase
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
