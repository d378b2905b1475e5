package slots

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// value gives what a parameter gets, or nil where the visitor has not said it.
func (d details) value(p parameter, now time.Time, country string) any {
	if d.form {
		if value, known := d.particular(p.name, now); known {
			return value
		}
	}
	if len(p.schema.Enum) > 0 {
		return d.choice(p)
	}
	switch p.kind {
	case slotPrayer, slotMessage:
		if p.name == "notes" && d.registers {
			return orNil(strings.Join(d.notes, "\n"))
		}
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
var flagWords = map[string]func(folded string) bool{
	"confiden": reply.WantsPrivacy,
	"private":  reply.WantsPrivacy,
	"anonym":   regexp.MustCompile(`anonym|anonim`).MatchString,
	"urgent":   regexp.MustCompile(`urgent|as soon as possible|right away|lo antes posible`).MatchString,
}

// flag is set by a word of its name's meaning, and otherwise left out, or false where it is required.
func (d details) flag(p parameter) any {
	lower := strings.ToLower(p.name)
	for part, said := range flagWords {
		if strings.Contains(lower, part) && said(d.all) {
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
