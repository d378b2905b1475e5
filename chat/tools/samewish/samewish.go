// Package samewish tells whether a call is for a wish that the visitor was asked about before. Models call again for a wish that stands
// among the messages that they are shown, also where the visitor has only said thanks.
package samewish

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"narthex/chat/confirmation"
	"narthex/chat/tools/grounding"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// Call is a call that a model makes.
type Call struct {
	Tool       string
	Turn       uuid.UUID
	Parameters parameter.List
	Arguments  map[string]any
	Said       []string // the visitor's messages, oldest first
	Language   string   // ISO 639-1
}

// Done reports whether what the call would write was written for an earlier message: it says the same, or the visitor has said nothing
// since then that it could be made of.
func (c *Call) Done(asked []confirmation.Question) bool {
	return slices.ContainsFunc(asked, func(q confirmation.Question) bool {
		if !c.wasDone(q) {
			return false
		}
		changed := c.differences(q)
		if len(changed) == 0 {
			return true
		}
		since, known := c.saidSince(q)
		return known && !c.says(since, changed)
	})
}

// DoneUnless reports the same of a tool that asks nobody: by whether what the visitor has said since then wants it anew.
func (c *Call) DoneUnless(asked []confirmation.Question, wanted func(since []string) bool) bool {
	return slices.ContainsFunc(asked, func(q confirmation.Question) bool {
		since, known := c.saidSince(q)
		return c.wasDone(q) && known && !wanted(since)
	})
}

func (c *Call) wasDone(q confirmation.Question) bool {
	return q.Tool == c.Tool && q.Status == confirmation.Accepted && q.Turn != c.Turn
}

// saidSince are the visitor's messages after the one that a question answered; known is false where that is not among them.
func (c *Call) saidSince(q confirmation.Question) (since []string, known bool) {
	for i, said := range slices.Backward(c.Said) {
		if confirmation.Said(said) == q.Said {
			return c.Said[i+1:], true
		}
	}
	return nil, false
}

// says reports whether messages hold any of what the call has in these parameters. A date, a number or a choice is worked out by the
// model, so that its words need not be among them.
func (c *Call) says(messages []string, names []string) bool {
	if len(messages) == 0 {
		return false
	}
	evidence := grounding.From(messages)
	return slices.ContainsFunc(c.Parameters, func(p parameter.Parameter) bool {
		if !slices.Contains(names, p.Name) {
			return false
		}
		text, isText := c.Arguments[p.Name].(string)
		return !isText || p.Grounding == grounding.None || evidence.Supports(p.Grounding, text, c.Language)
	})
}

// differences are the parameters that the call has, and a question had not or otherwise.
func (c *Call) differences(q confirmation.Question) (names []string) {
	before := Arguments(q)
	for name, value := range c.Arguments {
		if !alike(before[name], value) {
			names = append(names, name)
		}
	}
	return names
}

// Arguments are those of the call that a question is about.
func Arguments(q confirmation.Question) map[string]any {
	arguments := make(map[string]any)
	_ = json.Unmarshal(q.Arguments, &arguments) // the table holds objects alone
	return arguments
}

func alike(a, b any) bool {
	first, isText := a.(string)
	second, both := b.(string)
	if isText && both {
		return words.Fold(first) == words.Fold(second)
	}
	return reflect.DeepEqual(a, b)
}

// Whose are the parameters that say who the visitor is.
var Whose = []string{"name", "phone", "email"}

// Amended are the open questions of the session that the call says anew, with something more or otherwise: the visitor has corrected
// themselves, and must not have to answer both. Where that is not plain it is another wish: of two cards one can be left unanswered, while
// a wish whose card is gone is lost. Nobody corrects themselves within one message.
func (c *Call) Amended(asked []confirmation.Question) (calls []uuid.UUID) {
	for _, q := range asked {
		if q.Tool == c.Tool && q.Status == confirmation.Open && q.Turn != c.Turn && c.amends(Arguments(q)) {
			calls = append(calls, q.Call)
		}
	}
	return calls
}

// amends reports whether the call is for a wish that was told before. What shares nothing but who the visitor is is another. Where an event
// or the like is named that alone tells, and so does what is wished where it must be said in free text: two prayers may both be for
// everybody to read, and two messages for one person. Free text beside an event or a day is a note, which a correction may word otherwise;
// where it speaks of something else, a choice or a day that is the same ("my son Tom", "my daughter Ann", both a child's baptism) makes no
// one wish of two.
func (c *Call) amends(before map[string]any) bool {
	names := c.telling()
	same, sameRequired, otherWords, otherChoice := len(names) == 0, false, false, false
	for _, p := range c.Parameters {
		if !slices.Contains(names, p.Name) {
			continue
		}
		was, is := before[p.Name], c.Arguments[p.Name]
		alike := alike(was, is)
		switch {
		case p.IsLookup() && p.IsRequired():
			return alike
		case p.Grounding == grounding.Words:
			if alike {
				return true
			}
			otherWords = otherWords || speakOfOther(was, is)
		case p.IsRequired():
			sameRequired, otherChoice = sameRequired || alike, otherChoice || !alike
		}
		same = same || alike
	}
	return same && !otherWords && (!otherChoice || sameRequired) // another day, for as many people
}

// speakOfOther reports whether two texts share no word that tells anything.
func speakOfOther(a, b any) bool {
	first, isText := a.(string)
	second, both := b.(string)
	if !isText || !both {
		return false
	}
	in := make(stems.Set)
	for _, stem := range stems.Of(words.Fold(first)) {
		in[stem.Text] = in[stem.Text] || !stem.Weak
	}
	telling := 0
	for _, stem := range stems.Of(words.Fold(second)) {
		if !stem.Weak {
			telling++
			if in[stem.Text] {
				return false
			}
		}
	}
	return telling > 0
}

// telling are the parameters of the call that tell its wish from another.
func (c *Call) telling() (names []string) {
	free := c.wishedInWords()
	for _, p := range c.Parameters {
		_, has := c.Arguments[p.Name]
		if !has || slices.Contains(Whose, p.Name) || free && !(p.IsRequired() && p.Grounding == grounding.Words) {
			continue
		}
		names = append(names, p.Name)
	}
	return names
}

// wishedInWords reports whether what is wished is free text, and nothing looked up or chosen.
func (c *Call) wishedInWords() (free bool) {
	for _, p := range c.Parameters {
		switch {
		case p.IsRequired() && p.Grounding == grounding.None:
			return false
		case p.IsRequired() && p.Grounding == grounding.Words:
			free = true
		}
	}
	return free
}
