package chat

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"sync"

	"narthex/cache"
)

// flights let visitors who ask the same of a church at the same time share one answer: the first makes it, the others
// listen. Only questions share whose answer might as well go into the cache.
type flights struct {
	mu     sync.Mutex
	flying map[string]*flight // by flightKey
}

// flight is an answer that others may listen to.
type flight struct {
	leader *run
	landed chan struct{} // closed when the answer is in the cache, or will never be
}

func newFlights() *flights { return &flights{flying: make(map[string]*flight)} }

// join returns the flight under way, or nil when r is to lead one.
func (f *flights) join(key string, r *run) *flight {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, ok := f.flying[key]; ok {
		return known
	}
	f.flying[key] = &flight{leader: r, landed: make(chan struct{})}
	return nil
}

func (f *flights) land(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.flying[key].landed)
	delete(f.flying, key)
}

// flightKey is the same for questions with the same answer: what tells cached answers apart, and the words.
func flightKey(turn *Turn) string {
	return strings.Join([]string{
		turn.Church.ID.String(), strconv.FormatInt(turn.Church.Epoch, 10), string(turn.Agent), strconv.Itoa(turn.Lens.Lens.ID),
		turn.Language, cache.Normalise(turn.Request.Message),
	}, "\x00")
}

// maxFlights is how many leaders may fail a listener before it answers by itself.
const maxFlights = 3

// SharedTier answers with what a leader who is asked the same is being answered, or leads.
type SharedTier struct {
	hub     *hub
	flights *flights
	tiers   *Cascade // that generate
	again   *Cascade // the same, after another look into the cache
	shared  func()   // counts
}

// Answer implements Tier.
func (s *SharedTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	own := s.tiers.Answer(ctx, turn)
	// The model is shown what was said before, and the visitor may have said anything.
	if !turn.Cacheable(ctx) || len(turn.History(ctx)) > 0 {
		return own
	}
	self, running := s.hub.byID(turn.ID)
	if !running {
		return own // nobody could listen to it
	}
	key := flightKey(turn)
	return func(yield func(Event, error) bool) {
		for range maxFlights {
			under := s.flights.join(key, self)
			if under == nil {
				defer s.flights.land(key)
				break
			}
			if under.leader.over() { // it is about to be in the cache
				select {
				case <-under.landed:
				case <-ctx.Done():
				}
				own = s.again.Answer(ctx, turn)
				continue
			}
			s.shared()
			if listen(ctx, under.leader, yield) {
				return
			}
		}
		own(yield)
	}
}

// listen yields what a leader says. It gives false when the leader does not bring it to an end that is an answer for others
// as well; what it had said is void then.
func listen(ctx context.Context, leader *run, yield func(Event, error) bool) (answered bool) {
	source, _ := leader.follow(0)
	reader := newReader(leader.ref.Turn, 0, source, false)
	defer reader.Close()
	said := false
	for {
		frames, err := reader.Next(ctx)
		if err != nil {
			return ctx.Err() == nil && said && !yield(Event{Kind: KindReset}, nil)
		}
		for _, frame := range frames {
			event, err := frame.Event()
			whole := event.Kind == KindDone && event.Done.Finish != FinishStopped
			switch {
			case err != nil || frame.Ends() && !whole:
				return said && !yield(Event{Kind: KindReset}, nil)
			case event.Kind == KindTool: // what a tool does, it does for the leader alone
				return said && !yield(Event{Kind: KindReset}, nil)
			case event.Kind == KindStart:
				continue
			case whole:
				event.Done.Usage = nil // spent once
			}
			said = true
			if !yield(event, nil) || whole {
				return true
			}
		}
	}
}
