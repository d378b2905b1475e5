package model

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"
)

// Receptionist stands in where no model may be asked: it answers no question, and says so in the words it is given. It does
// take prayer requests, visits, call-backs and messages where the request offers the tools, and asks for what is missing, in
// English and in Spanish, as Offline does, of which it is a part. It costs nothing and never fails.
type Receptionist struct {
	Church    string    // its name
	Phone     string    // the office's, or ""
	Language  string    // ISO 639-1, for messages that do not tell theirs
	Now       time.Time // by the church's clock, for "tomorrow"
	Otherwise string    // what is said to everything else, before the offer to pass the question on
}

// ReceptionistModel is the name that the receptionist goes by in chunks.
const ReceptionistModel = "receptionist"

// Stream says all at once. Its only errors are those of a context that ended.
func (r Receptionist) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		if ctx.Err() != nil {
			failed := failure(ctx, ctx, ctx.Err())
			failed.Model = ReceptionistModel
			yield(Chunk{}, failed)
			return
		}
		text, call := r.compose(req)
		last := Chunk{Text: text, Finish: FinishStop, Model: ReceptionistModel, Usage: &Usage{}}
		if call != nil {
			last.Finish, last.ToolCalls = FinishToolCalls, []ToolCall{*call}
		}
		yield(last, nil)
	}
}

func (r Receptionist) compose(req Request) (string, *ToolCall) {
	// It reads no instructions, so it needs none; but a message without small words is in this language.
	spokenIn := "Answer in English."
	if r.Language == "es" {
		spokenIn = "Answer in Spanish."
	}
	b := readPrompt(append([]Message{{Role: RoleSystem, Content: spokenIn}}, req.Messages...))
	b.church, b.now = r.Church, r.Now
	if r.Phone != "" {
		b.facts = append(b.facts, fact{"Phone", r.Phone})
	}
	if report, ok := b.report(req.Messages); ok {
		return report, nil
	}
	calls := 0
	for _, message := range req.Messages {
		calls += len(message.ToolCalls)
	}
	call, ask := b.act(req.Tools, calls)
	switch {
	case call != nil || ask != "":
		return ask, call
	case b.smallTalk() != "":
		return b.smallTalk(), nil
	}
	own, said := spoken[b.language], []string{r.Otherwise}
	if grieving.MatchString(fold(b.question)) {
		said = []string{own.sorry, r.Otherwise}
	}
	if offers(req.Tools, "leave_message") {
		said = append(said, own.offerMessage)
	}
	return strings.Join(said, " "), nil
}

func offers(tools []Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t Tool) bool { return t.Name == name })
}
