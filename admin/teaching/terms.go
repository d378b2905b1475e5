package teaching

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/chat/helplines"
	"narthex/chat/words"
)

// Bounds of words that are never to be said.
const (
	mostTerms    = 40 // of one list
	longestTerm  = 60 // characters
	shortestTerm = 3  // letters
)

// checkTerms looks whether an answer can still be given without the words. Whatever is forbidden stops a sentence in which it
// stands: the lines for those in danger, and the church's own name, must stay sayable.
func checkTerms(found faults, field string, terms []string, a access.Admin, country string) {
	if len(terms) > mostTerms {
		found.add(field, "teaching.terms.many", "most", strconv.Itoa(mostTerms))
		return
	}
	if slices.ContainsFunc(terms, func(term string) bool { return utf8.RuneCountInString(term) > longestTerm }) {
		found.add(field, "teaching.terms.long", "most", strconv.Itoa(longestTerm))
		return
	}
	if !guard.Compiles(terms) {
		found.add(field, "teaching.terms.repeat")
		return
	}
	for _, term := range terms {
		letters := 0
		for _, r := range term {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		switch {
		case letters < shortestTerm:
			found.add(field, "teaching.terms.short", "term", term)
		case forbids(term, a.Church.Name):
			found.add(field, "teaching.terms.name", "term", term)
		case forbids(term, neededInDanger(country)):
			found.add(field, "teaching.terms.needed", "term", term)
		case words.SmallInAny(words.Fold(term)):
			found.add(field, "teaching.terms.small", "term", term)
		}
	}
}

// forbids reports whether a text could not be said any more if a term were forbidden.
func forbids(term, text string) bool {
	looking := guard.NewTerms([]church.Rule{{Forbidden: []string{term}}}, nil).Guard()
	if _, hit := looking.Write(text); hit != nil {
		return true
	}
	_, hit := looking.Close()
	return hit != nil
}

// wordsOfHelp are those without which nobody can be told where there is help.
const wordsOfHelp = "call, text, emergency, police, ambulance, hospital, doctor, danger, safe, help, helpline, hotline, crisis, suicide, kill, hurt, abuse, violence, pastor, church, office, person, somebody, you; " +
	"llame, llamar, texto, emergencia, policía, ambulancia, hospital, médico, peligro, ayuda, línea, crisis, suicidio, matar, daño, abuso, violencia, iglesia, oficina, persona, alguien, usted"

// neededInDanger is what an answer to somebody in danger is made of.
func neededInDanger(country string) string {
	lines := helplines.In(country)
	return strings.Join([]string{wordsOfHelp, lines.Danger, lines.Ambulance, lines.Crisis, lines.Abuse.Name, lines.Survivors.Name, lines.Child.Name, lines.AboutChildren.Name, helplines.Directory}, "; ")
}

// countryOf is the admin's church's.
func (h *Handler) countryOf(ctx context.Context) string {
	if known, err := h.parts.Churches(ctx, access.From(ctx).ChurchID); err == nil {
		return known.Address.Country
	}
	return ""
}
