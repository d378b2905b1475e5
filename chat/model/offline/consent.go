package offline

import (
	"cmp"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/reply"
	"narthex/chat/model/offline/slots"
	"narthex/static/messages"
)

// cards are what visitors are asked beside a card, by language.
var cards = messages.Load("confirm")

// undecided says behind an answer, of a card or an offer that the visitor has said neither yes nor no to, that nothing has been passed on.
func (b *briefing) undecided(answer string) string {
	if len(b.Messages) == 0 || b.LeftOpen(answer) || dialogue.OffersToPass(answer, b.own()) {
		return ""
	}
	before := b.Messages[0].After
	_, behind := reply.AskedBehind(b.Messages[0].Text)
	switch {
	case dialogue.ShowsCard(before) || strings.Contains(before, b.TextsOf(before).Text("card_open")):
		return b.say("card_open")
	case behind && b.Offering():
		return b.say("offer_open")
	}
	return ""
}

// letBe answers who says no to what the assistant has offered or asked for, or takes it back; "" others.
func (b *briefing) letBe() string {
	if len(b.Messages) == 0 {
		return ""
	}
	before := slots.WithoutAsides(&b.History).Messages[0].After
	if !slots.TakesBack(b.Question, slots.AskedIn(before)) {
		return ""
	}
	if dialogue.OffersToPass(before, b.TextsOf(before)) || dialogue.ShowsCard(before) || b.LeftOpen(before) || slots.AskedIn(before) != "" || strings.Contains(before, b.TextsOf(before).Text("leave_word")) {
		return cards.In(b.Language).Text("declined")
	}
	return ""
}

// leaveWord says how somebody takes up what they have wished for in grief or need, "" where they wish for nothing or something is offered.
func (b *briefing) leaveWord(answer string, tools []model.Tool) string {
	if !slots.MayLeaveWord(&b.History) || dialogue.OffersToPass(answer, b.own()) || !offers(tools, intent.LeaveMessage) {
		return ""
	}
	return b.say("leave_word")
}

// askedBefore is what the visitor was asked for and has put a question instead of saying: it is asked once more behind the answer, "" where
// nothing was.
func (b *briefing) askedBefore() string {
	if len(b.Messages) < 2 || b.troubled(b.Question) { // who tells of grief behind a question is not asked for a name
		return ""
	}
	before := b.Messages[0].After
	kind := slots.AskedIn(before)
	if kind == "" || slots.TakesBack(b.Question, kind) || !slots.AsksAside(b.Question, kind) {
		return ""
	}
	own := b.own()
	return cmp.Or(own["ask."+string(kind)], own["which."+string(kind)])
}
