package tier

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"sync"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// flights let visitors who ask the same of a church at the same time share one answer: the first makes it, the others
// listen. Only questions share whose answer might as well go into the cache.
type flights struct {
	mu     sync.Mutex
	flying map[string]*flight // by flightKey
}

// flight is an answer that others may listen to.
type flight struct {
	leader *live.Run
	landed chan struct{} // closed when the answer is in the cache, or will never be
}

func NewFlights() *flights { return &flights{flying: make(map[string]*flight)} }

// join returns the flight under way, or nil when r is to lead one.
func (f *flights) join(key string, r *live.Run) *flight {
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
func flightKey(turn *chat.Turn) string {
	return strings.Join([]string{
		turn.Church.ID.String(), strconv.FormatInt(turn.Church.Epoch, 10), string(turn.Agent), strconv.Itoa(turn.Lens.Lens.ID),
		turn.Language, cache.Normalise(turn.Request.Message),
	}, "\x00")
}

// maxFlights is how many leaders may fail a listener before it answers by itself.
const maxFlights = 3

// SharedTier answers with what a leader who is asked the same is being answered, or leads.
type Shared struct {
	Hub     *live.Hub
	Flights *flights
	Tiers   *chat.Cascade // that generate
	Again   *chat.Cascade // the same, after another look into the cache
	Shared  func()        // counts
}

// Answer implements Tier.
func (s *Shared) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	own := s.Tiers.Answer(ctx, turn)
	// The model is shown what was said before, and the visitor may have said anything.
	if !turn.Cacheable(ctx) || len(turn.History(ctx)) > 0 {
		return own
	}
	self, running := s.Hub.ByID(turn.ID)
	if !running {
		return own // nobody could listen to it
	}
	key := flightKey(turn)
	return func(yield func(chat.Event, error) bool) {
		for range maxFlights {
			under := s.Flights.join(key, self)
			if under == nil {
				defer s.Flights.land(key)
				break
			}
			if under.leader.Ended() { // it is about to be in the cache
				select {
				case <-under.landed:
				case <-ctx.Done():
				}
				own = s.Again.Answer(ctx, turn)
				continue
			}
			s.Shared()
			if listen(ctx, under.leader, yield) {
				return
			}
		}
		own(yield)
	}
}

// listen yields what a leader says. It gives false when the leader does not bring it to an end that is an answer for others
// as well; what it had said is void then.
func listen(ctx context.Context, leader *live.Run, yield func(chat.Event, error) bool) (answered bool) {
	source, _ := leader.Follow(0)
	reader := live.NewReader(leader.Ref.Turn, 0, source, false)
	defer reader.Close()
	said := false
	for {
		frames, err := reader.Next(ctx)
		if err != nil {
			return ctx.Err() == nil && said && !yield(chat.Event{Kind: chat.KindReset}, nil)
		}
		for _, frame := range frames {
			event, err := frame.Event()
			whole := event.Kind == chat.KindDone && event.Done.Finish != chat.FinishStopped
			switch {
			case err != nil || frame.Ends() && !whole:
				return said && !yield(chat.Event{Kind: chat.KindReset}, nil)
			case event.Kind == chat.KindTool: // what a tool does, it does for the leader alone
				return said && !yield(chat.Event{Kind: chat.KindReset}, nil)
			case event.Kind == chat.KindStart:
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
