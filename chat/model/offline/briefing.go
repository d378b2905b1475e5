package offline

import (
	"cmp"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/abroad"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/onfile"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/words"
	"narthex/static/messages"
)

// texts are what the offline model says in its own words, by language.
var texts = messages.Load("offline")

// briefing is what a request says, as far as the offline model can use it. It takes what the church has written and what the
// visitor says: what the prompt tells a model to be and do is built into this one.
type briefing struct {
	contents prompt.Contents
	dialogue.History

	asksFor *onfile.Question // groups, events or roles; nil: none of these
	onfile  []onfile.Entry   // what the look-ups for that gave
}

func brief(req model.Request) *briefing {
	b := &briefing{}
	if req.Contents != nil {
		b.contents = req.Contents()
	}
	b.History = dialogue.Hear(req.Messages, b.contents.Language)
	return b
}

// fromAbroad takes a message in a language that there are no answers in for the plain question that it asks, to be answered in the
// language that the church writes in. The notice says so in the visitor's, and is "" for everybody else.
func (b *briefing) fromAbroad() (notice string) {
	spoken := words.Spoken(b.Question, b.Language)
	if _, has := texts[spoken]; has {
		return ""
	}
	b.Language = b.written()
	if question, ok := abroad.Question(b.Question, spoken, b.Language); ok {
		b.Question = question
	}
	return abroad.Notice(spoken, b.Language)
}

// written is the language that the church writes in, as far as its facts tell.
func (b *briefing) written() string {
	var all strings.Builder
	for _, f := range b.contents.Facts {
		all.WriteString(f.Value + "\n")
	}
	if found := words.Language(all.String(), b.Language); texts[found] != nil {
		return found
	}
	return term.English
}

// fact gives the value of a label, "" where it is not on file.
func (b *briefing) fact(label string) string {
	for _, f := range b.contents.Facts {
		if f.Label == label {
			return f.Value
		}
	}
	return ""
}

// now is the time by the church's clock.
func (b *briefing) now() time.Time {
	if b.contents.Now.IsZero() {
		return time.Now().UTC()
	}
	return b.contents.Now
}

// own are the offline model's words in the visitor's language.
func (b *briefing) own() messages.Texts { return texts.In(b.Language) }

// say gives one of its sentences, with the church's name and phone filled in.
func (b *briefing) say(key string) string {
	church := cmp.Or(b.contents.Church, b.own().Text("unnamed"))
	return b.own().Text(key, "church", church, "phone", b.fact("Phone"))
}

// office says how to reach people: the phone, where it is on file.
func (b *briefing) office() string {
	if b.fact("Phone") == "" {
		return b.say("ask_office")
	}
	return b.say("call_office")
}

// pastor says who will talk about it, and how they are reached.
func (b *briefing) pastor() string {
	if name := b.fact("Pastor"); name != "" {
		return b.own().Text("ask_pastor", "pastor", name) + " " + b.office()
	}
	return b.office()
}
