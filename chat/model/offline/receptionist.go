package offline

import (
	"context"
	"iter"
	"strings"
	"time"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// Receptionist stands in where no model may be asked: it answers no question, and says so in the words it is given. It does
// take prayer requests, visits, call-backs and messages where the request offers the tools, and asks for what is missing, in
// English and in Spanish, as Model does. It costs nothing and never fails.
type Receptionist struct {
	Church    string    // its name
	Phone     string    // the office's, or ""
	Language  string    // ISO 639-1, for messages that do not tell theirs
	Now       time.Time // by the church's clock, for "tomorrow"
	Otherwise string    // what is said to everything else, before the offer to pass the question on
}

const receptionist = "receptionist" // the name it goes by in chunks

// Stream says all at once. Its only errors are those of a context that ended.
func (r Receptionist) Stream(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if ctx.Err() != nil {
			failed := model.Ended(ctx)
			failed.Model = receptionist
			yield(model.Chunk{}, failed)
			return
		}
		text, calls := r.compose(req)
		last := model.Chunk{Text: text, Finish: model.FinishStop, Model: receptionist, Usage: &model.Usage{}}
		if len(calls) > 0 {
			last.Finish, last.ToolCalls = model.FinishToolCalls, calls
		}
		yield(last, nil)
	}
}

func (r Receptionist) compose(req model.Request) (string, []model.ToolCall) {
	b := &briefing{contents: prompt.Contents{Church: r.Church, Language: r.Language, Now: r.Now}}
	if r.Phone != "" {
		b.contents.Facts = []prompt.Fact{{Label: "Phone", Value: r.Phone}}
	}
	b.History = dialogue.Hear(req.Messages, r.Language)
	if report, ok := b.report(req.Messages); ok {
		return report, nil
	}
	calls, ask := b.act(req)
	switch {
	case len(calls) > 0 || ask != "":
		return ask, calls
	case b.letBe() != "":
		return b.letBe(), nil
	case b.smallTalk() != "":
		return b.smallTalk(), nil
	}
	said := []string{r.Otherwise}
	if hurting(words.Fold(b.Question)) {
		said = []string{b.say("sorry"), r.Otherwise}
	}
	if offers(req.Tools, intent.LeaveMessage) {
		said = append(said, b.say("offer_message"))
	}
	return strings.Join(said, " "), nil
}
