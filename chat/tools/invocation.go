package tools

import (
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/chat/tools/datetime"
	"narthex/static/messages"
)

// Invocation is a call whose arguments have been checked, as a tool sees it.
type Invocation struct {
	Turn    *Turn
	Wrote   bool   // see Result; a tool that finds that nothing was to be written takes it back
	ByCard  bool   // the visitor is shown on a card what would be written, or has agreed to it there
	Agreed  string // in which words; empty: with a button
	session *Session
	tool    *Tool
	args    map[string]any
	key     uuid.UUID // of what it wrote
	shown   []Line    // on the card, besides what the church is told
	summary string    // for the visitor; empty: the text "<name>.done"
	apart   bool      // it was passed on, and not to the church's office: see Turn.PassedTo
}

// Church is the turn's.
func (c *Invocation) Church() *church.Snapshot { return c.Turn.Church }

// Pool is the database's.
func (c *Invocation) Pool() *pgxpool.Pool { return c.session.registry.Pool }

// BaseURL is that of the public site, for links.
func (c *Invocation) BaseURL() string { return c.session.registry.config.BaseURL }

// Now is the turn's moment on the church's clock.
func (c *Invocation) Now() time.Time { return c.Turn.Now.In(c.Turn.Church.Location) }

// Moment is when what the call writes is written: the turn's, or later where the visitor has taken their time to say yes.
func (c *Invocation) Moment() time.Time {
	if now := c.session.registry.config.Now(); c.session.accepting != nil && now.After(c.Turn.Now) {
		return now
	}
	return c.Turn.Now
}

// Times is how moments are written for the visitor.
func (c *Invocation) Times() datetime.Format { return datetime.For(c.Church(), c.Turn.Language) }

// Say is the tool's text of the key, in the visitor's language. See messages.Texts.
func (c *Invocation) Say(key string, pairs ...string) string {
	return texts.In(c.Turn.Language).Text(c.tool.Name+"."+key, pairs...)
}

// TextLanguage is the language that Say speaks.
func (c *Invocation) TextLanguage() string {
	if _, ok := texts[c.Turn.Language]; ok {
		return c.Turn.Language
	}
	return messages.Default
}

// Summarize sets what the visitor is told, where it is not just that the tool is done.
func (c *Invocation) Summarize(key string, pairs ...string) { c.summary = c.Say(key, pairs...) }

// Show has a line stand on the card that the church is not told.
func (c *Invocation) Show(label, text string) { c.shown = append(c.shown, Line{label, text}) }

// ShowAll has lines stand there of which the church was told before.
func (c *Invocation) ShowAll(lines []Line) { c.shown = append(c.shown, lines...) }

// Given reports whether the model gave the parameter.
func (c *Invocation) Given(name string) bool { return c.arg(name) != nil }

// Text gives a string parameter, empty when the model left it out.
func (c *Invocation) Text(name string) string {
	value, _ := c.arg(name).(string)
	return value
}

// Number gives an integer parameter, 0 when the model left it out.
func (c *Invocation) Number(name string) int {
	value, _ := c.arg(name).(float64)
	return int(value)
}

// Flag gives a boolean parameter, false when the model left it out.
func (c *Invocation) Flag(name string) bool {
	value, _ := c.arg(name).(bool)
	return value
}

// Day gives a date parameter as its midnight on the church's clock; ok is false when the model left it out.
func (c *Invocation) Day(name string) (day time.Time, ok bool) {
	day, err := church.ParseDay(c.Text(name), c.Turn.Church.Location)
	return day, err == nil
}

// arg panics for a parameter that the tool does not have, because that is a mistake in the tool.
func (c *Invocation) arg(name string) any {
	if !c.tool.Parameters.Has(name) {
		panic(c.tool.Name + " has no parameter " + name)
	}
	return c.args[name]
}

// Lines are the given ones of the parameters, as text.
func (c *Invocation) Lines(names ...string) []Line {
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
