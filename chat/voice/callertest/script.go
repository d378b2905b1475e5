package callertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/coder/websocket"
)

// Play plays a whole call from a script, of which each line is a step: what is done, a colon, and with what. Empty lines and those that
// begin with # are passed over.
//
//	greets: words          what the call is opened with has these words
//	says: words            the caller says so
//	says partly: words     and has not ended
//	hears: words           what is said next has these words
//	also hears: words      and these
//	hears no: text         and what was heard last has not
//	presses: key
//	interrupts: words      the caller speaks in, having heard so much
//	sends: text            a frame as it is written here, however wrong
//	sends bytes: text      one that is no text
//	loses the line:        the socket breaks, and the call goes on as the service is told
//	ends: reason           after what is said the call is handed back, for this reason
//	next: what             then the service is told to hang up, dial or say
//	asked: form = what     the service asks what comes next with this form, and is told so: connect, hang up, dial, say or nothing
//	hangs up:
//	model: words           what the model will say, when it is asked next; model is told
func (s *Service) Play(ctx context.Context, script string, model func(words string)) error {
	p := &play{service: s, model: model}
	defer p.leave()
	number := 0
	for step := range strings.Lines(script) {
		number++
		if step = strings.TrimSpace(step); step == "" || strings.HasPrefix(step, "#") {
			continue
		}
		what, with, ok := strings.Cut(step, ":")
		do := steps[what]
		if !ok || do == nil {
			return fmt.Errorf("line %d is no step: %s", number, step)
		}
		if what != "model" && p.caller == nil {
			if err := p.dial(ctx); err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
		if err := do(p, ctx, strings.TrimSpace(with)); err != nil {
			return fmt.Errorf("line %d, %s: %w", number, step, err)
		}
	}
	return nil
}

type play struct {
	service *Service
	model   func(string)
	caller  *Caller
	heard   string // last
	handoff string
}

var steps = map[string]func(*play, context.Context, string) error{
	"greets":      func(p *play, _ context.Context, words string) error { return has(p.caller.Greeting, words) },
	"says":        func(p *play, ctx context.Context, words string) error { return p.caller.Say(ctx, words) },
	"says partly": (*play).partly,
	"hears":       (*play).hear,
	"also hears":  func(p *play, _ context.Context, words string) error { return has(p.heard, words) },
	"hears no":    (*play).hearNot,
	"presses":     func(p *play, ctx context.Context, key string) error { return p.caller.Press(ctx, key) },
	"interrupts":  func(p *play, ctx context.Context, heard string) error { return p.caller.Interrupt(ctx, heard) },
	"sends": func(p *play, ctx context.Context, text string) error {
		return p.caller.Raw(ctx, websocket.MessageText, []byte(text))
	},
	"sends bytes": func(p *play, ctx context.Context, text string) error {
		return p.caller.Raw(ctx, websocket.MessageBinary, []byte(text))
	},
	"loses the line": (*play).lose,
	"ends":           (*play).end,
	"next":           (*play).next,
	"asked":          (*play).asked,
	"hangs up":       func(p *play, _ context.Context, _ string) error { return p.caller.HangUp() },
	"model":          func(p *play, _ context.Context, words string) error { p.model(words); return nil },
}

func has(said, words string) error {
	if !strings.Contains(said, words) {
		return fmt.Errorf("it is %q", said)
	}
	return nil
}

func (p *play) dial(ctx context.Context) (err error) {
	p.caller, err = p.service.Dial(ctx)
	return err
}

func (p *play) leave() {
	if p.caller != nil {
		_ = p.caller.Drop()
	}
}

func (p *play) partly(ctx context.Context, words string) error {
	return p.caller.Send(ctx, map[string]any{"type": "prompt", "voicePrompt": words, "lang": "en-US", "last": false})
}

func (p *play) hear(ctx context.Context, words string) (err error) {
	if p.heard, err = p.caller.Hear(ctx); err != nil {
		return fmt.Errorf("after %q: %w", p.heard, err)
	}
	return has(p.heard, words)
}

func (p *play) hearNot(_ context.Context, text string) error {
	if strings.Contains(p.heard, text) {
		return fmt.Errorf("it is %q", p.heard)
	}
	return nil
}

func (p *play) lose(ctx context.Context, _ string) error {
	if err := p.caller.Drop(); err != nil {
		return err
	}
	answer, err := p.caller.After(ctx, "")
	if err != nil {
		return err
	}
	if answer.Connect == nil {
		return fmt.Errorf("the service is told %s", answer.what())
	}
	p.caller, err = p.caller.Service.Connect(ctx, answer)
	return err
}

func (p *play) end(ctx context.Context, reason string) error {
	for {
		_, err := p.caller.Hear(ctx)
		if ended, ok := errors.AsType[*Ended](err); ok {
			p.handoff = ended.HandoffData
			return has(p.handoff, `"reason":"`+reason+`"`)
		}
		if err != nil {
			return err
		}
	}
}

func (p *play) next(ctx context.Context, what string) error {
	answer, err := p.caller.After(ctx, p.handoff)
	if err == nil && answer.what() != what {
		err = fmt.Errorf("the service is told to %s", answer.what())
	}
	return err
}

func (p *play) asked(ctx context.Context, form string) error {
	form, what, _ := strings.Cut(form, " = ")
	fields, err := url.ParseQuery(form)
	if err != nil {
		return err
	}
	answer, status, err := p.caller.Service.Post(ctx, p.caller.Action, fields)
	if err == nil && (status != http.StatusOK || answer.what() != what) {
		err = fmt.Errorf("the service is told to %s, status %d", answer.what(), status)
	}
	return err
}

// what names what an answer has the service do.
func (a Answer) what() string {
	switch {
	case a.Connect != nil:
		return "connect"
	case a.Dial != "":
		return "dial " + a.Dial
	case len(a.Says) > 0:
		return "say"
	case a.Hangup != nil:
		return "hang up"
	}
	return "nothing"
}
