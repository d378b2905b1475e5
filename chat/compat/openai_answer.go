package compat

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
)

// answer is what was told of a turn so far.
type answer struct {
	turn, session uuid.UUID
	agent         string
	tier          chat.TierChosen
	text          strings.Builder
	sources       []chat.Source
	end           *chat.Done
}

// take adds an event. The error is that of a turn which failed.
func (a *answer) take(event chat.Event) error {
	switch event.Kind {
	case chat.KindStart:
		a.turn, a.session, a.agent = event.Start.TurnID, event.Start.SessionID, string(event.Start.Agent)
	case chat.KindTier:
		a.tier = *event.Tier
	case chat.KindDelta:
		a.text.WriteString(event.Text)
	case chat.KindSources:
		a.sources = append(a.sources, event.Sources...)
	case chat.KindReset:
		a.tier, a.sources = chat.TierChosen{}, nil
		a.text.Reset()
	case chat.KindDone:
		a.end = event.Done
	case chat.KindError:
		return failed(event.Failure)
	}
	return nil
}

// extension is what we say beside OpenAI's fields.
type extension struct {
	TurnID    uuid.UUID     `json:"turnId"`
	SessionID uuid.UUID     `json:"sessionId"`
	Agent     string        `json:"agent"`
	Tier      *int          `json:"tier"`
	Reason    string        `json:"reason"`
	Sources   []chat.Source `json:"sources"`
}

func (a *answer) extension() *extension {
	return &extension{
		TurnID: a.turn, SessionID: a.session, Agent: a.agent, Tier: a.tier.Tier, Reason: a.tier.Reason,
		Sources: append([]chat.Source{}, a.sources...),
	}
}

func (a *answer) completionID() string {
	return "chatcmpl-" + strings.ReplaceAll(a.turn.String(), "-", "")
}

// finishReason is OpenAI's word; for an answer that was stopped there is none but stop.
func (a *answer) finishReason() string {
	if a.end.Finish == chat.FinishLength {
		return "length"
	}
	return "stop"
}

// completionUsage counts tokens; an answer that no model gave has none.
type completionUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
	PromptDetails    struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

func (a *answer) usage() *completionUsage {
	var usage completionUsage
	if u := a.end.Usage; u != nil {
		usage.PromptTokens, usage.CompletionTokens = u.PromptTokens, u.CompletionTokens
		usage.TotalTokens = u.PromptTokens + u.CompletionTokens
		usage.PromptDetails.CachedTokens = u.CachedTokens
	}
	return &usage
}

// completion is the body of an answer that is not streamed.
type completion struct {
	ID      string             `json:"id"`
	Object  string             `json:"object"`
	Created int64              `json:"created"`
	Model   string             `json:"model"`
	Choices []completionChoice `json:"choices"`
	Usage   *completionUsage   `json:"usage"`
	Narthex *extension         `json:"narthex"`
}

type completionChoice struct {
	Index        int             `json:"index"`
	Message      assistantAnswer `json:"message"`
	Logprobs     *struct{}       `json:"logprobs"`
	FinishReason string          `json:"finish_reason"`
}

type assistantAnswer struct {
	Role        string     `json:"role"`
	Content     string     `json:"content"`
	Refusal     *string    `json:"refusal"`
	Annotations []struct{} `json:"annotations"`
}

// collect reads a turn to its end.
func collect(ctx context.Context, turn source) (*answer, error) {
	a := &answer{}
	for {
		frames, err := turn.next(ctx)
		if errors.Is(err, io.EOF) {
			return a, nil
		}
		if err != nil {
			return nil, err
		}
		for _, frame := range frames {
			event, err := frame.Event()
			if err != nil {
				return nil, err
			}
			if err := a.take(inWords(event)); err != nil {
				return nil, err
			}
		}
	}
}

// writeWhole answers with the whole of a turn.
func (o *OpenAI) writeWhole(ctx context.Context, w http.ResponseWriter, turn source, model string, created time.Time) error {
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // the server's own is for answers that are there already
	a, err := collect(ctx, turn)
	_ = control.SetWriteDeadline(time.Now().Add(o.config.Timing.Write))
	if err != nil {
		return err
	}
	return writeJSON(w, completion{
		ID: a.completionID(), Object: "chat.completion", Created: created.Unix(), Model: model,
		Choices: []completionChoice{{
			Message:      assistantAnswer{Role: "assistant", Content: a.text.String(), Annotations: []struct{}{}},
			FinishReason: a.finishReason(),
		}},
		Usage: a.usage(), Narthex: a.extension(),
	})
}
