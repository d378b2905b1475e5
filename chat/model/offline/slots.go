package offline

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/party"
	"narthex/chat/words"
)

// slotKind says what a parameter of a tool wants, as far as its name and type tell.
type slotKind string

const (
	slotPrayer   slotKind = "prayer"
	slotMessage  slotKind = "message"
	slotName     slotKind = "name"
	slotChildren slotKind = "children"
	slotPhone    slotKind = "phone"
	slotEmail    slotKind = "email"
	slotContact  slotKind = "contact"
	slotWhen     slotKind = "when"
	slotCount    slotKind = "count"
	slotFlag     slotKind = "flag"
	slotOther    slotKind = "other"
)

// parameter is a property of a tool's schema.
type parameter struct {
	name     string
	kind     slotKind
	required bool
	schema   property
}

type property struct {
	Type   schemaType `json:"type"`
	Format string     `json:"format"`
	Enum   []any      `json:"enum"`
}

// schemaType is a JSON schema's type: a name, or a list whose first name counts.
type schemaType string

// UnmarshalJSON takes both forms.
func (t *schemaType) UnmarshalJSON(data []byte) error {
	var names []string
	var name string
	if json.Unmarshal(data, &names) == nil && len(names) > 0 {
		name = names[0]
	} else if err := json.Unmarshal(data, &name); err != nil {
		return err
	}
	*t = schemaType(name)
	return nil
}

// parametersOf reads a tool's schema, required parameters first, otherwise by name. A schema that cannot be read has none.
func parametersOf(tool model.Tool) []parameter {
	var schema struct {
		Properties map[string]property `json:"properties"`
		Required   []string            `json:"required"`
	}
	if json.Unmarshal(tool.Parameters, &schema) != nil {
		return nil
	}
	var found []parameter
	for name, p := range schema.Properties {
		found = append(found, parameter{name: name, kind: kindOf(name, p, tool.Name), required: slices.Contains(schema.Required, name), schema: p})
	}
	slices.SortFunc(found, func(a, b parameter) int {
		if a.required != b.required {
			if a.required {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	return found
}

// slotNames find the kind of a parameter by parts of its name; the first that fits counts.
var slotNames = []struct {
	kind  slotKind
	parts []string
}{
	{slotEmail, []string{"email", "e_mail"}},
	{slotPhone, []string{"phone", "mobile", "tel"}},
	{slotContact, []string{"contact", "reach"}},
	{slotWhen, []string{"date", "day", "when", "time", "service"}},
	{slotChildren, []string{"child", "kid"}},
	{slotCount, []string{"people", "party", "guest", "adult", "count", "size", "how_many"}},
	{slotPrayer, []string{"prayer"}},
	{slotMessage, []string{"request", "message", "text", "body", "content", "detail", "note", "reason", "topic", "question", "about", "concern", "need"}},
	{slotName, []string{"name"}},
}

func kindOf(name string, p property, tool string) slotKind {
	if p.Type == "boolean" {
		return slotFlag
	}
	lower := strings.ToLower(name)
	for _, slot := range slotNames {
		if slices.ContainsFunc(slot.parts, func(part string) bool { return strings.Contains(lower, part) }) {
			if slot.kind == slotMessage && strings.Contains(tool, "prayer") {
				return slotPrayer
			}
			return slot.kind
		}
	}
	return slotOther
}

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
	answers    slotKind
	behindCard bool
}

var (
	emailForm = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	phoneForm = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	nameForm  = regexp.MustCompile(`(?:(?i:my name is|my name's|i am|i'm|this is|me llamo|mi nombre es|soy))\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`)
)

// detailsIn collects from what the visitor said, oldest first.
func detailsIn(said []utterance, wanted *intent, church string) details {
	d := details{text: wanted.text(said), called: wanted.tool == callback, church: church}
	for _, u := range said {
		d.all += words.Fold(u.text) + "\n"
		asked := askedIn(u.after)
		d.said = append(d.said, answered{u.text, asked, showsCard(u.after)})
		d.read(u.text, asked)
		d.readReply(strings.Trim(u.text, " .!\n"), asked)
	}
	return d
}

// read takes what a message says by its form.
func (d *details) read(message string, asked slotKind) {
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
func (d *details) readReply(reply string, asked slotKind) {
	switch {
	case asked == slotName && d.name == "":
		d.name = nameIn(reply)
	case asked == slotWhen && len(d.when) == 0:
		d.when = []string{reply}
	case asked == slotChildren && d.children == 0:
		d.children = party.Number(reply)
	}
}

// value gives what a parameter gets, or nil where the visitor has not said it.
func (d details) value(p parameter, now time.Time, country string) any {
	if len(p.schema.Enum) > 0 {
		return d.choice(p)
	}
	switch p.kind {
	case slotPrayer, slotMessage:
		return orNil(d.text)
	case slotName:
		return orNil(d.name)
	case slotPhone:
		return orNil(d.phone)
	case slotEmail:
		return orNil(d.email)
	case slotContact:
		if d.phone != "" {
			return d.phone
		}
		return orNil(d.email)
	case slotCount:
		return counted(d.count, p.schema)
	case slotChildren:
		return counted(d.children, p.schema)
	case slotWhen:
		return d.moment(p.schema, now, country)
	case slotFlag:
		return d.flag(p)
	}
	return nil
}

// counted gives a number in the schema's type; 0 is a number nobody has named.
func counted(n int, schema property) any {
	switch {
	case n == 0:
		return nil
	case schema.Type == "string":
		return strconv.Itoa(n)
	}
	return n
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// flagWords set a flag, by a part of its name.
var flagWords = map[string]*regexp.Regexp{
	"confiden": regexp.MustCompile(`confiden|private|privad|just the pastor|no one else|nadie mas`),
	"private":  regexp.MustCompile(`confiden|private|privad`),
	"anonym":   regexp.MustCompile(`anonym|anonim`),
	"urgent":   regexp.MustCompile(`urgent|as soon as possible|right away|lo antes posible`),
}

// flag is set by a word of its name's meaning, and otherwise left out, or false where it is required.
func (d details) flag(p parameter) any {
	lower := strings.ToLower(p.name)
	for part, said := range flagWords {
		if strings.Contains(lower, part) && said.MatchString(d.all) {
			return true
		}
	}
	if p.required {
		return false
	}
	return nil
}

// choice is the value of an enumeration that the visitor named.
func (d details) choice(p parameter) any {
	for _, option := range p.schema.Enum {
		if name, ok := option.(string); ok && strings.Contains(d.all, strings.ReplaceAll(words.Fold(name), "_", " ")) {
			return name
		}
	}
	return nil
}

// moment gives a date where the schema wants one, and otherwise the visitor's own words.
func (d details) moment(schema property, now time.Time, country string) any {
	switch {
	case schema.Format == "date":
		if known := d.coming(now, country); !known.day.IsZero() {
			return known.day.Format(time.DateOnly)
		}
		return nil
	case len(d.when) == 0:
		return nil
	case schema.Type == "array":
		return d.when
	case schema.Format != "":
		return nil // an exact time is not made up
	}
	return strings.Join(d.when, ", ")
}
