package journal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
)

// ActiveChurches tells the nodes of each other which churches have turns running or records waiting, so that what a dead
// node leaves behind is found without looking through all keys. A node announces its churches every few seconds; the turns of
// a church that nobody has announced for a while are taken over by any node.
type ActiveChurches struct {
	journal *Journal

	mu          sync.Mutex
	announced   map[uuid.UUID]time.Time // when this node last announced a church
	incarnation string                  // of Redis, as it was last seen
}

const (
	// announceEvery is how often a node announces its churches.
	announceEvery = 2 * time.Second
	// silence is after how long without an announcement a church counts as left behind.
	silence = 3 * announceEvery
)

// announceScript gives the incarnation of Redis: random, and set once, so that another value means that Redis has lost its data.
//
//	KEYS active, incarnation
//	ARGV an incarnation in case there is none, churches
var announceScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	for i = 2, #ARGV do
		redis.call('ZADD', KEYS[1], now, ARGV[i])
	end
	redis.call('SET', KEYS[2], ARGV[1], 'NX')
	return redis.call('GET', KEYS[2])`)

// Announce says that this node has turns or records of churches.
func (a *ActiveChurches) Announce(ctx context.Context, churches ...uuid.UUID) error {
	var incarnation string
	err := a.journal.try(ctx, activeKey, func(ctx context.Context) (err error) {
		incarnation, err = announceScript.Run(ctx, a.journal.redis, announceKeys, announceArgs(churches)...).Text()
		return err
	})
	if err != nil {
		return fmt.Errorf("announce %d churches: %w", len(churches), err)
	}
	a.heard(incarnation, churches)
	return nil
}

var announceKeys = []string{activeKey, incarnationKey}

func announceArgs(churches []uuid.UUID) []any {
	args := make([]any, 1, 1+len(churches))
	args[0] = rand.Text()
	for _, churchID := range churches {
		args = append(args, churchID.String())
	}
	return args
}

// announcedBy notes what a pipelined announceScript gave, which runs by itself where Redis does not have it yet.
func (a *ActiveChurches) announcedBy(ctx context.Context, announced *redis.Cmd, churches []uuid.UUID, args []any) error {
	if redis.HasErrorPrefix(announced.Err(), "NOSCRIPT") {
		announced = announceScript.Run(ctx, a.journal.redis, announceKeys, args...)
	}
	incarnation, err := announced.Text()
	if err != nil {
		return fmt.Errorf("announce %d churches: %w", len(churches), err)
	}
	a.heard(incarnation, churches)
	return nil
}

// heard notes that churches were announced, and the incarnation that was there.
func (a *ActiveChurches) heard(incarnation string, churches []uuid.UUID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.incarnation != "" && a.incarnation != incarnation {
		a.journal.lost.Store(time.Now().UnixNano()) // Redis has forgotten who was answered
	}
	a.incarnation = incarnation
	now := time.Now()
	for _, churchID := range churches {
		a.announced[churchID] = now
	}
}

// expect makes sure that a church is announced before something of it is written. announce says that the caller is to do so in the round trip
// that writes it, because the same master has both.
func (a *ActiveChurches) expect(ctx context.Context, churchID uuid.UUID, master *cache.Breaker) (announce bool, err error) {
	if !a.due(churchID) {
		return false, nil
	}
	if master == a.journal.masters.Of(ctx, activeKey) {
		return true, nil
	}
	return false, a.Announce(ctx, churchID)
}

func (a *ActiveChurches) due(churchID uuid.UUID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Since(a.announced[churchID]) >= announceEvery
}

// Renew announces those of the churches that it is time for, and forgets the others that it has announced.
func (a *ActiveChurches) Renew(ctx context.Context, churches map[uuid.UUID]bool) error {
	var due []uuid.UUID
	for churchID := range churches {
		if a.due(churchID) {
			due = append(due, churchID)
		}
	}
	err := a.Announce(ctx, due...) // of none, too: the incarnation is to be seen
	a.mu.Lock()
	defer a.mu.Unlock()
	for churchID, at := range a.announced {
		if !churches[churchID] && time.Since(at) >= announceEvery {
			delete(a.announced, churchID)
		}
	}
	return err
}

// silentScript gives churches and when they were last announced, in turn.
//
//	KEYS active
//	ARGV milliseconds of silence
var silentScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local before = clock[1] * 1000 + math.floor(clock[2] / 1000) - ARGV[1]
	return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', before, 'WITHSCORES', 'LIMIT', 0, 1000)`)

