package tools

import (
	"context"
	"strconv"
	"time"
)

// passing is a tool that only passes on what the visitor said.
type passing struct {
	kind     Kind
	urgent   bool
	contact  bool     // wants an e-mail address or a phone number
	message  string   // the parameter with the visitor's words
	details  []string // other parameters, in the order in which they are shown
	check    func(*call) error
	note     string // what else the model is told
	reported texts  // what the visitor is told
}

// noPromises goes with every request that was kept.
const noPromises = "Nobody has read it yet. Do not say when or how they will answer, and do not promise that it stays secret."

// passOn makes the run of such a tool.
func passOn(p passing) func(context.Context, *call) (outcome, error) {
	return func(ctx context.Context, c *call) (outcome, error) {
		if p.contact {
			if err := c.needContact(); err != nil {
				return outcome{}, err
			}
		}
		if p.check != nil {
			if err := p.check(c); err != nil {
				return outcome{}, err
			}
		}
		request := Request{Kind: p.kind, Urgent: p.urgent, Details: c.details(p.details)}
		if p.message != "" {
			request.Message = c.text(p.message)
		}
		if err := c.submit(ctx, request); err != nil {
			return outcome{}, err
		}
		found := passedOn(p.reported)
		if p.note != "" {
			found.answer["next"] = p.note
		}
		return found, nil
	}
}

// passedOn is the outcome of a request that was kept.
func passedOn(reported texts) outcome {
	return outcome{answer: fields{"status": "passed on to the people of the church", "note": noPromises}, summary: reported}
}

// details are the given ones of the parameters, as text.
func (c *call) details(names []string) []Line {
	var lines []Line
	for _, name := range names {
		switch value := c.arg(name).(type) {
		case string:
			lines = append(lines, Line{name, value})
		case float64:
			lines = append(lines, Line{name, strconv.Itoa(int(value))})
		case bool:
			lines = append(lines, Line{name, map[bool]string{true: "yes", false: "no"}[value]})
		}
	}
	return lines
}

// maxAhead is how far ahead a day may be: plans are made for the year to come, and anything later is a slip.
const maxAhead = 2 * 366 * 24 * time.Hour

// needComingDay refuses a day that is past or too far ahead.
func needComingDay(name string) func(*call) error {
	return func(c *call) error {
		day, given := c.day(name)
		if !given {
			return nil
		}
		now := c.now()
		today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
		switch {
		case day.Before(today):
			return refuse(InvalidArguments, "%s is past: today is %s. Ask the visitor which day they mean.", name, today.Format("Monday, 2006-01-02"))
		case day.Sub(now) > maxAhead:
			return refuse(InvalidArguments, "%s is too far ahead. Ask the visitor which day they mean.", name)
		}
		return nil
	}
}

// Parameters that many tools share.
func visitorName() parameter { return personName("name", "The visitor's own name.") }
func visitorEmail() parameter {
	return email("email", "The visitor's e-mail address, as they gave it.")
}
func visitorPhone() parameter { return phone("phone", "The visitor's phone number, as they gave it.") }
func wishedTime(what string) parameter {
	return moment("wished_time", what+", in the visitor's words.")
}
