package tools

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// maxCalls is how many calls one turn may make. Four rounds of three are more than any request needs.
const maxCalls = 12

// Session answers the calls of one turn. It is safe for concurrent use.
type Session struct {
	registry *Registry
	turn     Turn
	said     func() *spoken

	mu     sync.Mutex
	calls  int
	claims map[any]bool // what was done in this turn: keys of what was written, fingerprints of what was looked up
}

// Begin makes the session of one turn.
func (r *Registry) Begin(turn Turn) *Session {
	if turn.Now.IsZero() {
		turn.Now = r.config.Now()
	}
	return &Session{registry: r, turn: turn, claims: make(map[any]bool),
		said: sync.OnceValue(func() *spoken { return listen(turn.Said) })}
}

// Call answers one call. Whatever the model wrote and whatever goes wrong, the answer is a Result.
func (s *Session) Call(ctx context.Context, asked Call) Result {
	began := time.Now()
	t, known := s.registry.tools[asked.Name]
	label := asked.Name
	if !known {
		label = "unknown" // what a model makes up must not become a metric
	}
	result, code := s.answer(ctx, t, asked)
	s.registry.metrics.observe(label, code, time.Since(began))
	return result
}

// succeeded is the outcome of calls that succeeded, in metrics.
const succeeded ErrorCode = "ok"

func (s *Session) answer(ctx context.Context, t *ready, asked Call) (Result, ErrorCode) {
	result, err := s.attempt(ctx, t, asked)
	if err != nil {
		return s.refused(asked.Name, err)
	}
	return result, succeeded
}

// errPanicked stands for a tool that panicked.
var errPanicked = errors.New("the tool panicked")

func (s *Session) attempt(ctx context.Context, t *ready, asked Call) (result Result, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.registry.config.Logger.Error("tool panicked", "tool", asked.Name, "cause", cause, "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	c, err := s.admit(t, asked)
	if err != nil {
		return Result{}, err
	}
	release, err := s.claimLookup(c)
	if err != nil {
		return Result{}, err
	}
	defer func() {
		if !result.OK {
			release()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, s.registry.config.Timeout)
	defer cancel()
	found, err := c.tool.run(ctx, c)
	if err != nil {
		return Result{}, err
	}
	content, err := contentOf(found.answer)
	if err != nil {
		return Result{}, err
	}
	return Result{OK: true, Content: content, Summary: found.summary.in(s.turn.Language), Links: found.answer.links(), Wrote: c.wrote}, nil
}

// admit checks all that can be checked before the tool runs.
func (s *Session) admit(t *ready, asked Call) (*call, error) {
	if s.count() > maxCalls {
		return nil, refuse(TooManyCalls, "No more tools can be called now. Answer with what you have.")
	}
	if t == nil {
		return nil, refuse(UnknownTool, "There is no such tool. Use only the tools you were given.")
	}
	if !t.allowedIn(&s.turn) {
		return nil, refuse(NotAllowed, "This church does not offer that here. Do not try again; name the church office instead.")
	}
	args, err := t.check.arguments(asked.Arguments)
	if err != nil {
		return nil, err
	}
	if t.writes {
		if err := s.turn.wanted(t.name); err != nil {
			return nil, err
		}
		if err := s.said().supports(t.parameters, args, s.turn.Language); err != nil {
			return nil, err
		}
	}
	return &call{registry: s.registry, session: s, tool: t.tool, turn: &s.turn, args: args}, nil
}

func (s *Session) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	return s.calls
}

// claimLookup refuses the same look-up twice. Calls that write are told apart by what they write, see call.once.
func (s *Session) claimLookup(c *call) (release func(), err error) {
	if c.tool.writes {
		return func() {}, nil
	}
	arguments, err := json.Marshal(c.args)
	if err != nil {
		return nil, err
	}
	return s.claim(c.tool.name+string(arguments), "You have made this call already. Use its result; do not call again.")
}

// claim notes that something is being done in this turn; again is what to tell the model that wants it twice. release takes it back where it failed, so that it can be tried
// again.
func (s *Session) claim(what any, again string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claims[what] {
		return nil, refuse(AlreadyDone, "%s", again)
	}
	s.claims[what] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.claims, what)
	}, nil
}

// refused words an error for the model. What went wrong inside stays inside.
func (s *Session) refused(name string, err error) (Result, ErrorCode) {
	told, known := errors.AsType[*refusal](err)
	if !known {
		told = &refusal{code: Unavailable, message: "This did not work just now. Say so plainly and name the church office."}
		if !errors.Is(err, context.Canceled) {
			s.registry.config.Logger.Warn("tool failed", slog.String("tool", name), slog.String("church", s.turn.Church.ID.String()), slog.Any("error", err))
		}
	}
	content, _ := json.Marshal(refusalContent{Error: told.code, Message: told.message}) // strings always marshal
	return Result{Content: string(content), Summary: notDone[told.code == Unavailable].in(s.turn.Language)}, told.code
}

type refusalContent struct {
	OK      bool      `json:"ok"`
	Error   ErrorCode `json:"error"`
	Message string    `json:"message"`
}

// notDone is shown for a call that was refused: by whether it failed here. Why a call was refused otherwise is between the
// program and the model.
var notDone = map[bool]texts{
	true:  {"That did not work just now.", "Ahora mismo no ha funcionado."},
	false: {"Not done yet.", "Todavía no está hecho."},
}

func contentOf(answer fields) (string, error) {
	all := fields{"ok": true}
	for key, value := range answer {
		all[key] = value
	}
	content, err := json.Marshal(all)
	return string(content), err
}
