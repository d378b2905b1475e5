package ranking

import (
	"regexp"
	"slices"

	"narthex/chat/model/offline/term"
)

// A sentence may share all its words with a question and still be about something else: the fee of a funeral is no answer to what a
// wedding costs, and what a pastor was paid in 1877 none to what one is paid.

// occasions are what a church does for somebody at a price of its own.
var occasions = []term.Term{"=wedding", "=funeral", "=baptism", "=quince", "cemeteri", "grave", "pantri", "supper"}

// bygone are the words of headings that tell of it.
var bygone = []term.Term{"stori", "histori", "begin", "found", "histor", "comienz"}

// reporting says who is told of harm to a child. Many a question shares with it that somebody is to be called, or spoken to about something.
var (
	reporting = regexp.MustCompile(`(?i)\b(?:safeguarding|allegations?|tusla|garda[ií]|child protection|abuse[ds]?|in danger|999|112)\b`)
	ofSafety  = regexp.MustCompile(`(?i)\b(?:child safety|safeguarding|child protection|protecci[oó]n de menores)\b`)
)

// elsewhere reports whether a unit is about something else than the question, though it has words of it.
func (l *Library) elsewhere(m Match, q query) bool {
	for _, must := range q.musts {
		if !slices.ContainsFunc(must.oneOf, func(t term.Term) bool {
			return slices.Contains(m.first, t) || !must.atFirst && (m.terms[t] || m.context[t])
		}) {
			return true
		}
	}
	if kind := l.sources[m.source].Kind; !q.harm && (kind == Document || kind == FAQ) && (reporting.MatchString(m.text) || ofSafety.MatchString(l.sources[m.source].Title)) {
		return true
	}
	if l.sources[m.source].Kind != Document {
		return false
	}
	return !q.past && slices.ContainsFunc(bygone, func(t term.Term) bool { return m.context[t] })
}

// otherOccasion reports whether a unit gives the price of another occasion than the question names, or of one where it names none.
func (u *unit) otherOccasion(q query) bool {
	if named := q.occasion(); named != "" {
		return u.misses(named)
	}
	return slices.ContainsFunc(occasions, func(t term.Term) bool { return u.context[t] })
}

// misses reports whether a unit does not speak of an occasion, which is "" for none.
func (u *unit) misses(occasion term.Term) bool {
	return occasion != "" && !u.context[occasion] && !u.terms[occasion]
}

// occasion is the one that a question names, "" for none.
func (q query) occasion() term.Term {
	for _, t := range occasions {
		if slices.Contains(q.terms, t) {
			return t
		}
	}
	return ""
}
