package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat/assent"
	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools/samewish"
)

// Confirmed is what became of a call that a visitor has answered for.
type Confirmed struct {
	CallID uuid.UUID
	Tool   string
	Status confirmation.Status // never Open
	Result Result              // where they had answered before, its Summary alone, if that is known
}

// Answer is what a visitor says to a card.
type Answer struct {
	Accept   bool
	Words    string // in which they said so; empty: with a button
	PassedTo string // as that of Turn, where they have accused somebody by now
	Origin   string // as that of Turn
}

// Confirm does what a visitor was asked about, or notes that they do not want it. It is done once, however often and on however many
// nodes it is accepted: the answer is noted in the transaction that does the work, and who comes later is told what came of it.
//
// The error is confirmation.ErrClosed, an *confirmation.AnsweredError where they had said the contrary before, or one after which the
// question still stands and may be answered again.
func (r *Registry) Confirm(ctx context.Context, at *church.Snapshot, ref confirmation.Ref, answer Answer) (Confirmed, error) {
	q, err := r.confirmations.Find(ctx, ref, r.config.Now())
	if err == nil && !answer.Accept {
		err = r.decline(ctx, &q)
	} else if err == nil {
		return r.accept(ctx, at, q, answer)
	}
	return told(q, answer, err)
}

// told is the answer to a question that is answered now, or was before.
func told(q confirmation.Question, answer Answer, err error) (Confirmed, error) {
	if before, ok := errors.AsType[*confirmation.AnsweredError](err); ok {
		if (before.Question.Status == confirmation.Declined) == answer.Accept {
			return Confirmed{}, err
		}
		q, err = before.Question, nil
	}
	return Confirmed{q.Call, q.Tool, q.Status, Result{Summary: q.Summary}}, err
}

func (r *Registry) decline(ctx context.Context, q *confirmation.Question) error {
	turn := turnOf(*q, nil)
	q.Status, q.Summary = confirmation.Declined, asking.In(spoken(&turn)).Text("declined")
	return r.confirmations.Answer(ctx, q.Ref, q.Status, q.Summary, r.config.Now())
}

// turnOf is the turn in which a call was made.
func turnOf(q confirmation.Question, at *church.Snapshot) Turn {
	var made madeIn
	_ = json.Unmarshal(q.MadeIn, &made) // the table holds objects alone
	return Turn{ID: q.Turn, Session: q.Session, Church: at, Agent: made.Agent, Language: made.Language, Spoken: made.Spoken, Now: made.Now,
		Said: made.Said, PassedTo: made.PassedTo}
}

// accept does the work.
func (r *Registry) accept(ctx context.Context, at *church.Snapshot, q confirmation.Question, answer Answer) (Confirmed, error) {
	began := time.Now()
	turn := turnOf(q, at)
	turn.PassedTo, turn.Origin = cmp.Or(turn.PassedTo, answer.PassedTo), answer.Origin
	session := r.Begin(turn)
	session.accepting = &q
	texts := asking.In(spoken(&session.turn))
	result, err := session.settle(ctx, r.tools[q.Tool], answer)
	code := succeeded
	defer func() { r.metrics.observe(q.Tool, code, time.Since(began)) }()
	if refusal, ok := errors.AsType[*Refusal](err); ok { // an event that is full, a tool that is switched off: nothing was written
		result, code = session.refused(q.Tool, err)
		result.Summary = texts.Text(failedWith[refusal.Code == Full])
		err = r.confirmations.Answer(ctx, q.Ref, confirmation.Failed, result.Summary, r.config.Now())
		return Confirmed{q.Call, q.Tool, confirmation.Failed, result}, err
	}
	if err != nil {
		if _, before := errors.AsType[*confirmation.AnsweredError](err); !before {
			code = Unavailable
		}
		return told(q, answer, err)
	}
	q.Status, q.Summary = confirmation.Accepted, result.Summary
	if err := r.confirmations.Summarize(ctx, q.Ref, q.Summary); err != nil {
		r.config.Logger.WarnContext(ctx, "what a visitor was told could not be kept", "church", q.Church, "error", err)
	}
	return Confirmed{q.Call, q.Tool, q.Status, result}, nil
}

// failedWith is the text for work that could not be done any more: by whether there was no place left.
var failedWith = map[bool]string{true: "full", false: "failed"}

