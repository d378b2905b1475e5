package notify

import (
	"strings"
	"time"

	"narthex/static/messages"
)

// labelAnswered is the label of the line that says what the visitor was answered, labelCalledFrom of the number that they called from.
const (
	labelAnswered   = "answered"
	labelCalledFrom = "called_from"
)

// section is a part of a conversation.
type section struct {
	Heading string
	Quotes  []quote
}

// addDanger puts on the page what is known of a crisis now, for a recipient.
func (s *Service) addDanger(p *page, d *delivery, to string, w *wording) {
	if d.danger == nil {
		return
	}
	p.Links = append(p.Links, s.acknowledge(d, to, w)...)
	p.Told = s.whoIsTold(d, w)
	if d.Confidential || d.Kind == kindCrises {
		return
	}
	p.Before = append(p.Before, section{w.Words["before"], d.danger.quotes(d.danger.Before, w, location(d.Timezone))})
	p.After = append(p.After, section{w.Words["since"], d.danger.quotes(d.danger.Since, w, location(d.Timezone))})
	if d.danger.Name+d.danger.Email+d.danger.Phone+d.danger.CalledFrom == "" {
		p.Unknown = w.Words["unknown"]
	}
}

// addContact adds what the visitor gave with other requests of the conversation, or since this one, and where they called from, to the
// lines that show who they are.
func (d *delivery) addContact() {
	if d.danger == nil || d.Confidential || d.Kind == kindCrises {
		return
	}
	var found []Line
	for _, line := range []Line{{"name", d.danger.Name}, {"phone", d.danger.Phone}, {"email", d.danger.Email}, {labelCalledFrom, d.danger.CalledFrom}} {
		if line.Text != "" && d.line(line.Label) == "" {
			found = append(found, line)
		}
	}
	d.Lines = append(cleanLines(found), d.Lines...)
	if d.ReplyTo == "" {
		d.ReplyTo = address(d.danger.Email)
	}
}

// line is the text under a label, "" without one.
func (d *delivery) line(label string) string {
	for _, line := range d.Lines {
		if line.Label == label {
			return line.Text
		}
	}
	return ""
}

func (s *Service) acknowledge(d *delivery, to string, w *wording) []Link {
	link := s.link(d, to)
	if link == "" || d.danger.AcknowledgedAt != nil {
		return nil
	}
	switch {
	case d.Kind != kindCrises:
		return []Link{{Text: w.Acknowledge["mail"], Button: w.Acknowledge["button"], URL: link}}
	case d.Urgent:
		return []Link{{Text: w.Acknowledge["mail_many"], Button: w.Acknowledge["button_many"], URL: link}}
	}
	return []Link{{Text: w.Acknowledge["mail_unsure"], Button: w.Acknowledge["button_many"], URL: link}}
}

// link is the same in every attempt at a message. Of a single crisis that is not urgent the mail says everything; of many, none does.
func (s *Service) link(d *delivery, to string) string {
	if s.config.Links == nil || d.danger == nil || !d.Urgent && d.Kind != kindCrises {
		return ""
	}
	return s.config.Links.Link(Acknowledgement{
		Church: d.ChurchID, Request: d.RequestID, Recipient: to, Expires: d.CreatedAt.Add(LinkLife), Many: d.Kind == kindCrises,
	})
}

func (d *Danger) quotes(all []Said, w *wording, zone *time.Location) (quotes []quote) {
	for _, said := range all {
		who := w.Words["by_"+said.Role] + ", " + w.clock(said.At, zone)
		quotes = append(quotes, quote{who, strings.Split(said.Content, "\n")})
	}
	return quotes
}

// whoIsTold says who else knows of a danger, and who will.
func (s *Service) whoIsTold(d *delivery, w *wording) (told []string) {
	zone := location(d.Timezone)
	for _, t := range d.danger.told {
		if t.Status == statusSent && t.SentAt != nil && t.SentTo != "" {
			told = append(told, messages.Fill(w.Words["told"], "address", t.SentTo, "time", w.clock(*t.SentAt, zone)))
		}
	}
	if d.Audience != audienceChurch || !d.Urgent {
		return told
	}
	if _, phone := d.addresses(); d.Channel == channelMail && phone != "" && s.sms != nil && len(told) == 0 {
		told = append(told, messages.Fill(w.Words["told_now"], "address", phone))
	}
	next, at := d.danger.second, d.CreatedAt.Add(s.config.Timing.Acknowledge)
	if d.Safeguarding {
		next = contact{}
	}
	who := next.Name
	switch {
	case !time.Now().Before(at):
		return told
	case d.Safeguarding && s.founder() != "":
		who = w.Words["founder_next"]
	case !next.known() && s.founder() == "":
		return told
	case !next.known():
		who = w.Words["nobody_second"]
	case who == "":
		who = next.Email + next.Phone
	}
	return append(told, messages.Fill(w.Words["told_next"], "time", w.clock(at, zone), "contact", who))
}

// whyYou says why a message does not go to the church's own address, "" of one that does.
func (d *delivery) whyYou(w *wording) string {
	key := ""
	switch {
	case d.Kind == kindTest || d.ofPlatform():
		return ""
	case d.Safeguarding:
		return d.whySafeguarding(w)
	case d.Audience == audienceSecond:
		key = "second"
	case d.Audience == audienceFounder && d.danger != nil && d.danger.reached():
		key = "founder_second"
	case d.Audience == audienceFounder && d.Kind != kindUnaddressed:
		key = "founder"
	}
	return messages.Fill(w.Words[key], "church", clean(d.ChurchName))
}

// crisisText words the text message of a crisis. It quotes nothing, because it is seen on locked screens; what was said is
// shown to whoever says that they have it.
func (s *Service) crisisText(d *delivery, to string, w *wording) string {
	var who []string
	for _, label := range []string{"name", "phone", "email"} {
		if text := cut(d.line(label), 40); text != "" {
			who = append(who, text)
		}
	}
	if from := d.line(labelCalledFrom); from != "" {
		who = append(who, messages.Fill(w.SMSCalledFrom, "number", from))
	}
	known := strings.Join(who, ", ")
	if known == "" {
		known = w.SMSUnknown
	}
	why := ""
	if d.Audience == audienceSecond {
		why = w.SMSSecond
	}
	text := messages.Fill(w.SMSCrisis, "church", cut(clean(d.ChurchName), 40), "urgent", w.Urgent, "subject", w.subject(d.wordedAs()),
		"category", w.value("category", d.line("category")), "who", known, "why", why)
	if d.Kind == kindCrises {
		text = messages.Fill(w.SMSCrises, "church", cut(clean(d.ChurchName), 40), "urgent", w.Urgent, "subject", w.subject(d.wordedAs()),
			"count", d.line(countLabel), "why", why)
	}
	end := messages.Fill(w.SMSAcknowledge, "link", s.link(d, to), "ref", d.ID.String()[24:])
	return cut(text, max(0, longestText-len(end))) + end
}
