package prompt

import (
	"bytes"
	"time"

	"narthex/chat/church"
	"narthex/retrieval"
)

// Version names the wording of the prompt. Answers cached under another version are not used: raise it with every change
// that should change answers.
const Version = "1"

// Input is everything a prompt is made from.
type Input struct {
	Church   *church.Snapshot
	Agent    church.Agent
	Lens     church.Tradition
	Language string // of the visitor's question, ISO 639-1
	Now      time.Time
	Passages []retrieval.Passage
	FAQ      *church.FAQ // the stored FAQ nearest to the question, if any is near
}

// block is one of the nine: a heading and what stands under it; an empty one is left out.
type block struct {
	heading string
	parts   []part
}

var blocks = []block{
	{"Who you are", []part{persona}},
	{"Your role", []part{{name: "role", write: writeAgent, of: agentOf}}},
	{"Church facts", []part{{name: "name", write: writeName, of: snapshotOf}, {write: writeToday}, {name: "facts", write: writeFacts, of: snapshotOf}}},
	{"How this church speaks", []part{{name: "vocabulary", write: writeVocabulary, of: lensOf}}},
	{"What this church teaches", []part{{name: "doctrine", write: writeDoctrine, of: lensOf}}},
	{"Curated theology", []part{{write: writeTheology}}},
	{"Church knowledge base", []part{{write: writeKnowledge}}},
	{"The church's own answer to a similar question", []part{{write: writeFAQ}}},
	{"About the assistant's platform", []part{{name: "product", write: writeProduct, of: snapshotOf}}},
}

var persona = part{name: "persona", write: writePersona, of: languageOf}

// System returns the system message for a full answer.
func System(in Input) string {
	return written(func(out *bytes.Buffer) {
		for _, b := range blocks {
			b.writeTo(out, in)
		}
	})
}

func (b block) writeTo(out *bytes.Buffer, in Input) {
	before := out.Len()
	out.WriteString("## ")
	out.WriteString(b.heading)
	out.WriteByte('\n')
	empty := out.Len()
	for _, p := range b.parts {
		p.writeTo(out, in)
	}
	if out.Len() == empty {
		out.Truncate(before)
		return
	}
	out.WriteByte('\n')
}

// Visitor returns the visitor's words as a user message.
func Visitor(message string) string {
	return written(func(out *bytes.Buffer) {
		openFence(out, "visitor_message")
		closeFence(out, "visitor_message", message)
	})
}

// Passage returns the system message for answering from one passage alone, in the church's name.
func Passage(in Input) string {
	return written(func(out *bytes.Buffer) {
		out.WriteString("## Who you are\n")
		persona.writeTo(out, in)
		out.WriteString("\n## Task\nAnswer the visitor's question from the one passage below and nothing else, in at most three sentences, and name the passage's title. If the passage does not answer it, say so plainly and offer to pass the question on to the church office.\n")
		out.WriteString("\n## Church knowledge base\n")
		for i := range in.Passages[:min(1, len(in.Passages))] {
			writePassage(out, &in.Passages[i])
		}
	})
}
