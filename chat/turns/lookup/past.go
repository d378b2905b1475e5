package lookup

import (
	"context"
	"errors"
	"slices"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/recent"
)

// past is what is known of what was said before. With an error it may be less than was said.
type past struct {
	items []chat.HistoryItem
	err   error
}

// history is what the server knows of the session before this turn; what the client claims was said counts only where it
// knows nothing. Postgres may be a moment behind the journal, and the journal, while it is away, behind this node's memory: where
// Postgres could not be read the error says so, with what is known all the same.
func (t *ofTurn) history(ctx context.Context) ([]chat.HistoryItem, error) {
	if t.ahead != nil {
		found := <-t.ahead
		return found.items, found.err
	}
	return t.readPast(ctx)
}

// errPanicked is that reading the past ahead panicked.
var errPanicked = errors.New("reading what was said before panicked")

// lookAhead begins to read the past, if nobody has: whoever asks for it then has it sooner.
func (t *ofTurn) lookAhead(ctx context.Context) {
	if t.ahead != nil || t.turn.PastRead() {
		return
	}
	t.ahead = make(chan past, 1)
	t.turn.Beside.Go(func() {
		found := past{err: errPanicked}
		defer func() { t.ahead <- found }()
		defer t.Panics.Recover("past_read", nil, "church", t.turn.Church.ID, "turn", t.turn.ID)
		found.items, found.err = t.readPast(ctx)
	})
}

func (t *ofTurn) readPast(ctx context.Context) ([]chat.HistoryItem, error) {
	req := t.turn.Request
	waiting := t.waiting(ctx) // first: what is stored meanwhile is then found below
	records, err := read(ctx, t.bounds, func(ctx context.Context) ([]chat.Record, error) {
		return t.Transcript.Recent(ctx, req.ChurchID, req.SessionID, chat.MaxHistoryInPrompt+1) // one may be this turn's
	})
	if err != nil {
		t.Degraded.Note(ctx, degradation.PastUnread, err, "church", req.ChurchID)
	}
	records = append(records, waiting...)
	records = append(records, t.Recent.Of(chat.ConversationID(req.ChurchID, req.SessionID))...)
	items := recent.History(records, t.turn.ID)
	if len(items) == 0 {
		return req.History, err
	}
	return items[max(0, len(items)-chat.MaxHistoryInPrompt):], err
}

// waiting is what was said and is in the journal still. Of a message that the journal has accepted here it is known.
func (t *ofTurn) waiting(ctx context.Context) []chat.Record {
	if t.turn.WaitingRead {
		return t.turn.Waiting
	}
	waiting, err := t.Journal.WaitingOf(ctx, t.turn.Request.ChurchID, t.turn.Request.SessionID)
	if err != nil {
		t.Degraded.Note(ctx, degradation.WaitingUnread, err, "church", t.turn.Request.ChurchID)
	}
	return waiting
}

// crisisMessages are the visitor's messages of a session that the crisis gate answered, as Postgres has them: history has the newest. Where
// Postgres could not be read, they are all of the visitor's that are known, those that the browser sent along with them.
func (t *ofTurn) crisisMessages(ctx context.Context) []string {
	req := t.turn.Request
	said, err := read(ctx, t.bounds, func(ctx context.Context) ([]string, error) {
		return t.Transcript.CrisisMessages(ctx, req.ChurchID, req.SessionID)
	})
	if err != nil {
		t.Degraded.Note(ctx, degradation.CrisisMessagesUnread, err, "church", req.ChurchID)
		said = t.turn.ClaimedMessages()
	}
	for _, r := range t.Recent.Of(chat.ConversationID(req.ChurchID, req.SessionID)) {
		if r.Role == "user" && !slices.Contains(said, r.Content) {
			said = append(said, r.Content)
		}
	}
	return said
}
