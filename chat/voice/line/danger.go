package line

import (
	"cmp"
	"strings"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/voice/speech"
	"narthex/static/messages"
)

// written are the texts that the answers of the crisis gate are put together from, each a paragraph.
var written = messages.Load("crisis", "opening.", "advice.", "instead.", "child.", "call.")

// What of them sends whoever is surely in danger to the emergency number: before anything else, or should they come to harm. Who may
// have been misunderstood, tells of what is over, has said no to calling or has thanked us is answered without any of these.
var (
	sendsNow  = []string{"emergency.now", "emergency.first", "again.medical"}
	sendsLast = []string{"emergency.last", "emergency.last.other"}
)

// Preamble says whom to call before an answer of the crisis gate is read out: a caller may not listen to its end. It fits the danger,
// as the answer tells of it: the emergency number alone where that cannot wait, the crisis line first for who is a danger to
// themselves, and nothing where the answer asks, or only acknowledges. It names the emergency number that the answer names: where there
// are two, the ambulances' or that of the police.
func Preamble(c *church.Snapshot, answer, language string) string {
	lines := helplines.In(c.Address.Country)
	paragraphs := strings.Split(answer, "\n\n")
	if at, danger := among(paragraphs, sendsLast, lines); at >= 0 {
		return whomToCall(lines.Crisis, danger, language, "crisis")
	}
	at, danger := among(paragraphs, sendsNow, lines)
	if at < 0 || danger == "" {
		return ""
	}
	said, number := texts.In(language), speech.Slowly(danger, language)
	switch before := strings.Join(paragraphs[:at], " "); {
	case before == "":
		return said.Text("crisis.danger", "danger", number)
	case lines.Crisis != "" && strings.Contains(before, lines.Crisis): // the answer has led to somebody to talk to by then
		return ""
	}
	return said.Text("instead.danger", "danger", number) // it is not for everybody who is answered so
}

// Apart is said to who has accused somebody that serves at the church, in place of being put through: who is there for this, and
// belongs to no church.
func Apart(c *church.Snapshot, language string) string {
	said, survivors := texts.In(language), helplines.In(c.Address.Country).Survivors
	paragraphs := []string{said.Text("apart", "church", c.Name)}
	if survivors.Number != "" && !survivors.Hours { // else nobody may answer now
		paragraphs = append(paragraphs, said.Text("apart.survivors", "name", survivors.Name, "number", survivors.Number))
	}
	paragraphs = append(paragraphs, cmp.Or(Numbers(c, language, "apart"), WhomToCall(c, language)))
	spoken, _ := speech.Text(strings.Join(paragraphs, "\n"), language)
	return spoken
}

// among gives where the first paragraph stands that is one of some texts, in any language and to a child or not, and which emergency
// number it names; -1 where none is.
func among(paragraphs, keys []string, lines helplines.Lines) (at int, danger string) {
	for at, paragraph := range paragraphs {
		for _, danger := range []string{lines.Danger, lines.Ambulance} {
			if sends(paragraph, keys, danger) {
				return at, danger
			}
		}
	}
	return -1, ""
}

// sends reports whether a paragraph is one of some texts, in any language and to a child or not, with an emergency number.
func sends(paragraph string, keys []string, danger string) bool {
	for _, said := range written {
		for _, key := range keys {
			for _, to := range []string{"", "child."} {
				number := cmp.Or(danger, said[to+"emergency.local_number"])
				if text, ok := said[to+key]; ok && paragraph == messages.Fill(text, "number", number) {
					return true
				}
			}
		}
	}
	return false
}
