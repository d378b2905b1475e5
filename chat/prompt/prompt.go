package prompt

import (
	"strings"
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
	write   func(*strings.Builder, Input)
}

var blocks = []block{
	{"Who you are", writePersona},
	{"Your role", writeAgent},
	{"Church facts", writeFacts},
	{"How this church speaks", writeVocabulary},
	{"What this church teaches", writeDoctrine},
	{"Curated theology", writeTheology},
	{"Church knowledge base", writeKnowledge},
	{"The church's own answer to a similar question", writeFAQ},
	{"About the assistant's platform", writeProduct},
}

// System returns the system message for a full answer.
func System(in Input) string {
	var out, body strings.Builder
	for _, b := range blocks {
		body.Reset()
		b.write(&body, in)
		if body.Len() == 0 {
			continue
		}
		out.WriteString("## ")
		out.WriteString(b.heading)
		out.WriteByte('\n')
		out.WriteString(body.String())
		out.WriteByte('\n')
	}
	return out.String()
}

// Visitor returns the visitor's words as a user message.
func Visitor(message string) string {
	var out strings.Builder
	fence(&out, "visitor_message", nil, message)
	return out.String()
}

// Passage returns the system message for answering from one passage alone, in the church's name.
func Passage(in Input) string {
	var out strings.Builder
	out.WriteString("## Who you are\n")
	writePersona(&out, in)
	out.WriteString("\n## Task\nAnswer the visitor's question from the one passage below and nothing else, in at most three sentences, and name the passage's title. If the passage does not answer it, say so plainly and offer to pass the question on to the church office.\n")
	out.WriteString("\n## Church knowledge base\n")
	for _, passage := range in.Passages[:min(1, len(in.Passages))] {
		writePassage(&out, passage)
	}
	return out.String()
}
