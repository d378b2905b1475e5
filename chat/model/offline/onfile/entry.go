package onfile

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// Entry is an event, a group or a role that a church has on file. Texts are empty where it has written none.
type Entry struct {
	Title, When, Where, For, About, Person string
	Needs                                  string // of who helps
	RegisterBy, RegistrationOpens          string
	State                                  State

	of     kind
	starts time.Time // of an event
	terms  map[term.Term]bool
	folded string
}

// State is whether somebody can still come or join.
type State string

// The states that are told.
const (
	Open      State = ""
	JustCome  State = "just_come"
	Full      State = "full"
	Closed    State = "closed"
	NotYet    State = "not_yet"
	Cancelled State = "cancelled"
	Begun     State = "begun"
)

// states are what list_events says of registration.
var states = []struct {
	said  string
	state State
}{{"no registration", JustCome}, {"the event is cancelled", Cancelled}, {"the event has begun", Begun}, {"not open yet", NotYet}, {"closed", Closed}, {"full", Full}}

// Found is what the look-ups that end the prompt gave, each entry once; ok is false where it does not end with such.
func Found(messages []model.Message) (entries []Entry, ok bool) {
	names := make(map[string]string)
	for _, message := range messages {
		for _, call := range message.ToolCalls {
			names[call.ID] = call.Name
		}
	}
	first := len(messages)
	for first > 0 && messages[first-1].Role == model.RoleTool {
		first--
	}
	for _, message := range messages[first:] {
		tool, known := lookups[names[message.ToolCallID]]
		if !known {
			return nil, false
		}
		for _, e := range entriesIn(message.Content, tool.of) {
			if !slices.ContainsFunc(entries, func(other Entry) bool { return other.Title == e.Title && other.When == e.When }) {
				entries = append(entries, e)
			}
		}
	}
	return entries, first < len(messages)
}

// stored is an entry as the tools give it.
type stored struct {
	Title, Name, Team, Meets, Schedule, Where, For, About, Leader, Contact string

	Requirements, Registration string
	RegisterBy                 string          `json:"register_by"`
	RegistrationOpens          string          `json:"registration_opens"`
	When                       json.RawMessage // of an event an object, of a role its own words
	TakesNewPeople             *bool           `json:"takes_new_people"`
}

func entriesIn(result string, of kind) (entries []Entry) {
	var answer struct{ Events, Groups, Roles []stored }
	if json.Unmarshal([]byte(prompt.Unfenced(result)), &answer) != nil {
		return nil
	}
	for _, s := range slices.Concat(answer.Events, answer.Groups, answer.Roles) {
		entries = append(entries, s.entry(of))
	}
	return entries
}

func (s *stored) entry(of kind) Entry {
	e := Entry{Title: s.Title + s.Name, Where: s.Where, For: s.For, About: s.About, Person: s.Leader + s.Contact, Needs: s.Requirements,
		RegisterBy: s.RegisterBy, RegistrationOpens: s.RegistrationOpens, of: of}
	var exact struct {
		Starts time.Time
		Words  string
	}
	var plain string
	if json.Unmarshal(s.When, &exact) == nil {
		e.When, e.starts = exact.Words, exact.Starts
	} else if json.Unmarshal(s.When, &plain) == nil {
		e.When = plain
	}
	e.When = joined(e.When, s.Meets, s.Schedule)
	for _, known := range states {
		if strings.HasPrefix(s.Registration, known.said) {
			e.State = known.state
			break
		}
	}
	if s.TakesNewPeople != nil && !*s.TakesNewPeople {
		e.State = Full
	}
	all := joined(e.Title, s.Team, e.When, e.Where, e.For, e.About)
	e.folded = strings.ReplaceAll(words.Fold(all), "'", "")
	e.terms = make(map[term.Term]bool)
	for _, t := range term.Of(strings.ReplaceAll(all+", "+e.Person, "'", ""), words.Language(all, term.English)) {
		e.terms[t] = true
	}
	return e
}

// joined are the texts that are there, as a list.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}

// IsRole reports whether it is something to help with.
func (e *Entry) IsRole() bool { return e.of == role }

// IsGroup reports whether it is something to belong to.
func (e *Entry) IsGroup() bool { return e.of == group }
