package intake

import (
	"context"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// submission is a tool that only submits a request of what the visitor said.
type submission struct {
	kind    tools.Kind
	urgent  bool
	contact bool     // wants an e-mail address or a phone number
	message string   // the parameter with the visitor's words
	details []string // other parameters, in the order in which they are shown
	check   func(*tools.Invocation) error
	next    string // what else the model is told
}

// submits makes the Run of such a tool.
func submits(s submission) func(context.Context, *tools.Invocation) (tools.Fields, error) {
	return func(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
		if s.contact {
			if err := c.NeedContact(); err != nil {
				return nil, err
			}
		}
		if s.check != nil {
			if err := s.check(c); err != nil {
				return nil, err
			}
		}
		request := tools.Request{Kind: s.kind, Urgent: s.urgent, Details: c.Lines(s.details...)}
		if s.message != "" {
			request.Message = c.Text(s.message)
		}
		if err := c.Submit(ctx, request); err != nil {
			return nil, err
		}
		answer := tools.PassedOn()
		answer.Add("next", s.next)
		return answer, nil
	}
}

// maxAhead is how far ahead a day may be: plans are made for the year to come, and anything later is a slip.
const maxAhead = 2 * 366 * 24 * time.Hour

// needComingDay refuses a day that is past or too far ahead.
func needComingDay(name string) func(*tools.Invocation) error {
	return func(c *tools.Invocation) error {
		day, given := c.Day(name)
		if !given {
			return nil
		}
		now := c.Now()
		today := church.DayBegins(now.Year(), now.Month(), now.Day(), now.Location())
		switch {
		case day.Before(today):
			return tools.Refuse(tools.InvalidArguments, "%s is past: today is %s. Ask the visitor which day they mean.", name, today.Format("Monday, 2006-01-02"))
		case day.Sub(now) > maxAhead:
			return tools.Refuse(tools.InvalidArguments, "%s is too far ahead. Ask the visitor which day they mean.", name)
		}
		return nil
	}
}
