package days

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// Context is what a message is read in.
type Context struct {
	Now     time.Time // by the church's clock
	In      calendar.Tradition
	Earlier time.Time // the day that was spoken of before; the zero time: none
	Today   bool      // today may be meant, and is not only named: "I found you today"
	Church  string    // its name; a feast that stands in it is none
}

// Clarity is how plain it is which day is meant.
type Clarity uint8

const (
	None    Clarity = iota // of no day is anything said
	One                    // it is plain
	Several                // more than one may be
	Open                   // none: what is said of days is denied, or too vague
	Differs                // a weekday is named, and a date that is another one
)

// Meant is the day that somebody means.
type Meant struct {
	Clarity Clarity
	Day     time.Time // of One; of Differs what is the date's
}

// Read finds the day that a message means.
func Read(message string, in Context) Meant {
	r := &reader{said: tokens(message), today: noon(in.Now), in: in.In, earlier: in.Earlier, church: " " + strings.Join(slices.Collect(words.Split(strings.ReplaceAll(words.Fold(in.Church), "'", ""))), " ") + " "}
	r.read()
	r.deny()
	return r.chosen(in.Today)
}

// chosen is the day that is left when what is denied, vague or corrected is put aside.
func (r *reader) chosen(today bool) Meant {
	var named, feasts []mention
	differs := time.Time{}
	spoken := false
	for _, m := range r.found {
		if m.kind == past || m.kind == fromToday && m.day.Equal(r.today) && !today {
			continue
		}
		spoken = true
		switch {
		case m.denied || m.day.IsZero() || r.isDenied(m):
		case m.differs:
			differs = m.day
		case m.kind == feast:
			feasts = append(feasts, m)
		default:
			named = append(named, m)
		}
	}
	if len(named) == 0 && differs.IsZero() {
		named = feasts
	}
	named = r.corrected(merged(named))
	switch {
	case len(named) == 1:
		return Meant{One, named[0].day}
	case len(named) > 1:
		return Meant{Clarity: Several}
	case !differs.IsZero():
		return Meant{Differs, differs}
	case spoken:
		return Meant{Clarity: Open}
	}
	return Meant{}
}

// isDenied reports whether a day is denied elsewhere in the message, or one of several of which some are: any Sunday except the 13th.
func (r *reader) isDenied(m mention) bool {
	return slices.ContainsFunc(r.found, func(other mention) bool { return other.denied && (m.open || other.day.Equal(m.day)) })
}

// merged leaves out what is the same day, and a weekday beside a date that falls on it.
func merged(named []mention) (left []mention) {
	for i, m := range named {
		isSame := func(other mention) bool { return other.day.Equal(m.day) }
		isDate := func(other mention) bool { return other.kind != weekday && other.day.Weekday() == m.day.Weekday() }
		if !slices.ContainsFunc(named[:i], isSame) && (m.kind != weekday || !slices.ContainsFunc(named, isDate)) {
			left = append(left, m)
		}
	}
	return left
}

// corrected leaves of several days those behind what takes the others back.
func (r *reader) corrected(named []mention) []mention {
	for i := len(named) - 1; i > 0; i-- {
		for _, t := range r.said[named[i-1].to:named[i].from] {
			if t.kind == correct {
				return named[i:]
			}
		}
	}
	return named
}
