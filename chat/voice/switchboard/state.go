package switchboard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/voice/record"
)

// State is what a call needs to go on at another node.
type State struct {
	Language string        `json:"language"` // that the caller is spoken to in
	Said     string        `json:"said,omitempty"`
	Noticed  []string      `json:"noticed,omitempty"` // the languages beside the greeting's in which the caller was told what is kept of the call
	Rest     string        `json:"rest,omitempty"`    // of it, not yet said
	Offer    *Offer        `json:"offer,omitempty"`   // that the caller was asked about
	Message  uuid.UUID     `json:"message,omitzero"`
	Question string        `json:"question,omitempty"`
	Earlier  []string      `json:"earlier,omitempty"` // what the caller said last, to it
	Danger   bool          `json:"danger,omitempty"`  // somebody seemed to be in danger in the call
	Accused  bool          `json:"accused,omitempty"` // they have accused somebody who serves at the church: nobody there is called for them
	Told     bool          `json:"told,omitempty"`    // the answer to it was told to its end, or spoken into
	Until    time.Time     `json:"until,omitzero"`    // when it will have been read out
	Lines    []record.Line `json:"lines,omitempty"`   // of the last question and its answer, should they not have been written down
}

// Offer is links that a caller may have by text message.
type Offer struct {
	Links  []string `json:"links"`
	Agreed bool     `json:"agreed,omitempty"` // they have said yes, and it may not have been sent
}

// Pending reports whether the caller waits for an answer.
func (s *State) Pending() bool { return s.Message != uuid.Nil && !s.Told }

// Save keeps a call's state, from which it goes on should this node die in the next moment. Of a call that is forgotten meanwhile
// nothing is kept: what is written is taken back where the mark is there, and else seen by who forgets after making the mark.
func (b *Board) Save(ctx context.Context, church, session uuid.UUID, state *State) error {
	data, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("save a call's state: %w", err)
	}
	err = b.masters.Do(ctx, cache.KeyPrefix(church), func(ctx context.Context) error {
		var marked *redis.IntCmd
		_, err := b.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, stateKey(church, session), data, b.limits.StateLifetime)
			marked = pipe.Exists(ctx, cache.ForgottenKey(church, session))
			return nil
		})
		if err == nil && marked.Val() > 0 {
			err = b.client.Unlink(ctx, stateKey(church, session)).Err()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("save a call's state: %w", err)
	}
	return nil
}

// Load gives a call's state; nil where none is kept.
func (b *Board) Load(ctx context.Context, church, session uuid.UUID) (*State, error) {
	var data []byte
	err := b.masters.Do(ctx, cache.KeyPrefix(church), func(ctx context.Context) (err error) {
		data, err = b.client.Get(ctx, stateKey(church, session)).Bytes()
		return err
	})
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load a call's state: %w", err)
	}
	state := new(State)
	if err := json.Unmarshal(data, state); err != nil {
		return nil, fmt.Errorf("load a call's state: %w", err)
	}
	return state, nil
}

// Forget deletes a call's state when the call is over.
func (b *Board) Forget(ctx context.Context, church, session uuid.UUID) error {
	err := b.masters.Do(ctx, cache.KeyPrefix(church), func(ctx context.Context) error { return b.client.Del(ctx, stateKey(church, session)).Err() })
	if err != nil {
		return fmt.Errorf("forget a call's state: %w", err)
	}
	return nil
}

// Day is a moment's day on a clock, as a Seat has it.
func Day(at time.Time, clock *time.Location) string { return at.In(clock).Format(time.DateOnly) }
