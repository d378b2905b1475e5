package slots

import (
	"cmp"
	"slices"
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/party"
	"narthex/chat/words"
)

// details are what a visitor has said that a tool may want.
type details struct {
	called                   bool // back: they may name today as they like, and other days behind it
	text, name, phone, email string
	when                     []string // in the visitor's words
	said                     []answered
	church                   string // its name
	count, children          int
	all                      string // folded, everything said
}

// answered is a message by what it answers.
type answered struct {
	text       string
	answers    Kind
	behindCard bool
}

// detailsIn collects from what the visitor said, oldest first.
func detailsIn(said []dialogue.Utterance, wanted *intent, church string) details {
	d := details{text: wanted.text(said), called: wanted.tool == callback, church: church}
	for _, u := range said {
		d.all += words.Fold(u.Text) + "\n"
		asked := AskedIn(u.After)
		d.said = append(d.said, answered{u.Text, asked, dialogue.ShowsCard(u.After)})
		d.read(u.Text, asked)
		d.readReply(strings.Trim(u.Text, " .!\n"), asked)
	}
	return d
}

// read takes what a message says by its form.
func (d *details) read(message string, asked Kind) {
	if found := emailForm.FindString(message); found != "" {
		d.email = found
		message = strings.ReplaceAll(message, found, " ")
	}
	for _, found := range whenForm.FindAllString(message, -1) {
		if d.called || !today.MatchString(words.Fold(found)) || meansToday(unquoted(message), asked) {
			d.add(strings.Trim(found, " ,;!"))
		}
	}
	if found := phoneForm.FindString(inDigits(isoDate.ReplaceAllString(message, " "))); found != "" {
		d.phone = strings.TrimSpace(found)
	}
	if found := nameForm.FindStringSubmatch(message); found != nil {
		d.name = found[1]
	} else if found := nameSaid(message); found != "" {
		d.name = found
	}
	coming := party.In(message)
	if asked == slotCount {
		coming = party.Answered(message)
	}
	d.count, d.children = cmp.Or(coming.People, d.count), cmp.Or(coming.Children, d.children)
}

// add takes a day or a time, once.
func (d *details) add(when string) {
	if !slices.ContainsFunc(d.when, func(known string) bool { return strings.EqualFold(known, when) }) {
		d.when = append(d.when, when)
	}
}

// readReply takes what the assistant had asked for, in whatever form it comes.
func (d *details) readReply(reply string, asked Kind) {
	switch {
	case asked == slotName && d.name == "":
		d.name = nameIn(reply)
	case asked == slotWhen && len(d.when) == 0:
		d.when = []string{reply}
	case asked == slotChildren && d.children == 0:
		d.children = party.Number(reply)
	}
}
