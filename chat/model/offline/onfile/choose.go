package onfile

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// Choice is what of the entries answers a question.
type Choice struct {
	Fits    []Entry // what is asked for, in the order it was found, of each title the next; empty: nothing is
	Nearest []Entry // where nothing fits: what has something of it
	ByName  bool    // what fits is named in the question
	Whole   bool    // what fits has all that the question names
}

// Choose tells what answers the question.
func (q *Question) Choose(entries []Entry) (c Choice) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return !slices.Contains(q.kinds, e.of) })
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.starts.Compare(b.starts) })
	inTime := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return !q.during(&e) })
	best := 0
	for _, e := range onePerTitle(inTime) {
		has, all := q.shared(&e)
		named := q.names(&e)
		if named && !c.ByName {
			c.Fits, c.ByName = nil, true
		}
		switch {
		case named, !c.ByName && all && has >= best:
			if !named && has > best {
				best, c.Fits = has, nil
			}
			c.Fits = append(c.Fits, e)
		}
	}
	if len(c.Fits) > 0 {
		c.Whole = !slices.ContainsFunc(q.terms, func(t term.Term) bool { return !c.Fits[0].terms[t] })
		return c
	}
	near := 1 // what has nothing of it comes near to nothing
	for _, e := range onePerTitle(entries) {
		if !q.isOfGrave(&e) {
			continue
		}
		if has, _ := q.shared(&e); has > near {
			near, c.Nearest = has, []Entry{e}
		} else if has == near {
			c.Nearest = append(c.Nearest, e)
		}
	}
	return c
}

// isOfGrave reports whether an entry is of the grave things that the question names, which is true of all where it names none: who mourns is
// not sent to what else they are.
func (q *Question) isOfGrave(e *Entry) bool {
	for _, s := range q.subjects {
		if s.grave && !s.given.MatchString(e.folded) {
			return false
		}
	}
	return true
}

// shared counts what of the question an entry has; all reports whether that is enough to be what is asked for: every subject, and where it names none, or of
// an event, more than half of what else it names.
func (q *Question) shared(e *Entry) (has int, all bool) {
	all = true
	for _, s := range q.subjects {
		if s.given.MatchString(e.folded) {
			has += 2
		} else {
			all = false
		}
	}
	known := 0
	for _, t := range q.terms {
		if e.terms[t] {
			known++
		}
	}
	if (len(q.subjects) == 0 || e.of == event) && 2*known <= len(q.terms) && len(q.terms) > 0 {
		all = false
	}
	return has + known, all
}

// names reports whether the question names an entry by what is telling in its title.
func (q *Question) names(e *Entry) bool {
	told, asked := 0, slices.Collect(words.Split(q.asks))
	for word := range words.Split(strings.ReplaceAll(words.Fold(e.Title), "'", "")) {
		if words.SmallInAny(word) || inAnyTitle[word] {
			continue
		}
		if !slices.ContainsFunc(asked, func(other string) bool { return strings.TrimSuffix(other, "s") == strings.TrimSuffix(word, "s") }) {
			return false
		}
		told++
	}
	return told > 0
}

// inAnyTitle are words by which no title is told from others.
var inAnyTitle = words.Set("group groups grupo helper class circle meeting and the for with")

// during reports whether an entry is at a time that is asked for.
func (q *Question) during(e *Entry) bool {
	if e.of == role {
		return true
	}
	if !e.starts.IsZero() {
		if !q.from.IsZero() && (e.starts.Before(q.from) || !e.starts.Before(q.to.AddDate(0, 0, 1))) {
			return false
		}
		return (q.on == nil || e.starts.Weekday() == *q.on) && (!q.late || e.starts.Hour() >= eveningFrom)
	}
	switch {
	case q.on == nil:
		return true
	case !meetsOn(e.When, *q.on):
		return false
	case q.isOneDay() && ordinal.MatchString(words.Fold(e.When)):
		return false // whether it is this one is not known
	}
	return !q.late || lateForm.MatchString(words.Fold(e.When))
}

// eveningFrom is the hour from which on it is evening.
const eveningFrom = 17

var (
	ordinal  = regexp.MustCompile(`\b(?:first|second|third|fourth|last|every other|primer|primero|segundo|tercer|cuarto|ultimo)\b`)
	lateForm = regexp.MustCompile(`\b(?:0?[5-9]|1[01]):\d\d (?:pm|p\. ?m\.)|\b(?:1[7-9]|2[0-3]):\d\d`)
)

// onePerTitle keeps of each title the next, which is the first that was found, and what comes before it and does not take place or has begun.
func onePerTitle(entries []Entry) (kept []Entry) {
	for _, e := range entries {
		if !slices.ContainsFunc(kept, func(other Entry) bool {
			return other.Title == e.Title && other.State != Cancelled && other.State != Begun
		}) {
			kept = append(kept, e)
		}
	}
	return kept
}
