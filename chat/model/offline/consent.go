package offline

import (
	"strings"

	"narthex/chat/model/offline/dialogue"
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
	_, behind := slots.AskedBehind(b.Messages[0].Text)
	switch {
	case dialogue.ShowsCard(before) || strings.Contains(before, b.TextsOf(before).Text("card_open")):
		return b.say("card_open")
	case behind && b.Offering():
		return b.say("offer_open")
	}
	return ""
}

// letBe answers who says no to what the assistant has offered or asked for, "" others.
func (b *briefing) letBe() string {
	if len(b.Messages) == 0 || !slots.Refuses(b.Question) {
		return ""
	}
	before := b.Messages[0].After
	if b.Offering() || dialogue.ShowsCard(before) || b.LeftOpen(before) || slots.AskedIn(before) != "" {
		return cards.In(b.Language).Text("declined")
	}
	return ""
}
