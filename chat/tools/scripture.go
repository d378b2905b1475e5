package tools

import (
	"context"
	"errors"
	"strings"

	"narthex/chat/church"
	"narthex/chat/tools/scripture"
)

// scriptureTools give passages of the Bible in a public-domain edition in the visitor's language. They need no database.
var scriptureTools = []tool{
	{
		name: "look_up_scripture", plan: church.Pro, agents: []church.Agent{discipleship, care},
		description: "The exact text of a Bible passage by its reference, in a public-domain translation. Use it before quoting the Bible; never quote from memory. At most 40 verses at once.",
		parameters: []parameter{
			required(lookup("reference", "Book, chapter and verses of one book, such as John 3:16-18, Psalm 23, or Salmo 23.")),
		},
		run:     lookUpScripture,
		running: texts{"Looking up the passage…", "Buscando el pasaje…"},
	},
	{
		name: "offer_comfort_scripture", plan: church.Pro, agents: []church.Agent{care},
		description: "Short Bible passages for what somebody is going through. Offer one, gently, once you have listened, and only to somebody who would welcome it.",
		parameters: []parameter{
			required(lookup("need", "What it is: "+strings.Join(needIDs(), ", ")+". Or in the person's own words.")),
		},
		run:     offerComfortScripture,
		running: texts{"Looking for a passage…", "Buscando un pasaje…"},
	},
}

// offeredPassages is how many passages are given in full for a need; the others are named.
const offeredPassages = 2

func lookUpScripture(_ context.Context, c *call) (outcome, error) {
	reference, err := scripture.ParseReference(c.text("reference"))
	if err != nil {
		return outcome{}, refuseReference(err)
	}
	found, err := scripture.Lookup(scripture.EditionFor(c.turn.Language), reference)
	if err != nil {
		return outcome{}, refuseReference(err)
	}
	answer := c.quote(found)
	if found.LeftOut.Book != nil {
		answer["left_out"] = found.LeftOut.In(c.turn.Language)
	}
	c.nameEdition(answer, found.Edition)
	summary := texts{"Looked up {passage}.", "{passage}, consultado."}
	return outcome{answer: answer, summary: summary.with("passage", found.Reference.In(c.turn.Language))}, nil
}

// refuseReference tells the model what is wrong with a reference. Other errors are the service's own.
func refuseReference(err error) error {
	switch {
	case errors.Is(err, scripture.ErrNotUnderstood):
		return refuse(InvalidArguments, "%s. Correct it, or ask the visitor which passage they mean.", err)
	case errors.Is(err, scripture.ErrNotThere):
		return refuse(NotFound, "%s. Do not quote it from memory; ask the visitor which passage they mean.", err)
	}
	return err
}

func offerComfortScripture(_ context.Context, c *call) (outcome, error) {
	need, ok := scripture.NeedFor(c.text("need"))
	if !ok {
		return outcome{}, refuse(NotFound, "There is nothing for that. Name one of these: %s.", strings.Join(needIDs(), ", "))
	}
	edition := scripture.EditionFor(c.turn.Language)
	var passages []fields
	var more []string
	for i := range need.Passages {
		// Others come first as the conversation goes on, so that nobody is offered the same again and again.
		reference := need.Passages[(i+len(c.turn.Said))%len(need.Passages)]
		if len(passages) == offeredPassages {
			more = append(more, reference.In(c.turn.Language))
			continue
		}
		found, err := scripture.Lookup(edition, reference)
		if err != nil {
			return outcome{}, err
		}
		passages = append(passages, c.quote(found))
	}
	answer := fields{"need": need.Name.In(c.turn.Language), "passages": passages, "more": more}
	if need.Care != "" {
		answer["take_care"] = need.Care
	}
	c.nameEdition(answer, edition)
	return outcome{answer: answer, summary: texts{"Found a passage.", "Pasaje encontrado."}}, nil
}

// quote is a passage as the model may cite it. The numbers of its verses stand before them, in brackets.
func (c *call) quote(found scripture.Passage) fields {
	return fields{"citation": found.Reference.In(c.turn.Language), "text": found.Text()}
}

// nameEdition says from which translation an answer quotes.
func (c *call) nameEdition(answer fields, edition *scripture.Edition) {
	answer["translation"] = edition.Name
	answer["notice"] = edition.Notice.In(c.turn.Language)
}

func needIDs() []string {
	var ids []string
	for _, need := range scripture.Needs() {
		ids = append(ids, need.ID)
	}
	return ids
}
