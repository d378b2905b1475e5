package passages

import (
	"context"
	"errors"
	"strings"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/scripture"
)

// Tools give passages of the Bible in a public-domain edition in the visitor's language. They need no database.
var Tools = []tools.Tool{
	{
		Name: "look_up_scripture", Plan: church.Pro, Agents: []church.Agent{church.Discipleship, church.Care},
		Description: "The exact text of a Bible passage, in a public-domain translation: at most 40 verses. Use it before quoting the Bible; never quote from memory.",
		Parameters: parameter.List{
			parameter.Lookup("reference", "Book, chapter and verses of one book, such as John 3:16-18, Psalm 23, or Salmo 23.").Required(),
		},
		Run: lookUpScripture,
	},
	{
		Name: "offer_comfort_scripture", Plan: church.Pro, Agents: []church.Agent{church.Care},
		Description: "Short Bible passages for what somebody is going through. Offer one, gently, once you have listened, and only to somebody who would welcome it.",
		Parameters: parameter.List{
			parameter.Lookup("need", "What it is: "+strings.Join(needIDs(), ", ")+". Or in the person's own words.").Required(),
		},
		Run: offerComfortScripture,
	},
}

// offeredPassages is how many passages are given in full for a need; the others are named.
const offeredPassages = 2

func lookUpScripture(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	reference, err := scripture.ParseReference(c.Text("reference"))
	if err != nil {
		return nil, refuseReference(err)
	}
	found, err := scripture.Lookup(scripture.EditionFor(c.Turn.Language), reference)
	if err != nil {
		return nil, refuseReference(err)
	}
	answer := quote(c, found)
	if found.LeftOut.Book != nil {
		answer["left_out"] = found.LeftOut.In(c.Turn.Language)
	}
	nameEdition(c, answer, found.Edition)
	c.Summarize("done", "passage", found.Reference.In(c.Turn.Language))
	return answer, nil
}

// refuseReference tells the model what is wrong with a reference. Other errors are the service's own.
func refuseReference(err error) error {
	switch {
	case errors.Is(err, scripture.ErrNotUnderstood):
		return tools.Refuse(tools.InvalidArguments, "%s. Correct it, or ask the visitor which passage they mean.", err)
	case errors.Is(err, scripture.ErrNotThere):
		return tools.Refuse(tools.NotFound, "%s. Do not quote it from memory; ask the visitor which passage they mean.", err)
	}
	return err
}

func offerComfortScripture(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	need, ok := scripture.NeedFor(c.Text("need"))
	if !ok {
		return nil, tools.Refuse(tools.NotFound, "There is nothing for that. Name one of these: %s.", strings.Join(needIDs(), ", "))
	}
	edition := scripture.EditionFor(c.Turn.Language)
	var passages []tools.Fields
	var more []string
	for i := range need.Passages {
		// Others come first as the conversation goes on, so that nobody is offered the same again and again.
		reference := need.Passages[(i+len(c.Turn.Said))%len(need.Passages)]
		if len(passages) == offeredPassages {
			more = append(more, reference.In(c.Turn.Language))
			continue
		}
		found, err := scripture.Lookup(edition, reference)
		if err != nil {
			return nil, err
		}
		passages = append(passages, quote(c, found))
	}
	answer := tools.Fields{"need": need.Name(c.Turn.Language), "passages": passages, "more": more}
	if need.Care != "" {
		answer["take_care"] = need.Care
	}
	nameEdition(c, answer, edition)
	return answer, nil
}

// quote is a passage as the model may cite it. The numbers of its verses stand before them, in brackets.
func quote(c *tools.Invocation, found scripture.Passage) tools.Fields {
	return tools.Fields{"citation": found.Reference.In(c.Turn.Language), "text": found.Text()}
}

// nameEdition says from which translation an answer quotes.
func nameEdition(c *tools.Invocation, answer tools.Fields, edition *scripture.Edition) {
	answer["translation"] = edition.Name
	answer["notice"] = edition.Notice(c.Turn.Language)
}

func needIDs() []string {
	var ids []string
	for _, need := range scripture.Needs() {
		ids = append(ids, need.ID)
	}
	return ids
}