// settle runs a call that was accepted.
func (s *Session) settle(ctx context.Context, t *registered, answer Answer) (result Result, err error) {
	defer s.registry.panics.Recover("tool", func(error) { err = errPanicked }, "tool", s.accepting.Tool, "church", s.turn.Church.ID)
	if t == nil || !t.allowedIn(&s.turn, s.registry.config.OneForAll) {
		return Result{}, Refuse(NotAllowed, "the church does not offer it any more")
	}
	if t.Meets && s.turn.PassedTo != "" { // accused after the card was shown
		return Result{}, Refuse(NotAllowed, "it leads to people of whom the visitor has accused one")
	}
	c := &Invocation{session: s, tool: t.Tool, Turn: &s.turn, args: samewish.Arguments(*s.accepting), ByCard: true, Agreed: answer.Words}
	result, err = s.run(ctx, c)
	if err == nil && !s.taken { // there was nothing to write after all
		err = s.registry.confirmations.Answer(ctx, s.accepting.Ref, confirmation.Accepted, result.Summary, s.registry.config.Now())
	}
	return result, err
}

// Spoken is a visitor's message, and what was said before it.
type Spoken struct {
	Message  string // theirs
	Previous string // theirs before that
	Answered string // what they were told in between; "": that is not known
	PassedTo string // as that of Answer
	Origin   string // as that of Answer
}

// ErrLate is returned for a yes that comes when its question is over.
var ErrLate = errors.New("the question is over")

// ConfirmSpoken does what was asked about directly before a message, where that says yes or no and nothing else. It gives none where the
// message is no such answer, or nothing was asked: a visitor says "yes please" more than once, so that it tells little which of their
// messages was asked about, and what they were told must end with the question.
func (r *Registry) ConfirmSpoken(ctx context.Context, at *church.Snapshot, session uuid.UUID, said Spoken) ([]Confirmed, error) {
	accept, ok := assent.Heard(said.Message)
	asks := endsWithQuestion(said.Answered, at)
	if !ok || said.Previous == "" || said.Answered != "" && !asks {
		return nil, nil
	}
	asked, err := r.confirmations.OfSession(ctx, at.ID, session, r.config.Now())
	if err != nil {
		return nil, err
	}
	about := confirmation.Said(said.Previous)
	asked = slices.DeleteFunc(asked, func(q confirmation.Question) bool { return q.Said != about || q.Call == q.WriteKey })
	if len(asked) == 0 && asks {
		return nil, ErrLate
	}
	var all []Confirmed
	for _, q := range slices.Backward(asked) { // the oldest first
		confirmed, err := r.Confirm(ctx, at, q.Ref, Answer{accept, said.Message, said.PassedTo, said.Origin})
		if _, contrary := errors.AsType[*confirmation.AnsweredError](err); contrary || errors.Is(err, confirmation.ErrClosed) {
			continue
		}
		if err != nil {
			return all, fmt.Errorf("do what a visitor has confirmed: %w", err)
		}
		all = append(all, confirmed)
	}
	return all, nil
}

// endsWithQuestion reports whether an answer ends with the question beside a card, or has nothing behind it but a line of care.
func endsWithQuestion(answer string, at *church.Snapshot) bool {
	paragraphs := strings.Split(strings.TrimSpace(answer), "\n\n")
	return slices.ContainsFunc(paragraphs[max(0, len(paragraphs)-2):], func(paragraph string) bool { return isQuestion(strings.TrimSpace(paragraph), at) })
}

func isQuestion(paragraph string, at *church.Snapshot) bool {
	for _, texts := range asking {
		for _, key := range []string{"ask", "ask.register", "ask.subscribe"} {
			if strings.HasSuffix(paragraph, texts.Text(key, "church", at.Name)) {
				return true
			}
		}
		before, after, _ := strings.Cut(texts.Text("ask.apart"), "{who}") // whoever that was
		if rest, ends := strings.CutSuffix(paragraph, after); ends && strings.Contains(rest, before) {
			return true
		}
	}
	return false
}

// Asking gives what is said around a question: "late", "declined", "failed" or "done", in the language that the visitor speaks (BCP 47),
// or else in the other one.
func Asking(key, spokenIn, otherwise string) string {
	return asking.In(spoken(&Turn{Spoken: spokenIn, Language: otherwise})).Text(key)
}

// Done is what a visitor is told of a tool that has done what they said yes to, where what it said itself was lost with its node.
func Done(tool, spokenIn, language string) string {
	if text := texts.In(language)[tool+".done"]; text != "" && !strings.Contains(text, "{") {
		return text
	}
	return Asking("done", spokenIn, language)
}
