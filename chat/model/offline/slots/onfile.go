package slots

import (
	"encoding/json"
	"slices"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// Thing is an event, a group or a role that the church has on file.
type Thing struct {
	Title, When string
	JustCome    bool   // nobody has to register
	Shut        string // why nobody can join at the moment: "full", "closed", "cancelled", "begun", "not_yet"; "": they can
	About       string // what is on file of it
	Left        int    // how many places; 0: that is not known
	Day         string // on which an event is, YYYY-MM-DD
	tool        string // with which a visitor joins it
	fits        bool   // what was looked for
}

// lookups are the tools by which things are found, the parameter that takes what they are about, and with which tool they are joined.
var lookups = map[string]struct{ about, joinedBy string }{
	"list_events":         {"about", intent.Registering},
	"find_small_group":    {"about", intent.Joining},
	"find_support_group":  {"need", intent.Joining},
	"find_volunteer_role": {"interest", intent.Volunteering},
}

// lookedThrough are the look-ups for a wish: who asks to be signed up may mean a group.
var lookedThrough = map[string][]string{
	intent.Registering:  {"list_events", "find_small_group", "find_support_group"},
	intent.Joining:      {"find_small_group", "find_support_group", "list_events"},
	intent.Volunteering: {"find_volunteer_role"},
}

// Found is what the look-ups that end the prompt gave; ok is false where it does not end with such.
func Found(messages []model.Message) (things []Thing, ok bool) {
	names := make(map[string]string)
	for _, message := range messages {
		for _, call := range message.ToolCalls {
			names[call.ID] = call.Name
		}
	}
	for i := len(messages) - 1; i >= 0 && messages[i].Role == model.RoleTool; i-- {
		of, known := lookups[names[messages[i].ToolCallID]]
		if !known {
			return nil, false
		}
		things, ok = append(things, thingsIn(messages[i].Content, of.joinedBy)...), true
	}
	return things, ok
}

func thingsIn(result, joinedBy string) (things []Thing) {
	type entry struct {
		Title, Name, Meets, Registration, About string
		Left                                    int             `json:"places_left"`
		Takes                                   *bool           `json:"takes_new_people"`
		When                                    json.RawMessage // of an event an object, of a role its own words
	}
	var answer struct {
		Events, Groups, Roles []entry
		Note                  string
		NotFound              []string `json:"not_found"`
	}
	if json.Unmarshal([]byte(prompt.Unfenced(result)), &answer) != nil {
		return nil
	}
	for _, each := range slices.Concat(answer.Events, answer.Groups, answer.Roles) {
		shut := shutBy[each.Registration]
		if each.Takes != nil && !*each.Takes {
			shut = "closed"
		}
		things = append(things, Thing{Title: each.Title + each.Name, When: inWords(each.When) + each.Meets, tool: joinedBy, Shut: shut, About: each.About, Left: each.Left, Day: dayOf(each.When),
			JustCome: strings.HasPrefix(each.Registration, "no registration"), fits: !strings.HasPrefix(answer.Note, "Nothing") && len(answer.NotFound) == 0})
	}
	return things
}

// shutBy are the reasons for which nobody can register, as list_events words them.
var shutBy = map[string]string{"full": "full", "closed": "closed", "not open yet": "not_yet", "the event is cancelled": "cancelled", "the event has begun or is over": "begun"}

// openLater is the same on another day, on which people can join; the zero Thing: there is none.
func openLater(things []Thing, shut Thing) Thing {
	for _, thing := range things {
		if thing.Title == shut.Title && thing.tool == shut.tool && thing.Shut == "" && thing.Day != "" && thing.Day > shut.Day {
			return thing
		}
	}
	return Thing{}
}

// dayOf is the day of an event, "" where that is not on file.
func dayOf(when json.RawMessage) string {
	var exact struct{ Starts string }
	if json.Unmarshal(when, &exact) != nil {
		return ""
	}
	day, _, _ := strings.Cut(exact.Starts, "T")
	return day
}

// inWords is when something is, "" where that is not on file.
func inWords(when json.RawMessage) (text string) {
	var exact struct{ Words string }
	if json.Unmarshal(when, &exact) == nil {
		return exact.Words
	}
	_ = json.Unmarshal(when, &text) // of another form nothing is said
	return text
}

// longestLookup is how much the look-ups take, in bytes.
const longestLookup = 110

// subject is what a wish names, as it is looked up: its words but for those that any wish has, and what else they may be called.
func subject(i *intent.Intent, said []dialogue.Utterance) string {
	named := said[0].Text
	for _, u := range said[1:] {
		if AskedIn(u.After) == slotItem {
			named = chosen(u)
		} else if dialogue.ShowsCard(u.After) && insteadForm.MatchString(words.Fold(u.Text)) {
			named = u.Text
		} else if AskedIn(u.After) == "" && !dialogue.ShowsCard(u.After) && person.ContactAt(u.Text) == nil {
			named += " " + u.Text // what they would rather have, of what nobody can join
		}
	}
	named = person.Without(named)
	if found := person.Signed(named); found != "" {
		named = strings.ReplaceAll(named, found, " ")
	}
	var left []string
	add := func(word string) {
		if !slices.Contains(left, word) && len(strings.Join(left, " "))+len(word) < longestLookup {
			left = append(left, word)
		}
	}
	for word := range words.Split(strings.ReplaceAll(words.Fold(named), "'", "")) {
		of := term.Of(word, words.Language(named, term.English))
		if len(word) < 3 || words.SmallInAny(word) || ofWishing[word] || len(of) > 0 && i.Opens(of[0]) {
			continue
		}
		add(word)
		for also := range strings.FieldsSeq(alsoCalled[word]) {
			add(also)
		}
	}
	return strings.Join(left, " ")
}

// look are the calls that find what a wish names, of the tools that are offered.
func look(i *intent.Intent, said []dialogue.Utterance, tools []model.Tool) (calls []model.ToolCall) {
	about := subject(i, said)
	for _, name := range lookedThrough[i.Tool] {
		if !slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name }) {
			continue
		}
		arguments := map[string]string{}
		if about != "" {
			arguments[lookups[name].about] = about
		}
		encoded, err := json.Marshal(arguments)
		if err != nil {
			return nil
		}
		calls = append(calls, model.ToolCall{Name: name, Arguments: string(encoded)})
	}
	return calls
}

