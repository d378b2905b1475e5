package onfile

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/words"
)

// lookups are the tools that tell what a church has, each with the parameter that takes what it is about.
var lookups = map[string]struct {
	of    kind
	about string
}{
	"list_events":         {event, "about"},
	"find_small_group":    {group, "about"},
	"find_support_group":  {group, "need"},
	"find_volunteer_role": {role, "interest"},
}

// inTurn is the order in which the tools are called.
var inTurn = []string{"find_small_group", "find_support_group", "list_events", "find_volunteer_role"}

// longestAbout is how much the tools take of what something is about, in bytes.
const longestAbout = 110

// Calls are those that look up what is asked for, of the tools that are offered, without their ids. Each tool gives only the first of what a
// church has, so that a question which names something asks for that as well as for all.
func (q *Question) Calls(tools []model.Tool) (calls []model.ToolCall) {
	about := q.about()
	for _, name := range inTurn {
		tool := lookups[name]
		if !slices.Contains(q.kinds, tool.of) || !slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name }) {
			continue
		}
		arguments := map[string]string{}
		switch {
		case tool.of == event && !q.from.IsZero():
			arguments["from_date"], arguments["to_date"] = q.from.Format(time.DateOnly), q.to.Format(time.DateOnly)
		case name == "find_small_group" && q.on != nil:
			arguments["day"] = strings.ToLower(q.on.String())
		}
		calls = append(calls, called(name, arguments))
		if about != "" {
			calls = append(calls, called(name, map[string]string{tool.about: about}))
		}
	}
	return calls
}

func called(name string, arguments map[string]string) model.ToolCall {
	encoded, _ := json.Marshal(arguments) // strings always can be
	return model.ToolCall{Name: name, Arguments: string(encoded)}
}

// about are the words that name what is asked for, as it is looked for: those that churches have for its subjects, and what else it names.
func (q *Question) about() string {
	var left []string
	length := 0
	add := func(word string) {
		if len(word) >= shortestAbout && !words.SmallInAny(word) && !slices.Contains(left, word) && length+len(word) < longestAbout {
			left = append(left, word)
			length += len(word) + 1
		}
	}
	for _, s := range q.subjects {
		for word := range words.Split(written.ReplaceAllString(s.given.String(), " ")) {
			add(word)
		}
	}
	for word := range words.Split(q.named) {
		add(word)
	}
	return strings.Join(left, " ")
}

// shortestAbout is how many letters a word has at least that is looked for.
const shortestAbout = 4

// written is what stands between the words of a regular expression.
var written = regexp.MustCompile(`\\[a-z][+*]?|[^a-z ]+`)
