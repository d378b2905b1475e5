package journal

import (
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"narthex/cache"
	"narthex/chat/panics"
)

// owners keeps a breaker for each master of a Redis cluster: one that is dead is left alone, and the others are asked as before. A
// single Redis has one.
type owners struct {
	client redis.UniversalClient
	panics *panics.Guard

	mu       sync.Mutex
	breakers map[string]*cache.Breaker // by the master's address; "" for a single Redis, and for slots of which nobody knows who has them
}

func newOwners(client redis.UniversalClient, guard *panics.Guard) *owners {
	return &owners{client: client, panics: guard, breakers: make(map[string]*cache.Breaker)}
}

// of returns the breaker of the master that has a key now. One that takes over from a dead one begins anew.
func (o *owners) of(ctx context.Context, key string) *cache.Breaker {
	address := o.address(ctx, key)
	o.mu.Lock()
	defer o.mu.Unlock()
	breaker := o.breakers[address]
	if breaker == nil {
		breaker = cache.NewBreaker(cache.BreakerConfig{Timeout: journalTimeout, Failures: 1, Pause: journalPause, RepliesFail: true})
		o.breakers[address] = breaker
	}
	return breaker
}

func (o *owners) address(ctx context.Context, key string) string {
	cluster, ok := o.client.(*redis.ClusterClient)
	if !ok {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	master, err := cluster.MasterForKey(ctx, key) // from memory, but for the first time
	if err != nil {
		return ""
	}
	return master.Options().Addr
}

// all are the breakers there are.
func (o *owners) all() []*cache.Breaker {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := make([]*cache.Breaker, 0, len(o.breakers))
	for _, breaker := range o.breakers {
		all = append(all, breaker)
	}
	return all
}

// perOwner calls fn with the churches of each master, of all masters at once: none waits for another that says nothing.
func (o *owners) perOwner(ctx context.Context, churches []uuid.UUID, fn func(breaker *cache.Breaker, churches []uuid.UUID) error) error {
	of := make(map[*cache.Breaker][]uuid.UUID)
	for _, churchID := range churches {
		breaker := o.of(ctx, JournalKey(churchID))
		of[breaker] = append(of[breaker], churchID)
	}
	var asked errgroup.Group
	for breaker, churches := range of {
		asked.Go(func() (err error) {
			defer o.panics.Recover("journal_owner", func(cause error) { err = cause })
			return fn(breaker, churches)
		})
	}
	return asked.Wait()
}
