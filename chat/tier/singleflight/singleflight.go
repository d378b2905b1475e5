// Package singleflight gives all visitors who ask the same at the same time one answer.
package singleflight

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"sync"
	"time"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// Tier lets visitors who ask the same of a church at the same time share one answer: the first turn, the leader, has
// it generated, and the others wait and repeat what the leader says. Only questions share whose answer might as well go into
// the cache.
type Tier struct {
	hub      *live.Hub
	generate *chat.Cascade
	retry    *chat.Cascade
	onShared func()

	mu      sync.Mutex
	flights map[string]*flight // by flightKey
}

// flight is one answer under way, or one that ended so lately that who asks the same may have looked for it too early.
type flight struct {
	leader *live.Run
	done   chan struct{} // closed when the answer is in the cache, or never will be
	ended  time.Time     // when that was; zero before
}

// keptAfterEnd is more than a turn takes between its look into the cache and here. After it, a look too early costs a second answer.
const keptAfterEnd = 5 * time.Second

// maxLeaders is how many leaders may fail a waiting turn before it generates its own answer.
const maxLeaders = 3

// New returns the tier. generate answers for a leader; retry does for a turn that waited for an answer to be
// cached, so that cascade looks into the cache first. onShared is called whenever a turn follows a leader.
func New(hub *live.Hub, generate, retry *chat.Cascade, onShared func()) *Tier {
	return &Tier{hub: hub, generate: generate, retry: retry, onShared: onShared, flights: make(map[string]*flight)}
}

// Answer implements chat.Tier.
func (s *Tier) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	own := s.generate.Answer(ctx, turn)
	// The model is shown what was said before, and the visitor may have said anything.
	if !turn.Shareable(ctx) {
		return own
	}
	run, running := s.hub.ByID(turn.ID)
	if !running {
		return own // nobody could follow the turn
	}
	key := flightKey(turn)
	return func(yield func(chat.Event, error) bool) {
		looked := run.Created() // into the cache, or later
		for range maxLeaders {
			current, leads := s.join(key, run, looked)
			if leads {
				defer s.finish(key, current)
				break
			}
			if current.over() || current.leader.Ended() { // its answer is in the cache, or about to be
				current.wait(ctx, turn)
				turn.Unheard = false
				looked, own = time.Now(), s.retry.Answer(ctx, turn)
				continue
			}
			s.onShared()
			turn.Work.End() // what is left is the leader's
			if follow(ctx, current.leader, yield) {
				return
			}
		}
		own(yield)
	}
}

// join returns the flight under way, or the one that ended after the run looked into the cache; else one that the run is to lead.
func (s *Tier) join(key string, run *live.Run, looked time.Time) (current *flight, leads bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if current, ok := s.flights[key]; ok && (current.ended.IsZero() || looked.Before(current.ended)) {
		return current, false
	}
	current = &flight{leader: run, done: make(chan struct{})}
	s.flights[key] = current
	return current, true
}

// over reports whether the answer is in the cache, or never will be.
func (f *flight) over() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// wait waits until the answer is in the cache, or never will be.
func (f *flight) wait(ctx context.Context, turn *chat.Turn) {
	defer turn.Work.Outside()()
	select {
	case <-f.done:
	case <-ctx.Done():
	}
}

// finish ends the flight that a leader began.
func (s *Tier) finish(key string, led *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	led.ended = time.Now()
	close(led.done)
	time.AfterFunc(keptAfterEnd, func() { s.forget(key, led) })
}

// forget drops a flight that nobody can have looked for too early any more.
func (s *Tier) forget(key string, led *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.flights[key] == led {
		delete(s.flights, key)
	}
}

// flightKey is the same for questions with the same answer: it holds what tells cached answers apart, and the words.
func flightKey(turn *chat.Turn) string {
	return strings.Join([]string{
		turn.Church.ID.String(), strconv.FormatInt(turn.Church.Epoch, 10), string(turn.Agent), strconv.Itoa(turn.Lens.Lens.ID),
		turn.Language, strconv.FormatBool(turn.Request.Spoken), cache.Normalise(turn.Request.Message),
	}, "\x00")
}

// follow yields what a leader says. answered is false when the leader does not come to an answer that is for others as well;
// what was yielded of its answer is void then, by a reset.
func follow(ctx context.Context, leader *live.Run, yield func(chat.Event, error) bool) (answered bool) {
	source, _ := leader.Follow(live.Place{})
	reader := live.NewReader(leader.Ref.Turn, live.Place{}, source, false)
	defer reader.Close()
	yielded := false
	// giveUp reports whether the turn ends here because nobody takes its events any more.
	giveUp := func() bool { return yielded && !yield(chat.Event{Kind: chat.KindReset}, nil) }
	for {
		frames, err := reader.Next(ctx)
		if err != nil {
			return ctx.Err() == nil && giveUp()
		}
		for _, frame := range frames {
			event, err := frame.Event()
			whole := event.Kind == chat.KindDone && event.Done.Finish != chat.FinishStopped
			switch {
			case err != nil || frame.Ends() && !whole:
				return giveUp()
			case event.Kind == chat.KindTool: // what a tool does, it does for the leader alone
				return giveUp()
			case event.Kind == chat.KindStart:
				continue
			case whole:
				event.Done.Usage = nil // the tokens were spent once, and count for the leader
			}
			yielded = true
			if !yield(event, nil) || whole {
				return true
			}
		}
	}
}