// meant are the things that a wish may name, one of each title: those whose titles have most of its words, and of these such as are joined
// as the wish says. None where nothing fits, or where a wish that is no plain one names nothing.
func meant(i *intent.Intent, said []dialogue.Utterance, things []Thing) (found []Thing) {
	about := subject(i, said)
	if about == "" && !intent.SignsUp(words.Fold(said[0].Text)) && !AskedWhich(said[len(said)-1].After) && i.Tool != intent.Volunteering {
		return nil
	}
	best := -1
	for _, thing := range things {
		if about != "" && !thing.fits {
			continue
		}
		score := 2 * shared(about, thing.Title)
		if about != "" && score == 0 {
			continue // it is found by words of its description, and they may be anything's
		}
		if thing.tool == i.Tool {
			score++
		}
		if score > best {
			best, found = score, nil
		}
		if score == best && len(found) == 1 && found[0].Shut != "" && thing.Shut == "" && thing.Title != found[0].Title {
			found = nil
		}
		if score == best && !slices.ContainsFunc(found, func(other Thing) bool { return other.Title == thing.Title }) {
			found = append(found, thing)
		}
	}
	return found
}

// alikeFrom is from how many letters on a common beginning makes two words alike.
const alikeFrom = 5

// shared is how many words of a title are alike one that is looked for.
func shared(about, title string) (n int) {
	for word := range words.Split(strings.ReplaceAll(words.Fold(title), "'", "")) {
		for wanted := range strings.FieldsSeq(about) {
			if word == wanted || len(word) >= alikeFrom && len(wanted) >= alikeFrom && word[:alikeFrom] == wanted[:alikeFrom] {
				n++
				break
			}
		}
	}
	return n
}
