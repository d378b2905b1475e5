package journal

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// Stop asks whoever answers the turn to stop. It gives false when the session has no such turn.
func (j *Journal) Stop(ctx context.Context, ref chat.TurnRef) (bool, error) {
	turn := turnKey(ref.Church, ref.Turn)
	var known bool
	err := j.try(ctx, turn, func(ctx context.Context) (err error) {
		known, err = stopScript.Run(ctx, j.redis, []string{turn, turn + ":log"}, ref.Session.String()).Bool()
		return err
	})
	if err != nil || !known {
		return known, err
	}
	// The owner reads the field stop with its next append; the announcement is faster.
	return true, j.announce(ctx, ref.Church.String()+" "+ref.Turn.String())
}

// forgetPrefix begins the announcement of a conversation that was forgotten. A turn that is to be stopped has none.
const forgetPrefix = "forget "

// announce tells all nodes something, this one included.
func (j *Journal) announce(ctx context.Context, what string) error {
	return j.try(ctx, stopChannel, func(ctx context.Context) error { return j.redis.Publish(ctx, stopChannel, what).Err() })
}

// Listen hears which turns are to be stopped, and which conversations were forgotten, until ctx ends. The subscription renews itself.
func (j *Journal) Listen(ctx context.Context, stop, forget func(churchID, id uuid.UUID)) {
	subscription := j.redis.Subscribe(ctx, stopChannel)
	defer subscription.Close()
	messages := subscription.Channel()
	for {
		select {
		case <-ctx.Done():
			return
		case message, ok := <-messages:
			if !ok {
				return
			}
			what, forgotten := strings.CutPrefix(message.Payload, forgetPrefix)
			first, second, _ := strings.Cut(what, " ")
			churchID, churchErr := uuid.Parse(first)
			id, idErr := uuid.Parse(second)
			switch {
			case churchErr != nil || idErr != nil:
			case forgotten:
				forget(churchID, id)
			default:
				stop(churchID, id)
			}
		}
	}
}

// stopScript gives 0 when the session has no such turn.
//
//	KEYS turn, log
//	ARGV session
var stopScript = redis.NewScript(`
	local session = redis.call('HGET', KEYS[1], 'session')
	if not session then
		return redis.call('GETRANGE', KEYS[2], 0, #ARGV[1] - 1) == ARGV[1] and 1 or 0
	end
	if session ~= ARGV[1] then
		return 0
	end
	redis.call('HSET', KEYS[1], 'stop', '1')
	return 1`)
