package notify

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"
	"unicode/utf8"

	"github.com/wneessen/go-mail"

	"narthex/static/messages"
)

//go:embed templates
var templateFiles embed.FS

var (
	textTemplate = texttemplate.Must(texttemplate.ParseFS(templateFiles, "templates/notice.txt"))
	htmlTemplate = htmltemplate.Must(htmltemplate.ParseFS(templateFiles, "templates/notice.html"))
)

// page is what the templates show. All texts are plain: the HTML template escapes them.
type page struct {
	Language                     string
	Urgent                       bool
	UrgentWord, WhenWord         string
	QuotedWord                   string
	Heading, Church, Intro, When string
	WhyYou, Confidential, Reply  string // empty where it does not apply
	Facts                        []fact
	Quotes                       []quote
	Origin                       string
	Care                         string // about what is quoted, if anything is
	Unknown                      string // that the visitor gave no name and no contact
	Links                        []Link
	Before, After                []section // of the conversation, around what is quoted
	Told                         []string  // who else was told
	ToldWord                     string
}

type fact struct {
	Label, Text string
	URL         string // of ours, in place of the text
}

// quote is what a visitor wrote freely.
type quote struct {
	Label string
	Lines []string
}

// longFact is the length from which a text is shown as a quotation, in characters. Shorter ones are names, numbers, times.
const longFact = 80

// freeTexts are the labels whose texts are quotations however short they are.
var freeTexts = map[string]bool{"message": true, "prayer": true, "question": true, "need": true, "note": true, "notes": true, "details": true, "reason": true}

func (s *Service) page(d *delivery, to string) (*page, string) {
	toFounder := d.Audience == audienceFounder
	if toFounder {
		d.Language = messages.Default
	}
	w, language := words.in(d.Language)
	named := strings.NewReplacer("{church}", clean(d.ChurchName))
	p := &page{
		Language: language, Urgent: d.Urgent, UrgentWord: w.Urgent, WhenWord: w.Words["when"], QuotedWord: w.Words["quoted"],
		Heading: w.subject(d.wordedAs()), Church: clean(d.ChurchName), Intro: w.intro(d.wordedAs()), When: w.moment(d.HappenedAt, location(d.Timezone)),
		Origin: named.Replace(w.Words["origin"]), WhyYou: d.whyYou(w), ToldWord: w.Words["told_heading"],
	}
	if toFounder {
		p.Origin = w.Words["origin_founder"]
	}
	if d.Kind == kindUnaddressed {
		p.Facts = []fact{{Label: w.label("waiting"), Text: strconv.Itoa(d.Waiting)}}
	}
	if d.Confidential {
		p.Confidential = w.Words["confidential"]
	}
	if d.ReplyTo != "" {
		p.Reply = w.Words["reply"]
	}
	if len(d.Lines) > 0 && !slices.Contains(ownKinds, d.Kind) {
		p.Care = w.Words["care"]
	}
	p.addPlatform(s, d, to, w)
	s.addDanger(p, d, to, w)
	for _, line := range d.Lines {
		if line.Label == labelAnswered {
			answered := quote{w.Words["by_assistant"], strings.Split(line.Text, "\n")}
			p.After = append([]section{{w.label(labelAnswered), []quote{answered}}}, p.After...)
		} else if freeTexts[line.Label] || strings.Contains(line.Text, "\n") || utf8.RuneCountInString(line.Text) > longFact {
			p.Quotes = append(p.Quotes, quote{w.label(line.Label), strings.Split(line.Text, "\n")})
		} else {
			p.Facts = append(p.Facts, fact{Label: w.label(line.Label), Text: w.value(line.Label, line.Text)})
		}
	}
	return p, subjectLine(p, toFounder)
}

// wordedAs is the kind whose words tell it.
func (d *delivery) wordedAs() string {
	switch {
	case d.Kind == kindCrisis && !d.Urgent:
		return kindUnsure
	case d.Kind == kindCrises && !d.Urgent:
		return kindUnsures
	case d.Kind == kindTest && d.Safeguarding:
		return kindTestSafeguarding
	}
	return d.Kind
}

func subjectLine(p *page, toFounder bool) string {
	subject := p.Heading
	if p.Urgent {
		subject = p.UrgentWord + ": " + subject
	}
	if toFounder && p.Church != "" {
		subject = p.Church + ": " + subject
	}
	return cut(subject, 200)
}

// platformSender is whom mails come from that are not for a church's people about its visitors: those come from the church.
const platformSender = "Narthex"

// composeMail makes the mail. Its Message-ID is that of the row, so that a mail sent twice can be known by it.
func (s *Service) composeMail(d *delivery, to string) (*mail.Msg, error) {
	d.addContact()
	p, subject := s.page(d, to)
	var text, html bytes.Buffer
	if err := textTemplate.Execute(&text, p); err != nil {
		return nil, fmt.Errorf("write the mail's text: %w", err)
	}
	if err := htmlTemplate.Execute(&html, p); err != nil {
		return nil, fmt.Errorf("write the mail's HTML: %w", err)
	}
	sender := cut(p.Church, 100)
	if d.Audience == audienceFounder || d.Audience == audienceAdmin || d.Audience == audienceUser {
		sender = platformSender
	}
	_, domain, _ := strings.Cut(s.mail.from, "@")
	msg := mail.NewMsg()
	msg.FromMailAddress(&netmail.Address{Name: sender, Address: s.mail.from})
	msg.ToMailAddress(&netmail.Address{Address: to})
	if d.ReplyTo != "" {
		msg.ReplyToMailAddress(&netmail.Address{Address: d.ReplyTo})
	}
	msg.Subject(subject)
	msg.SetMessageIDWithValue(d.ID.String() + "@" + domain)
	msg.SetDate()
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office answers
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetGenHeader("List-Id", "<notifications."+domain+">") // RFC 2919: something to sort by
	if d.Urgent {
		msg.SetImportance(mail.ImportanceHigh)
	}
	msg.SetBodyString(mail.TypeTextPlain, text.String())
	msg.AddAlternativeString(mail.TypeTextHTML, html.String())
	return msg, nil
}

func (s *Service) sendMail(ctx context.Context, d *delivery, to string) (messageID string, err error) {
	msg, err := s.composeMail(d, to)
	if err != nil {
		return "", err
	}
	return msg.GetMessageID(), s.mail.send(ctx, msg)
}

// longestText is the most characters of a text message: two to five parts, by alphabet.
const longestText = 320

// composeText words the text message, which says that there is something to read, and quotes nothing.
func (s *Service) composeText(d *delivery, to string) string {
	if d.Audience == audienceCaller {
		return d.callerText()
	}
	w, _ := words.in(d.Language)
	if d.danger != nil && d.Urgent {
		d.addContact()
		return s.crisisText(d, to, w)
	}
	phone := ""
	for _, line := range d.Lines {
		if number := telephone(line.Text, d.Country); line.Label == "phone" && number != "" && phone == "" {
			phone = strings.ReplaceAll(w.SMSPhone, "{number}", number)
		}
	}
	subject := w.subject(d.wordedAs())
	if d.Urgent {
		subject = w.Urgent + ": " + subject
	}
	text := strings.NewReplacer(
		"{church}", cut(clean(d.ChurchName), 60), "{subject}", subject, "{phone}", phone,
		"{ref}", d.ID.String()[24:],
	).Replace(w.SMS)
	return cut(text, longestText)
}
