package slots

import (
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/facts/days"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// dayKnown is the day that somebody wants to come on, as far as they have said.
type dayKnown struct {
	day     time.Time // the zero time: not known
	differs time.Time // the date that their newest message names with a weekday that it is not
}

// coming follows the day through their messages: the newest that names one tells, unless it takes back the one before and names no other.
func (d details) coming(now time.Time, country string) (known dayKnown) {
	for _, u := range d.said {
		in := days.Context{Now: now, In: calendar.Tradition{Country: country}, Earlier: known.day, Today: moment.MeansToday(u.text, u.answers != ""), Church: d.church}
		aboutDay := u.answers == slotWhen || u.behindCard
		if u.answers == slotWhen {
			in.Church = "" // a feast that the church is called by is only meant where a day was asked for
		}
		text := u.text
		if before, rest, ok := strings.Cut(text, ","); ok && reply.Soft(words.Fold(before)) {
			text = rest // "it does not matter" denies no day
		}
		meant := days.Read(text, in)
		known.differs = time.Time{}
		switch meant.Clarity {
		case days.One:
			known.day = meant.Day
		case days.Differs:
			known = dayKnown{differs: meant.Day}
		case days.Open, days.Several:
			if aboutDay {
				known.day = time.Time{}
			}
		}
	}
	return known
}

// differs is the date that is named with a weekday that it is not, where a parameter wants a date.
func (d details) differs(p parameter, now time.Time, country string) time.Time {
	if p.kind != slotWhen || p.schema.Format != "date" {
		return time.Time{}
	}
	return d.coming(now, country).differs
}
