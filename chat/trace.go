package chat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Trace is what an answer was made of beyond what its visitor was shown: for the church, which wants to know why it is as it is. It is
// kept with the answer, and as long. All of it is bounded, and nothing in it is what a visitor wrote.
type Trace struct {
	Nearest []Nearest     `json:"nearest,omitempty"` // what the church knows that is nearest to the question, best first
	Prompt  []PromptBlock `json:"prompt,omitempty"`  // of the instructions that the full model was given, in their order
	Tools   []ToolCalled  `json:"tools,omitempty"`   // in their order
	Held    []HeldBack    `json:"held,omitempty"`    // what the model wrote and the visitor was not to read
}

// Nearest is a FAQ or a passage that was compared with the question.
type Nearest struct {
	ID         uuid.UUID `json:"id"`
	Kind       string    `json:"kind"` // faq, document or theology
	Title      string    `json:"title"`
	Similarity float64   `json:"similarity"`     // cosine
	Used       bool      `json:"used,omitempty"` // the model was given it
}

// PromptBlock is a part of the instructions.
type PromptBlock struct {
	Name    string `json:"name"`
	Tokens  int    `json:"tokens"`
	Dropped int    `json:"dropped,omitempty"` // passages or entries for which there was no room
}

// ToolCalled is a tool that the model called. What with is not kept: visitors' names and numbers are in it.
type ToolCalled struct {
	Name   string `json:"name,omitempty"` // empty: the model made one up, or was not offered it
	OK     bool   `json:"ok,omitempty"`
	Asked  bool   `json:"asked,omitempty"` // the visitor was asked first; what they said is not kept here
	Wrote  bool   `json:"wrote,omitempty"` // a request, a registration, or whatever else the church finds
	Millis int64  `json:"ms"`
}

// HeldBack is a rule that kept a sentence back.
type HeldBack struct {
	Kind  string `json:"kind"`            // forbidden by a rule, instructions (of our own), or a claim of what the assistant is not
	Topic string `json:"topic,omitempty"` // of the rule
}

// The bounds of a trace.
const (
	mostNearest     = 10
	mostTools       = 16 // a model may call many in one round
	mostHeld        = 8
	mostTitleLength = 160 // bytes
)

// Trace is that of the turn so far; nil where there is nothing to tell.
func (t *Turn) Trace() *Trace { return t.trace }

func (t *Turn) tracing() *Trace {
	if t.trace == nil {
		t.trace = &Trace{}
	}
	return t.trace
}

// TraceNear notes what was compared with the question. What was noted before keeps its place; the best are kept.
func (t *Turn) TraceNear(id uuid.UUID, kind, title string, similarity float64) {
	trace := t.tracing()
	if slices.ContainsFunc(trace.Nearest, func(n Nearest) bool { return n.ID == id }) {
		return
	}
	trace.Nearest = append(trace.Nearest, Nearest{ID: id, Kind: kind, Title: clip(title), Similarity: similarity})
	slices.SortStableFunc(trace.Nearest, func(a, b Nearest) int { return cmp.Compare(b.Similarity, a.Similarity) })
	trace.Nearest = trace.Nearest[:min(len(trace.Nearest), mostNearest)]
}

// TraceUsed notes what of it the model was given.
func (t *Turn) TraceUsed(sources []Source) {
	if t.trace == nil {
		return
	}
	for i := range t.trace.Nearest {
		near := &t.trace.Nearest[i]
		near.Used = slices.ContainsFunc(sources, func(s Source) bool { return s.ID == near.ID })
	}
}

// TracePrompt notes the instructions that the full model is given.
func (t *Turn) TracePrompt(blocks []PromptBlock) { t.tracing().Prompt = blocks }

// TraceTool notes a call of a tool.
func (t *Turn) TraceTool(called ToolCalled) {
	if trace := t.tracing(); len(trace.Tools) < mostTools {
		trace.Tools = append(trace.Tools, called)
	}
}

// TraceHeld notes that a sentence was held back.
func (t *Turn) TraceHeld(kind, topic string) {
	if trace := t.tracing(); len(trace.Held) < mostHeld {
		trace.Held = append(trace.Held, HeldBack{Kind: kind, Topic: clip(topic)})
	}
}

// clip shortens a text to what a trace has room for, between two letters.
func clip(text string) string {
	if len(text) <= mostTitleLength {
		return text
	}
	return strings.ToValidUTF8(text[:mostTitleLength], "") + "…"
}
