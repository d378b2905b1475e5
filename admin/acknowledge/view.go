package acknowledge

import (
	"strconv"
	"strings"

	"narthex/admin/notify"
	"narthex/chat/voice/number"
)

// view is what the page shows. All of it is plain text.
type view struct {
	Language, Title, Church, When, Category string
	Done                                    string // that somebody has it, since when
	Text                                    []string
	Button                                  string // "" where there is nothing to tap
	Quiet                                   bool   // the button only shows something
	ContactWord, SaidWord                   string
	Contact                                 []way
	Said                                    []said
}

type said struct {
	By    string
	Lines []string
	Found bool // this is what was reported
}

// way is one to reach the visitor by.
type way struct{ Text, Dial, Mail string }

// closed is the page before the tap: whether somebody has the crisis, and nothing of the visitor.
func (c crisis) closed(link notify.Acknowledgement) view {
	words, shown := c.view(link)
	if c.AcknowledgedAt == nil {
		ask := "ask"
		if link.Many {
			ask = "ask_many"
		}
		shown.Text, shown.Button = []string{words.Text(ask)}, words.Text("button")
		return shown
	}
	shown.Done, shown.Button, shown.Quiet = c.taken(words, link), words.Text("show"), true
	return shown
}

// open is the page after the tap, which may have been the one that counts.
func (c crisis) open(link notify.Acknowledgement, first bool) view {
	words, shown := c.view(link)
	thanks := words.Text("thanks")
	if link.Many {
		thanks = words.Text("thanks_many")
	}
	if !first {
		thanks = c.taken(words, link)
	}
	shown.Done, shown.Text = thanks, []string{words.Text("next")}
	if link.Many {
		c.showAll(&shown, words)
		return shown
	}
	for _, w := range []way{{Text: c.Danger.Name}, {Text: c.Phone, Dial: number.Dialled(c.Phone, c.Country)}, {Text: c.Email, Mail: c.Email}} {
		if w.Text != "" {
			shown.Contact = append(shown.Contact, w)
		}
	}
	if c.CalledFrom != "" {
		shown.Contact = append(shown.Contact, way{Text: words.Text("called_from", "number", c.CalledFrom)}, way{Text: c.CalledFrom, Dial: c.CalledFrom})
	}
	if c.Phone+c.Email+c.CalledFrom == "" {
		shown.Contact = append(shown.Contact, way{Text: words.Text("no_contact")})
	}
	shown.ContactWord, shown.SaidWord = words.Text("contact"), words.Text("said")
	for _, m := range c.Before {
		shown.Said = append(shown.Said, said{By: words.By(m, c.Timezone), Lines: strings.Split(m.Content, "\n")})
	}
	reported := notify.Said{Role: "user", Content: c.Message, At: c.HappenedAt}
	shown.Said = append(shown.Said, said{words.By(reported, c.Timezone), strings.Split(c.Message, "\n"), true})
	for _, m := range c.Since {
		shown.Said = append(shown.Said, said{By: words.By(m, c.Timezone), Lines: strings.Split(m.Content, "\n")})
	}
	return shown
}

// showAll puts on the page what many visitors wrote.
func (c crisis) showAll(shown *view, words notify.Words) {
	if len(c.all) == mostShown {
		shown.Text = append(shown.Text, words.Text("most", "count", strconv.Itoa(mostShown)))
	}
	shown.SaidWord = words.Text("said_many")
	for _, o := range c.all {
		by := []string{words.Moment(o.At, c.Timezone)}
		for _, text := range []string{words.Category(o.Category), o.Name, o.Phone, o.Email} {
			if text != "" {
				by = append(by, text)
			}
		}
		if o.CalledFrom != "" {
			by = append(by, words.Text("called_from", "number", o.CalledFrom))
		}
		shown.Said = append(shown.Said, said{By: strings.Join(by, " · "), Lines: strings.Split(o.Message, "\n")})
	}
}

func (c crisis) view(link notify.Acknowledgement) (notify.Words, view) {
	words := notify.WordsIn(c.Language)
	shown := view{
		Language: words.Language, Title: words.Subject(link.Many, c.Urgent), Church: c.place.Name, When: words.Moment(c.HappenedAt, c.Timezone),
	}
	if !link.Many {
		shown.Category = words.Category(c.Category)
	}
	return words, shown
}

// taken says who has it, and since when.
func (c crisis) taken(words notify.Words, link notify.Acknowledgement) string {
	if c.AcknowledgedAt == nil {
		return ""
	}
	moment := words.Moment(*c.AcknowledgedAt, c.Timezone)
	if c.AcknowledgedBy == link.Recipient {
		return words.Text("yours", "moment", moment)
	}
	return words.Text("taken", "who", c.AcknowledgedBy, "moment", moment)
}
