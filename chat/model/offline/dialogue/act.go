package dialogue

import (
	"strings"

	"narthex/chat/words"
	"narthex/static/messages"
)

// texts are what the offline model says in its own words, by language.
var texts = messages.Load("offline")

// cards are what visitors are asked beside a card, by language.
var cards = messages.Load("confirm")

// TextsOf are the texts that an answer of the assistant's is made of: those in its language.
func (h *History) TextsOf(answer string) messages.Texts {
	return texts.In(words.Language(answer, h.Language))
}

// Offering reports whether the assistant has just offered to pass something on.
func (h *History) Offering() bool {
	if len(h.Messages) == 0 {
		return false
	}
	before := h.Messages[0].After
	return OffersToPass(before, h.TextsOf(before))
}

// OffersToPass reports whether an answer offers to pass on what the visitor said; said are the texts in its language.
func OffersToPass(answer string, said messages.Texts) bool {
	return strings.Contains(answer, said.Text("offer_message")) || strings.Contains(answer, said.Text("offer_open"))
}

// LeftOpen reports whether an answer ends by saying that nothing has been passed on yet: what was said before it is no part of it.
func (h *History) LeftOpen(answer string) bool {
	said := h.TextsOf(answer)
	return strings.Contains(answer, said.Text("card_open")) || strings.Contains(answer, said.Text("offer_open"))
}

// ShowsCard reports whether an answer asks whether something may be passed on.
func ShowsCard(answer string) bool {
	for _, own := range cards {
		for _, question := range own.Group("ask") {
			before, _, _ := strings.Cut(question, "{") // the church, or who it would be
			if strings.Contains(answer, before) {
				return true
			}
		}
	}
	return false
}

// Settles reports whether an answer ends a matter: something was declined, or passed on.
func Settles(answer string) bool {
	for _, own := range settled() {
		if own != "" && strings.Contains(answer, own) {
			return true
		}
	}
	return false
}

// settled are what visitors are told when a matter is over, in all languages.
func settled() (said []string) {
	for language, own := range cards {
		said = append(said, own.Text("declined"), own.Text("late"))
		for _, text := range texts[language].Group("passed_on.") {
			said = append(said, text)
		}
	}
	return said
}
