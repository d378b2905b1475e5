package facts

import (
	"time"

	"narthex/chat/church"
	"narthex/chat/words"
)

// maxNamed is how many ministries are named at most: more is a list that nobody reads on a telephone.
const maxNamed = 8

// joinGroup answers who is looking for a group.
func (q *inquiry) joinGroup() string {
	for i, m := range q.church.Ministries {
		if name := q.index.ministries[i]; hasAny(name, groupNames) && hasAny(name, smallNames) {
			return q.quote(ministryLine(m)) + "\n\n" + q.say("join_group") + " " + q.ask(nil)
		}
	}
	return q.named("some_groups") + q.say("join_group") + " " + q.ask(nil)
}

// Together they are what churches call the groups that meet in homes.
var (
	groupNames = words.Set("group groups grupo grupos celula celulas")
	smallNames = words.Set("small home life cell connect pequeno pequenos casa hogar familiares vida celula celulas")
)

// serve answers who wants to help.
func (q *inquiry) serve() string {
	return q.say("serve") + " " + q.named("some_ministries") + q.say("where_you_fit") + " " + q.ask(nil)
}

// named lists some ministries by name, after a text; "" where there are none.
func (q *inquiry) named(key string) string {
	var names []string
	for _, m := range q.church.Ministries[:min(len(q.church.Ministries), maxNamed)] {
		names = append(names, "**"+m.Name+"**")
	}
	if len(names) == 0 {
		return ""
	}
	return q.say(key) + bullets(names) + "\n\n"
}

// give answers who wants to give.
func (q *inquiry) give() string {
	if q.church.GivingURL == "" {
		return q.say("give") + " " + q.ask(q.member(moneyTitles))
	}
	return q.say("give") + " " + q.say("give_online", "url", q.church.GivingURL)
}

// beginReading answers where to begin with the Bible, and names what the church reads together.
func (q *inquiry) beginReading() string {
	text := q.say("begin_reading")
	if together := q.readTogether(); together != "" {
		text += "\n\n" + q.say("read_together") + " " + together
	}
	return text
}

// readTogether is the first gathering whose name has the Bible in it: of the week's hours, which are for everybody.
func (q *inquiry) readTogether() string {
	for day := time.Sunday; day <= time.Saturday; day++ {
		for _, slot := range q.church.Hours.On(day) {
			if hasAny(q.index.label(&slot).words, bibleNames) && !q.forSome(slot) {
				return q.say("weekly", "day", q.weekday(day), "time", slot.Text)
			}
		}
	}
	return ""
}

// forSome reports whether a gathering is by its name for some people only.
func (q *inquiry) forSome(slot church.Slot) bool {
	return hasAny(q.index.label(&slot).words, forSomeNames)
}

var (
	bibleNames   = words.Set("bible biblia biblico biblica scripture")
	forSomeNames = words.Set("women womens men mens kids youth children childrens mujeres damas caballeros varones jovenes ninos")
)
