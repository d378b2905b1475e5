package turns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/journal"
	"narthex/chat/live"
)

// maxDeaths is how many nodes may die over a turn before it is refused: its message may be what kills them.
const maxDeaths = 3

// maxPayloadHistoryRunes bounds each message of a client's own history in a payload.
const maxPayloadHistoryRunes = 2000

// encodePayload gives what a node needs to answer a turn that it did not accept: its request, with as much of the history as
// a prompt has room for.
func encodePayload(turn *chat.Turn) ([]byte, error) {
	req := *turn.Request
	req.History = nil
	for _, item := range turn.Request.History[max(0, len(turn.Request.History)-chat.MaxHistoryInPrompt):] {
		if runes := []rune(item.Content); len(runes) > maxPayloadHistoryRunes {
			item.Content = string(runes[:maxPayloadHistoryRunes])
		}
		req.History = append(req.History, item)
	}
	data, err := json.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("encode a turn: %w", err)
	}
	return data, nil
}

// takeOver answers a turn whose node has died or handed it over. ok is false when another node has the turn, or it cannot be taken now.
//
// What a dead node has shown its readers and not journaled is not known. While Redis was up it was at most a window of events, so that
// many numbers are skipped, as empty deltas, and a reset then voids what was said before. A node that was only cut off may have shown
// more, and may go on: the events after the reset have this node's writer id, and a reader that comes with another is shown all from the
// start. A node that handed the turn over has journaled everything: the numbers go on, and a reset is needed only if it had begun to
// answer.
func (s *Service) takeOver(ctx context.Context, churchID, turn uuid.UUID) (taken *live.Run, ok bool) {
	if !s.inFlight.Enter() {
		return nil, false
	}
	defer s.inFlight.Leave()
	if _, here := s.hub.ByID(turn); here {
		return nil, false // its lease is renewed in a moment
	}
	found, ok, err := s.journal.Take(ctx, churchID, turn)
	if err != nil {
		s.degraded.Note(ctx, degradation.TakeOverFailed, err, "church", churchID, "turn", turn)
	}
	if !ok || err != nil {
		return nil, false
	}
	defer s.panics.Recover("take_over", func(error) { s.refuse(ctx, found.Ref); taken, ok = nil, false }, "church", churchID, "turn", turn)
	r, err := s.continued(ctx, found)
	if err == nil && !s.hub.Add(r, s.config.MaxTurns) {
		r.Cancel(nil)
		err = chat.ErrBusy
	}
	if err != nil {
		s.degraded.Note(ctx, degradation.TakeOverRefused, err, "church", churchID, "turn", turn, "deaths", found.Deaths)
		if s.nobodyCanAnswer(err) {
			s.refuse(ctx, found.Ref)
		}
		return nil, false // unless it was refused, its lease lapses again, and somebody tries again
	}
	// This must be journaled before anybody reads it: the skipped numbers and the reset are more than a window, and another node that takes
	// the turn over from here must not use their numbers again.
	s.flusher.Write(ctx, []*live.Run{r}, false)
	if !r.WhollyFlushed() {
		s.abandon(r)
		return nil, false // as above
	}
	s.metrics.takenOver.Inc()
	s.logger.InfoContext(ctx, "a turn is taken over", "church", churchID, "session", found.Ref.Session, "turn", turn, "deaths", found.Deaths, "handedOver", found.HandedOver)
	r.Turn.Work = s.overload.Join()
	s.start(r)
	return r, true
}

// continued returns the run of a turn that was taken over.
func (s *Service) continued(ctx context.Context, found journal.Takeover) (*live.Run, error) {
	req := &chat.Request{}
	if err := json.Unmarshal(found.Payload, req); err != nil || req.ChurchID != found.Ref.Church || req.SessionID != found.Ref.Session {
		return nil, errors.Join(errPayload, err)
	}
	snapshot, err := s.churches.ByID(ctx, req.ChurchID)
	if err != nil {
		return nil, err
	}
	turn := s.newTurn(found.Ref.Turn, req, snapshot)
	turn.Deaths, turn.Composed = found.Deaths, true
	if watched, err := s.journal.Watched(ctx, req.ChurchID, req.SessionID); err == nil && watched || s.crisisBefore(turn) {
		turn.WatchForCrisis()
	}
	r := live.Continue(s.stopping, turn, found.Payload, found.Log, s.config.Now)
	if found.Deaths > 0 { // who hands a turn over has not answered it
		r.Contest()
	}
	if !r.Begun() {
		r.Emit(chat.StartEvent(turn, false))
	}
	switch {
	case !found.HandedOver:
		for range live.Window + found.Unread {
			r.Emit(chat.DeltaEvent(""))
		}
		r.TakeOver()
	case live.CountLines(found.Log) > 1:
		r.Emit(chat.Event{Kind: chat.KindReset})
	}
	return r, nil
}

// takeOverEvery is how often lapsed turns are looked for.
const takeOverEvery = time.Second

// lookForLapsed takes over turns whose lease has lapsed, in churches that are active here and in those that no node has
// announced of late, and tells the journal of turns that ended while it could not be reached.
func (s *Service) lookForLapsed(ctx context.Context) {
	tick := time.NewTicker(takeOverEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.settleAgain(ctx)
		if err := s.takeAllLapsed(ctx); err != nil && ctx.Err() == nil {
			s.logger.DebugContext(ctx, "turns could not be looked after", "error", err)
		}
	}
}

// takeAllLapsed takes over the lapsed turns of this node's churches, and of those that no node has announced of late. A master of Redis
// that does not answer does not delay the churches of the others.
func (s *Service) takeAllLapsed(ctx context.Context) error {
	ours := s.drain.Dirty()
	for _, r := range s.hub.All() {
		ours[r.Ref.Church] = true
	}
	announced := s.active.Renew(ctx, ours)
	_, err := s.takeLapsed(ctx, slices.Collect(maps.Keys(ours)))
	silent, unheard := s.active.Silent(ctx)
	busy, silentErr := s.takeLapsed(ctx, slices.Collect(maps.Keys(silent)))
	err = errors.Join(announced, err, unheard, silentErr)
	for churchID, at := range silent {
		if is, known := busy[churchID]; known && !is {
			err = errors.Join(err, s.active.Forget(ctx, churchID, at))
		}
	}
	return err
}

// takeLapsed takes over the lapsed turns of churches, and has their records drained. busy says of each church that Redis answered for
// whether it has turns running or records waiting.
func (s *Service) takeLapsed(ctx context.Context, churches []uuid.UUID) (busy map[uuid.UUID]bool, err error) {
	found, err := s.journal.Unattended(ctx, churches)
	busy = make(map[uuid.UUID]bool, len(found))
	for churchID, unattended := range found {
		for _, turn := range unattended.Lapsed {
			s.takeOver(ctx, churchID, turn)
		}
		if busy[churchID] = unattended.Busy; unattended.Busy {
			s.drain.Note(churchID)
		}
	}
	return busy, err
}
