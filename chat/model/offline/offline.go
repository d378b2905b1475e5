package offline

import (
	"cmp"
	"context"
	"iter"
	"strings"
	"time"
	"unicode"

	"narthex/chat/crisis/review"
	"narthex/chat/model"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// Model answers from the contents of a request's prompt.
type Model struct {
	pace time.Duration
}

// Name is what the offline model goes by in chunks and metrics.
const Name = "offline"

// DefaultPace is a pause between two words in which an answer can be seen to stream.
const DefaultPace = 6 * time.Millisecond

// New makes an offline model that pauses so long before each word.
func New(pace time.Duration) *Model { return &Model{pace: pace} }

// Stream answers in chunks of one word. Its only errors are those of a context that ended.
func (m *Model) Stream(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		text, calls := compose(req)
		last := model.Chunk{Finish: model.FinishStop, Model: Name}
		if len(calls) > 0 {
			last.Finish, last.ToolCalls = model.FinishToolCalls, calls
		}
		spent := 0
		for word := range eachWord(text) {
			if req.MaxTokens > 0 && tokens(spent+1) > req.MaxTokens {
				last.Finish = model.FinishLength
				break
			}
			if m.wait(ctx) != nil {
				failed := model.Ended(ctx)
				failed.Model, failed.Streamed = Name, spent > 0
				yield(model.Chunk{}, failed)
				return
			}
			if !yield(model.Chunk{Text: word, Model: Name}, nil) {
				return
			}
			spent++
		}
		last.Usage = &model.Usage{PromptTokens: tokens(promptWords(req)), CompletionTokens: tokens(spent)}
		yield(last, nil)
	}
}

// compose decides what to say or which tools to call.
func compose(req model.Request) (string, []model.ToolCall) {
	if shown, asked := review.Asked(req.Messages); asked {
		return readAgain(shown), nil
	}
	b := brief(req)
	if report, ok := b.report(req.Messages); ok {
		return b.withFacts(report), nil
	}
	calls, ask := b.act(req)
	if len(calls) > 0 {
		return "", calls
	}
	if ask != "" {
		return b.withFacts(ask), nil
	}
	notice := b.fromAbroad()
	if b.contents.Part.Told != "" {
		b.Question = b.contents.Part.Rest
	} else if asked, ok := reply.AskedBehind(b.Question); ok && b.Offering() {
		b.Question = asked
	}
	again, tools := b.askedBefore(), req.Tools
	if again != "" {
		tools = nil // two offers to pass something on have one yes
	}
	answer := cmp.Or(b.letBe(), b.more(req.Class, tools))
	if answer == "" {
		if answer = b.toThem(); answer == "" {
			if calls = b.lookUp(req); len(calls) > 0 {
				return "", calls
			}
			answer = b.answer(req.Class, tools)
		}
		answer = strings.TrimSpace(answer + "\n\n" + cmp.Or(again, b.undecided(answer), b.leaveWord(answer, tools)))
	}
	text := b.withFacts(strings.TrimSpace(notice + " " + answer))
	if kept := keptOf(req.Messages); kept != "" {
		return b.goOn(text, kept), nil
	}
	return text, nil
}

// withFacts puts before an answer what stored facts answer of the message.
func (b *briefing) withFacts(text string) string {
	return strings.TrimSpace(b.contents.Part.Told + "\n\n" + text)
}

// keptOf is what stands of an answer whose next sentence is to be written otherwise, "" where none is.
func keptOf(messages []model.Message) string {
	n := len(messages)
	if n < 2 || messages[n-1].Role != model.RoleSystem || messages[n-2].Role != model.RoleAssistant || len(messages[n-2].ToolCalls) > 0 {
		return ""
	}
	return messages[n-2].Content
}

// goOn leaves the sentence out that was not to be said, as nothing can be said otherwise here, and says how to ask people.
func (b *briefing) goOn(text, kept string) string {
	rest, isBefore := strings.CutPrefix(text, strings.TrimSpace(kept))
	if left := words.Sentences(strings.TrimSpace(rest)); isBefore && len(left) > 1 {
		return strings.Join(left[1:], " ")
	}
	return b.office()
}

// wait pauses before a word.
func (m *Model) wait(ctx context.Context) error {
	if m.pace <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(m.pace)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// eachWord cuts a text after its white space, so that the pieces together are the text.
func eachWord(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			end := strings.IndexFunc(text, unicode.IsSpace)
			if end < 0 {
				end = len(text)
			}
			end += len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// tokens estimates what a service would count: about four for three words.
func tokens(said int) int { return (said*4 + 2) / 3 }

func promptWords(req model.Request) int {
	n := 0
	for i := range req.Messages {
		n += len(strings.Fields(req.Messages[i].Said()))
	}
	return n
}
