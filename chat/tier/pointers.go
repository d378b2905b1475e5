// Where an answer may lead a visitor: links, telephone numbers, e-mail addresses.

package tier

import (
	"cmp"
	"context"
	"regexp"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/chat/helplines"
	"narthex/chat/tools"
)

// A model repeats whatever links and numbers it has read, and some of what it reads was written for a model to repeat. So an
// answer may lead a visitor only to what is on file. The rules stand here, and guard.Sieve enforces them:
//
//   - Links: the church's website with all its pages, its giving page, the page for appointments, those that tools give in
//     this turn, and those in the FAQ that answers this very question. Not those in documents, in other FAQs, in what tools
//     quote (titles of events, biographies), or in what was said before: a page for payments that stands there is what an
//     attacker would plant. A church that wants a link repeated puts it on its website, or into a FAQ of its own.
//   - Phone numbers and e-mail addresses: the church's own, those in its settings, and those in its biographies, FAQs,
//     passages and results of tools as long as the text around them has no mark of being private or of speaking to the
//     assistant (guard.Pointers.Text); and what the visitor gave. Churches' documents are full of numbers that people ask
//     for: to hold them all back would hurt more visitors than it protects.
//   - Crisis lines: those that package helplines knows, and the number in the church's own crisis message.

type pointersKey struct{}

// pointersOf is where answers for a church may lead, whatever was asked.
func pointersOf(c *church.Snapshot) *guard.Pointers {
	return church.Derived(c, pointersKey{}, func() *guard.Pointers {
		p := &guard.Pointers{}
		p.Site(c.Website)
		p.Link(c.GivingURL)
		p.Link(tools.SchedulingLink(c.Scheduling))
		p.Email(c.Email)
		p.Number(c.Phone)
		p.Number(c.Voice.AssistantNumber)
		p.Number(c.Voice.CarrierNumber)
		for _, text := range []string{
			c.CrisisMessage, c.CrisisBlessing, c.WeeklyAnnouncement, c.WelcomeGreeting, c.PastorAvailabilityText,
			c.Expect.DressCode, c.Expect.Parking, c.Expect.Children, c.Expect.FirstVisit, c.Expect.MusicStyle, c.Expect.ServiceLength,
		} {
			p.Own(text)
		}
		for _, ministry := range c.Ministries {
			p.Own(ministry.Name + " " + ministry.Description)
		}
		for _, entry := range c.ProductKnowledge {
			p.Answer(entry.Answer)
		}
		for _, member := range c.Staff {
			p.Text(member.Title + ". " + member.Bio)
		}
		for i := range c.FAQs {
			p.Text(c.FAQs[i].Answer)
		}
		return p
	})
}

// pointersFor is where the answer to a turn may lead. Its passages must not have been released.
func pointersFor(ctx context.Context, t *chat.Turn) *guard.Pointers {
	p := pointersOf(t.Church).Besides()
	passages, _ := t.Passages(ctx)
	for i := range passages {
		p.Text(passages[i].Content)
	}
	if t.FAQMatch != nil {
		p.Answer(t.FAQMatch.FAQ.Answer)
	}
	p.Answer(partOf(ctx, t).Told)
	for _, message := range t.VisitorMessages(ctx) {
		p.Own(message)
	}
	return p
}

// aboutCrisis finds questions about crisis lines.
var aboutCrisis = regexp.MustCompile(`(?i)\bcrisis\b|\bsuicid|\b988\b|\bhotline|\bhelpline|\blifeline|\bl[ií]nea de (?:ayuda|crisis|emergencia)`)

// replacements are what a visitor reads in place of links, addresses and numbers that are not on file. Where the visitor may be
// in danger, a number that somebody made up gives way to the right one.
func replacements(t *chat.Turn) guard.LeftOut {
	texts := guard.LeftOut{Link: chat.Phrase(t.Language, "link_left_out"), Email: chat.Phrase(t.Language, "email_left_out"), Number: chat.Phrase(t.Language, "number_left_out")}
	if t.Crisis || t.Distress || aboutCrisis.MatchString(t.Request.Message) {
		texts.Number = cmp.Or(helplines.In(t.Church.Address.Country).Crisis, helplines.Directory)
	}
	return texts
}
