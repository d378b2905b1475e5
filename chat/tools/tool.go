package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
)

// tool is one entry of a family's table.
type tool struct {
	name        string
	plan        church.Tier                 // the smallest that has it
	agents      []church.Agent              // nil: all
	switchedOn  func(*church.Snapshot) bool // a switch of the church's besides agent_tool_config; nil: none
	writes      bool                        // its parameters must come from the visitor, see ground.go
	description string                      // for the model
	parameters  []parameter
	run         func(context.Context, *call) (outcome, error)
	running     texts // shown to the visitor while it runs
}

// outcome is what a tool found or did. Refusals are errors, see refuse.
type outcome struct {
	answer  fields // for the model; "ok" is added
	summary texts  // for the visitor
}

// fields become a JSON object. Angle brackets are escaped in it, so that no text in it can close or open a fence of the
// prompt.
type fields map[string]any

// linkFields are the fields that hold a link of the tool's own.
var linkFields = []string{"link", "map", "calendar_file"}

func (f fields) links() []string {
	var links []string
	for _, name := range linkFields {
		if link, ok := f[name].(string); ok {
			links = append(links, link)
		}
	}
	return links
}

// texts is one text in the languages that visitors are answered in.
type texts struct{ en, es string }

func (t texts) in(language string) string {
	if language == "es" {
		return t.es
	}
	return t.en
}

// with fills in {key}.
func (t texts) with(key, value string) texts {
	hole := "{" + key + "}"
	return texts{en: strings.ReplaceAll(t.en, hole, value), es: strings.ReplaceAll(t.es, hole, value)}
}

// refusal is an error that the model is told of.
type refusal struct {
	code    ErrorCode
	message string
}

// Error implements error.
func (r *refusal) Error() string { return string(r.code) + ": " + r.message }

// refuse makes the error with which a tool declines. The message tells the model what to do next.
func refuse(code ErrorCode, format string, args ...any) error {
	return &refusal{code: code, message: fmt.Sprintf(format, args...)}
}

// call is a call whose arguments have been checked, as a tool sees it.
type call struct {
	registry *Registry
	session  *Session
	tool     *tool
	turn     *Turn
	args     map[string]any
	wrote    bool
}

// church is the turn's.
func (c *call) church() *church.Snapshot { return c.turn.Church }

// now is the turn's moment on the church's clock.
func (c *call) now() time.Time { return c.turn.Now.In(c.turn.Church.Location) }

// text gives a string parameter, empty when the model left it out.
func (c *call) text(name string) string {
	value, _ := c.arg(name).(string)
	return value
}

// number gives an integer parameter, 0 when the model left it out.
func (c *call) number(name string) int {
	value, _ := c.arg(name).(float64)
	return int(value)
}

// flag gives a boolean parameter, false when the model left it out.
func (c *call) flag(name string) bool {
	value, _ := c.arg(name).(bool)
	return value
}

// day gives a date parameter as its midnight on the church's clock; ok is false when the model left it out.
func (c *call) day(name string) (day time.Time, ok bool) {
	day, err := time.ParseInLocation(time.DateOnly, c.text(name), c.turn.Church.Location)
	return day, err == nil
}

// arg panics for a parameter that the tool does not have, because that is a mistake in the tool.
func (c *call) arg(name string) any {
	if !slices.ContainsFunc(c.tool.parameters, func(p parameter) bool { return p.name == name }) {
		panic(c.tool.name + " has no parameter " + name)
	}
	return c.args[name]
}