// Silent returns the churches that nobody has announced of late, with when somebody last did.
func (a *ActiveChurches) Silent(ctx context.Context) (map[uuid.UUID]int64, error) {
	var reply []string
	err := a.journal.try(ctx, activeKey, func(ctx context.Context) (err error) {
		reply, err = silentScript.Run(ctx, a.journal.redis, []string{activeKey}, silence.Milliseconds()).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for churches that nobody looks after: %w", err)
	}
	churches := make(map[uuid.UUID]int64)
	for i := 0; i+1 < len(reply); i += 2 {
		churchID, idErr := uuid.Parse(reply[i])
		at, atErr := strconv.ParseInt(reply[i+1], 10, 64)
		if idErr == nil && atErr == nil {
			churches[churchID] = at
		}
	}
	return churches, nil
}

// maxActiveSeen bounds how many churches are looked through for a turn.
const maxActiveSeen = 200

// ChurchOf returns the church of a turn that is running or ended within AnsweredTTL; uuid.Nil when none of the active churches has
// such a turn of this session. An error says that some could not be asked.
func (a *ActiveChurches) ChurchOf(ctx context.Context, ref chat.TurnRef) (uuid.UUID, error) {
	var ids []string
	err := a.journal.try(ctx, activeKey, func(ctx context.Context) (err error) {
		ids, err = a.journal.redis.ZRevRange(ctx, activeKey, 0, maxActiveSeen-1).Result()
		return err
	})
	if err == nil {
		found := make(chan uuid.UUID, maxActiveSeen)
		err = a.journal.perMaster(ctx, churchesOf(ids), func(breaker *cache.Breaker, churches []uuid.UUID) error {
			return breaker.Do(context.WithoutCancel(ctx), func(ctx context.Context) error { return a.lookIn(ctx, churches, ref, found) })
		})
		select {
		case churchID := <-found:
			return churchID, nil
		default:
		}
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for the church of a turn: %w", err)
	}
	return uuid.Nil, nil
}

// lookIn looks for a turn in churches that one master has.
func (a *ActiveChurches) lookIn(ctx context.Context, churches []uuid.UUID, ref chat.TurnRef, found chan<- uuid.UUID) error {
	running, ended := make([]*redis.StringCmd, len(churches)), make([]*redis.StringCmd, len(churches))
	_, err := a.journal.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, churchID := range churches {
			key := turnKey(churchID, ref.Turn)
			running[i] = pipe.HGet(ctx, key, "session")
			ended[i] = pipe.GetRange(ctx, key+":log", 0, int64(len(ref.Session.String()))-1)
		}
		return nil
	})
	for i, churchID := range churches {
		if session := ref.Session.String(); running[i].Val() == session || ended[i].Val() == session {
			found <- churchID
		}
	}
	if errors.Is(err, redis.Nil) { // a church without such a turn
		return nil
	}
	return err
}

// forgetScript takes a church out unless it was announced meanwhile.
//
//	KEYS active
//	ARGV church, when it was last announced
var forgetScript = redis.NewScript(`
	if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then
		return redis.call('ZREM', KEYS[1], ARGV[1])
	end
	return 0`)

// Forget takes a church off the list, unless it was announced after at: it has no turns running and no records waiting.
func (a *ActiveChurches) Forget(ctx context.Context, churchID uuid.UUID, at int64) error {
	return a.journal.try(ctx, activeKey, func(ctx context.Context) error {
		return forgetScript.Run(ctx, a.journal.redis, []string{activeKey}, churchID.String(), at).Err()
	})
}
