package live

import (
	"strings"
	"time"

	"narthex/chat"
)

// answer is what the events of a run have said so far, for its record. It belongs to the goroutine that answers.
type answer struct {
	now        func() time.Time
	line       []byte // memory for the next line
	text       strings.Builder
	chosen     chat.TierChosen
	sources    []chat.Source
	firstEvent time.Duration
}

// Emit appends an event to the log, and returns how many events the journal is behind.
func (r *Run) Emit(event chat.Event) (behind int) {
	a := &r.answer
	switch event.Kind {
	case chat.KindTier:
		a.chosen = *event.Tier
	case chat.KindDelta:
		a.text.WriteString(event.Text)
	case chat.KindSources:
		a.sources = event.Sources
	case chat.KindReset:
		a.text.Reset()
		a.chosen, a.sources = chat.TierChosen{}, nil
	}
	if a.firstEvent == 0 && (event.Kind == chat.KindDelta || event.Kind == chat.KindTool) {
		a.firstEvent = r.Elapsed()
	}
	return r.Append(r.Encode(event), false)
}

// TakeOver appends the line with which another node's turn goes on here: what was said of the answer is void.
func (r *Run) TakeOver() {
	r.Append(AppendTakeover(r.answer.line[:0]), false)
}

// Encode gives the line of an event, in memory that the next one will be given too.
func (r *Run) Encode(event chat.Event) []byte {
	line, err := AppendLine(r.answer.line[:0], event)
	if err != nil { // no event holds what JSON cannot
		panic(err)
	}
	r.answer.line = line
	return line
}

// Elapsed is the time since the message arrived.
func (r *Run) Elapsed() time.Duration { return r.answer.now().Sub(r.Turn.Request.Received) }

// FirstEvent is how long the visitor waited for the first word or tool event; 0 if there was none.
func (r *Run) FirstEvent() time.Duration { return r.answer.firstEvent }

// Chosen is the tier that answers.
func (r *Run) Chosen() chat.TierChosen { return r.answer.chosen }

// AnswerBytes is the length of the answer's text.
func (r *Run) AnswerBytes() int { return r.answer.text.Len() }

// Conclude gives the record of the ended turn and the last line of its log. failure is nil unless there is no answer.
func (r *Run) Conclude(done chat.Done, failure *chat.Failure) (record chat.Record, last []byte) {
	a, turn, took := &r.answer, r.Turn, r.Elapsed()
	done.Tier, done.Millis = a.chosen.Tier, took.Milliseconds()
	record = chat.Record{
		ID:         chat.MessageID(turn.ID, "assistant"),
		ChurchID:   turn.Church.ID,
		SessionID:  turn.Request.SessionID,
		TurnID:     turn.ID,
		Role:       "assistant",
		Content:    a.text.String(),
		Agent:      string(turn.Agent),
		Language:   turn.AnswerLanguage(),
		LensID:     turn.Lens.Lens.ID,
		Tier:       a.chosen.Tier,
		Reason:     a.chosen.Reason,
		Outcome:    string(done.Finish),
		Similarity: a.chosen.Similarity,
		Sources:    a.sources,
		Model:      done.Model,
		Usage:      done.Usage,
		CostMicros: turn.Cost.Micros(),
		Millis:     took.Milliseconds(),
		Timings:    map[string]int64{"total": took.Microseconds()},
		Trace:      turn.Trace(),
		At:         a.now().UTC(),
	}
	for stage, spent := range turn.Timings() {
		record.Timings[stage] = spent.Microseconds()
	}
	ending := chat.DoneEvent(done)
	if failure != nil {
		record.Outcome, record.ErrorCode, record.ErrorText = chat.OutcomeError, failure.Code, failure.Message
		ending = chat.Event{Kind: chat.KindError, Failure: failure}
	}
	return record, r.Encode(ending)
}
