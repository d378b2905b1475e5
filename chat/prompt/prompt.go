package prompt

import (
	"bytes"
	"sync"

	"narthex/chat/quoted"
)

// A model service that keeps the beginning of prompts keeps what is the same, and what it keeps costs a quarter: so what is the same for
// every church comes first in the first two blocks, then what a church has written, and what no two visitors share comes last of all.

// block is one of the nine, or what follows them: a heading and what stands under it; an empty one is left out.
type block struct {
	name    string // in reports
	heading *constant
	parts   []part
}

const blockCount = 9 + 1 // the last is what belongs to this one turn

// The blocks that may be shortened, by their place in blocks.
const (
	theologyBlock  = 5
	knowledgeBlock = 6
	productBlock   = 8
)

var blocks [blockCount]block

// Filled here because the parts of the last blocks lead back to the array.
func init() {
	blocks = [...]block{
		{"persona", heading("Who you are"), persona},
		{"agent", heading("Your role"), []part{
			{constant: roleOf}, {constant: stateOf}, {constant: roleRulesOf}, {constant: func(*Input) *constant { return handoffText }},
			{constant: toCareOf}, {constant: toolsOf}, {constant: samplesOf}, {name: "manner", write: writeManner, of: agentOf},
		}},
		{"facts", heading("Church facts"), []part{{name: "facts", write: writeFacts, of: snapshotOf}}},
		{"vocabulary", heading("How this church speaks"), []part{{name: "vocabulary", write: writeVocabulary, of: lensOf}}},
		{"doctrine", heading("What this church teaches"), []part{{name: "doctrine", write: writeDoctrine, of: lensOf}}},
		theologyBlock:  {"theology", heading("Curated theology"), []part{{measure: (*builder).writeTheology}}},
		knowledgeBlock: {"knowledge", heading("Church knowledge base"), []part{{measure: (*builder).writeKnowledge}}},
		7:              {"faq", heading("The church's own answer to a similar question"), []part{{write: writeFAQ}}},
		productBlock:   {"product", heading("About the assistant's platform"), []part{{measure: (*builder).writeProduct}}},
		9:              {"turn", heading("This turn"), []part{{constant: pastUnreadOf}, {constant: unsearchedOf}, {write: writePart}, {write: writeLanguage}, {write: writeToday}}},
	}
}

func heading(title string) *constant { return newConstant("## " + title + "\n") }

var persona = []part{
	{constant: func(*Input) *constant { return selfText }},
	{constant: func(*Input) *constant { return policyText }},
	{name: "lines", write: writeLines, of: snapshotOf},
	{constant: func(*Input) *constant { return morePolicyText }},
	{constant: spokenOf},
}

// System returns the system message for a full answer.
func System(in Input) string { return Build(in).Text.String() }

// Passage returns the system message for answering from one passage alone, in the church's name.
func Passage(in Input) quoted.Text {
	b := newBuilder(in)
	defer b.free()
	own := b.out.Own()
	own.WriteString("## Who you are\n")
	for i := range persona {
		persona[i].writeTo(b)
	}
	own.WriteString("\n## Task\n" + passageTask + "The church's name: " + plain(b.in.Church.Name) + ".\n\n## Church knowledge base\n")
	for i := range in.Passages[:min(1, len(in.Passages))] {
		writePassage(own, &in.Passages[i])
	}
	own.WriteByte('\n')
	writeLanguage(own, &b.in)
	return b.out.Text()
}

const passageTask = "Answer the visitor's question from the one passage below and nothing else, in at most three sentences, and name the passage's title. If the passage does not answer it, say so plainly and point to the church office: you have no tools, and cannot pass anything on.\n"

// Visitor returns the visitor's words as a user message.
func Visitor(message string) string { return fenced("visitor_message", "", message) }

// ToolResult returns what a tool answered as the content of a tool message.
func ToolResult(name, content string) string { return fenced("tool_result", name, content) }

func fenced(tag, name, text string) string {
	out := fences.Get().(*bytes.Buffer)
	out.Reset()
	openFence(out, tag)
	if name != "" {
		attribute(out, "name", name)
	}
	closeFence(out, tag, text)
	written := out.String()
	if out.Cap() <= maxSpare {
		fences.Put(out)
	}
	return written
}

var fences = sync.Pool{New: func() any { return new(bytes.Buffer) }}
