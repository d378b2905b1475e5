// Package people tells whether an answer leads its reader to those who serve at a church, and whether a visitor has accused one of them.
//
// Read people.go (an answer), then mention.go (where a message names one of them), harm.go (whether it says that they did harm), named.go
// (whether it says who did what was told of before) and accused.go, which puts it together.
package people

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/tools"
	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

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

// Names reports whether an answer names somebody who serves at the church, or how its people are reached. What the visitor wrote
// themselves is no way that we show them.
func Names(c *church.Snapshot, answer, message string) bool {
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

// SendsTo reports whether a sentence of an answer sends the visitor to somebody who serves at a church, or offers to tell them.
func SendsTo(answer string) bool {
	return slices.ContainsFunc(sentenceEnd.Split(answer, -1), func(sentence string) bool {
		sentence = words.Fold(sentence)
		return anOffice.MatchString(sentence) || aPerson.MatchString(sentence) && aWay.MatchString(sentence)
	})
}

// peopleOf are the names of those who serve at a church, as words.Fold has them, but not who is there for safeguarding,
// with a title or without.
func peopleOf(c *church.Snapshot) (names []string) {
	for _, member := range c.Staff {
		names = append(names, words.Fold(member.Name))
	}
	names = append(names, words.Fold(c.PastorName), words.Fold(c.Voice.EscalationContact))
	safeguarding := untitled(c.Safeguarding.Name)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" || slices.Equal(untitled(name), safeguarding) })
}
