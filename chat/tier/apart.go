// What is answered to who has accused somebody that serves at the church: nothing that leads them back to its people.

package tier

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/helplines"
	"narthex/chat/tools"
	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// accusation gives what the gate found in the last message in which a visitor accuses somebody who serves at the church.
func accusation(said []string) (finding crisis.Finding, found bool) {
	for i := len(said) - 1; i >= 0; i-- {
		if finding, found := crisis.Assess(said[i], said[:i]); found && finding.ByClergy {
			return finding, true
		}
	}
	return crisis.Finding{}, false
}

// apart gives the answer to a turn on, unless its visitor has accused somebody who serves at the church and the answer would lead them
// to its people: stored facts name the pastor, a model offers to tell the office. Then it says who is there for them outside. Which
// of its people is accused nobody can tell from here. An answer that is looked at is given on whole, at its end.
func apart(ctx context.Context, turn *chat.Turn, events iter.Seq2[chat.Event, error]) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		held := heldAnswer{turn: turn}
		for event, err := range events {
			if event.Kind == chat.KindTier && turn.Crisis && !slices.Contains(ours, event.Tier.Reason) {
				held.accusation, held.accused = accusation(turn.Dangers(ctx))
				held.last, held.stored = lastAnswer(turn.History(ctx)), slices.Contains(timesAndPlaces, event.Tier.Reason)
			}
			given := []chat.Event{event}
			if err == nil && held.accused {
				given = held.take(event)
			}
			for _, event := range given {
				if !yield(event, err) {
					return
				}
			}
		}
	}
}

// ours are the reasons of answers that are made here with the accusation in mind, and must not wait. timesAndPlaces are those of stored
// facts that speak of an office without leading anybody there.
var (
	ours           = []string{chat.ReasonCrisis, reasonDisclosure}
	timesAndPlaces = []string{"hours", "address", "what_to_expect"}
)

// heldAnswer is an answer whose text is not shown before it has been looked at.
type heldAnswer struct {
	turn       *chat.Turn
	last       string // the answer before this one
	accused    bool
	accusation crisis.Finding
	stored     bool // its text is from stored facts about times and places

	tools, sources []chat.Event // tools that have done something
	text           strings.Builder
}

// take takes the next event of the answer in, and gives those that can be shown by then.
func (h *heldAnswer) take(event chat.Event) []chat.Event {
	switch event.Kind {
	case chat.KindReset:
		h.tools, h.sources = nil, nil
		h.text.Reset()
	case chat.KindDelta:
		h.text.WriteString(event.Text)
		return nil
	case chat.KindSources:
		h.sources = append(h.sources, event)
		return nil
	case chat.KindTool:
		if event.Tool.Status == "done" && event.Tool.Name != chat.Handoff {
			h.tools = append(h.tools, event)
		}
	case chat.KindDone:
		h.accused = false
		return append(h.release(), event)
	}
	return []chat.Event{event}
}

// release gives the text of the answer, or what is said in its place.
func (h *heldAnswer) release() (events []chat.Event) {
	text := h.text.String()
	if !namesPeople(h.turn.Church, text, h.turn.Request.Message) && (h.stored || !sendsToPeople(text)) {
		if text != "" {
			events = append(events, chat.DeltaEvent(text))
		}
		return append(events, h.sources...)
	}
	language := reply.LanguageOf(h.turn.Request.Message, "", h.turn.Language)
	instead := reply.Apart(h.turn.Church, h.accusation, language)
	switch {
	case len(h.tools) > 0:
		instead = reply.CareAccusing(h.turn.Church, language)
	case instead == h.last:
		instead = reply.Again(h.turn.Church, h.accusation, language)
	}
	events = append(events, chat.Event{Kind: chat.KindReset}, noTier(chat.ReasonCrisis))
	return append(append(events, h.tools...), chat.DeltaEvent(instead))
}

var (
	someNumber  = regexp.MustCompile(`[+(]?\d[\d\s().-]{5,}\d`)
	someAddress = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]+\w`)
	// aPerson and aWay are looked for in one sentence, folded.
	aPerson = regexp.MustCompile(`\b(pastors?|pastora|priests?|fr|rev|reverend|deacons?|elders|minister|vicar|office|staff|leaders?|people of|parroco|sacerdotes?|cura|diacono|ancianos|oficina|secretaria|lideres|gente de)\b`)
	aWay    = regexp.MustCompile(`\b(talk|speak|reach|contact|call|phone|tell|ask|meets?|message|write|pass|visit|appointment|listen|hable|hablar|llame|llamar|llamen|comunicarse|comuniquese|contactar|contacte|digale|pregunte|preguntar|escriba|escribir|pasar|paso|pase|avisar|cita|visitar|visite|reunirse|escuchar)\b`)
	// anOffice is a way by itself.
	anOffice    = regexp.MustCompile(`\b(church|parish) office\b|\boficina (de la iglesia|parroquial)\b`)
	sentenceEnd = regexp.MustCompile(`[.!?\n]+(\s|$)`)
)

// namesPeople reports whether an answer names somebody who serves at the church, or how its people are reached. What the visitor wrote
// themselves is no way that we show them.
func namesPeople(c *church.Snapshot, answer, message string) bool {
	outside := append(helplines.Numbers(), c.Safeguarding.Phone, message)
	for _, number := range someNumber.FindAllString(answer, -1) {
		digits := grounding.Digits(number)
		if !slices.ContainsFunc(outside, func(known string) bool { return strings.Contains(grounding.Digits(known), digits) }) {
			return true
		}
	}
	for _, address := range someAddress.FindAllString(answer, -1) {
		if !strings.EqualFold(address, c.Safeguarding.Email) && !strings.Contains(message, address) {
			return true
		}
	}
	if link := tools.SchedulingLink(c.Scheduling); link != "" && strings.Contains(answer, link) {
		return true
	}
	folded := words.Fold(answer)
	return slices.ContainsFunc(peopleOf(c), func(name string) bool { return strings.Contains(folded, name) })
}

// sendsToPeople reports whether a sentence of an answer sends the visitor to somebody who serves at a church, or offers to tell them.
func sendsToPeople(answer string) bool {
	return slices.ContainsFunc(sentenceEnd.Split(answer, -1), func(sentence string) bool {
		sentence = words.Fold(sentence)
		return anOffice.MatchString(sentence) || aPerson.MatchString(sentence) && aWay.MatchString(sentence)
	})
}

// peopleOf are the names of those who serve at a church, as words.Fold has them, but not who is there for safeguarding.
func peopleOf(c *church.Snapshot) (names []string) {
	for _, member := range c.Staff {
		names = append(names, words.Fold(member.Name))
	}
	names = append(names, words.Fold(c.PastorName), words.Fold(c.Voice.EscalationContact))
	return slices.DeleteFunc(names, func(name string) bool { return name == "" || name == words.Fold(c.Safeguarding.Name) })
}
