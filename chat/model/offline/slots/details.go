package slots

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/party"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/model/offline/spelled"
	"narthex/chat/words"
)

// details are what a visitor has said that a tool may want.
type details struct {
	history                  *dialogue.History
	registers                bool // for an event
	called                   bool // back: they may name today as they like, and other days behind it
	text, name, phone, email string
	when                     []string // in the visitor's words
	said                     []answered
	church                   string // its name
	count, children          int
	all                      string   // folded, everything said
	pieces                   string   // the digits of a number that comes in several messages
	refused                  []Kind   // asked for, and not given
	notes                    []string // what a registration should tell besides
	form                     bool     // of its own
	story                    string   // all that was said of it
}

// answered is a message by what it answers.
type answered struct {
	text       string
	answers    Kind
	behindCard bool
}

// detailsIn collects from what the visitor said, oldest first.
func detailsIn(h *dialogue.History, said []dialogue.Utterance, wanted *intent.Intent, church string) details {
	d := details{history: h, text: ownText(wanted, said), called: wanted.Tool == intent.Callback, registers: wanted.Tool == intent.Registering, church: church, form: wanted.Form}
	if wanted.Form {
		d.story = story(wanted, said)
	}
	for n, u := range said {
		if n > 0 && wanted.Form && moment.NamesDay(person.Besides(u.Text, AskedIn(u.After) == slotName)) {
			d.when = nil // the newest counts
		}
		d.all += words.Fold(u.Text) + "\n"
		asked := AskedIn(u.After)
		d.said = append(d.said, answered{u.Text, asked, dialogue.ShowsCard(u.After)})
		if reply.Refuses(u.Text) && asked != "" {
			d.refused = append(d.refused, asked)
			continue
		}
		before := d.count
		d.read(u.Text, asked)
		d.correct(u, before)
		d.readReply(strings.Trim(u.Text, " .!\n"), asked)
	}
	return d
}

// read takes what a message says by its form.
func (d *details) read(message string, asked Kind) {
	unnamed := person.Besides(message, asked == slotName)
	name := person.Signed(message) // beside an address, before that is taken out
	if found := person.Email.FindString(message); found != "" {
		d.email = found
		message = strings.ReplaceAll(message, found, " ")
	}
	for _, found := range moment.Named(unnamed) {
		if d.called || !moment.SaysToday(words.Fold(found)) || moment.MeansToday(message, asked != "") {
			d.add(strings.Trim(found, " ,;!"))
		}
	}
	if found := person.PhoneIn(message); found != "" && !saidByAssistant(d.history, found) {
		d.phone = found
	}
	if found := person.Name.FindStringSubmatch(message); found != nil {
		d.name = found[1]
	} else if found := person.NameSaid(message); found != "" {
		d.name = found
	} else if found := person.OpeningName(message, name); found != "" && d.name == "" {
		d.name = found
	} else if name != "" && (d.name == "" || asked == slotName || asked == slotContact) {
		d.name = name
	}
	if toNote.MatchString(words.Fold(message)) {
		d.notes = append(d.notes, message)
	}
	coming := party.In(message)
	if asked == slotCount {
		coming = party.Answered(message)
	}
	d.count, d.children = cmp.Or(coming.People, d.count), cmp.Or(coming.Children, d.children)
}

// correct takes what a message says of a number before it, or of how many come.
// before is how many that were.
func (d *details) correct(u dialogue.Utterance, before int) {
	if found := reply.CorrectedNumber(d.phone, u.Text); found != "" {
		d.phone = found
	}
	if found := reply.CorrectedAddress(d.email, u.Text); found != "" {
		d.email = found
	}
	asked := AskedIn(u.After)
	if (asked == slotPhone || asked == slotContact) && len(person.Digits(u.Text)) < spelled.FewestDigits {
		if d.pieces += reply.Piece(u.Text); len(d.pieces) >= spelled.FewestDigits {
			d.phone, d.pieces = d.pieces, ""
		}
	}
	if found := seats.FindStringSubmatch(words.Fold(u.Text)); found != nil {
		d.count = cmp.Or(party.Number(found[1]+found[2]), d.count)
	}
	if behind := dialogue.ShowsCard(u.After); behind && otherCount.MatchString(words.Fold(u.Text)) {
		d.count = cmp.Or(changedTo(u.Text), party.Answered(u.Text).People, d.count)
	} else if !behind && before > 0 && d.count == before {
		d.count = cmp.Or(changedTo(u.Text), d.count)
	}
}

// declined reports whether the visitor was asked for something and would rather not say it.
func (d *details) declined(kind Kind) bool { return slices.Contains(d.refused, kind) }

var (
	// seats say how many come.
	seats = regexp.MustCompile(`\b(\d+|one|two|three|four|five|six|seven|eight|un|una|dos|tres|cuatro|cinco|seis|siete|ocho) (?:more )?(?:seats?|places?|spots?|tickets?|of us|boletos?|lugares?|plazas?|asientos?)\b|\b(?:register|book|reserve|sign up) (\d+|two|three|four|five|six) for\b`)
	// toNote is what the people of an event should know.
	toNote = regexp.MustCompile(`\b(?:allerg\w*|gluten|c(?:o)?eliac|vegetarian\w*|vegan\w*|kosher|halal|diabet\w*|(?:can'?t|cannot|does ?n'?t|do ?n'?t|won'?t) eat|nuts?|dairy|lactose|wheelchair|walker|deaf|alergi\w*|sin gluten|vegetarian[oa]s?|silla de ruedas|no (?:come|como|comen)|diabetic[oa])\b`)
	// otherCount changes how many come: "ah my sister isn't coming, make it two".
	otherCount = regexp.MustCompile(`\b(?:make (?:it|that)|change (?:it|that) to|its|it's|well be|we'll be|we will be|there(?:'ll| will) be|only|just|now|instead|actually|sorry|mejor|seremos|somos|seamos|sean|serian|seran|vamos a ser|ponga|apunte|pongale|solo|perdon)\b`)
	// newCount is a number in what changes how many come.
	newCount = regexp.MustCompile(`\b(?:make (?:it|that)|mejor|just|only|change (?:it|that) to|apunte|ponga|pongale|seremos|somos|seamos|(?:que )?sean|serian|seran)(?: for)? (\d+|one|two|three|four|five|six|seven|eight|nine|ten|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)(?:\W*$|\W*[.,;!]| (?:then|of us|people|persons?|adults?|instead|please|now|thanks|seats?|places?|spots?|tickets?|can (?:make|come|go)|will (?:be|come)|(?:are|is) coming|coming|going|more|entonces|personas|por favor|nada mas|gracias|lugares|boletos|asientos|vamos|vienen|iremos|pueden ir|pueden venir)\b)`)
)

// changedTo is the number that a change of how many come names, 0 for none.
func changedTo(message string) int {
	if found := newCount.FindStringSubmatch(words.Fold(message)); found != nil {
		return party.Number(found[1])
	}
	return 0
}

// add takes a day or a time, once.
func (d *details) add(when string) {
	if !slices.ContainsFunc(d.when, func(known string) bool { return strings.EqualFold(known, when) }) {
		d.when = append(d.when, when)
	}
}

// readReply takes what the assistant had asked for, in whatever form it comes.
func (d *details) readReply(said string, asked Kind) {
	switch {
	case asked == slotName && d.name == "":
		d.name = person.NameIn(said)
	case asked == slotWhen && len(d.when) == 0:
		d.when = []string{said}
	case asked == slotChildren && d.children == 0:
		d.children = party.Number(said)
	}
}
