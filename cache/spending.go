package cache

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
)

// Spending adds up what is spent for each church on each of its days, over all nodes together. It is safe for concurrent
// use.
//
// Adding and asking never leave this process, and take nanoseconds: tens of thousands of turns a second ask. Every few
// seconds [Spending.Run] tells Redis what this node has spent and hears what all have. The price: until then a node does not
// know what the others spent, nor, just started, what was spent before (it asks at once, but does not wait for the reply).
// While Redis is down each node knows what it has spent itself and what it last heard.
//
// In Redis every node has a number of its own for a church and day, which it only ever sets to its own sum. So nothing is
// counted twice by a reply that was lost, and what a Redis has forgotten it is told again. What a node that dies has not
// told yet is lost.
type Spending struct {
	client  redis.UniversalClient
	config  SpendingConfig
	masters *Masters
	node    string
	failed  prometheus.Counter
	wake    chan struct{}

	mu     sync.Mutex
	opened int // how many accounts were ever opened
	known  map[accountKey]*account
}

// SpendingConfig sets up [Spending]. The zero value of a field means its default.
type SpendingConfig struct {
	// Every is how often nodes tell each other what they have spent. Default 2 s.
	Every time.Duration
	// Keep is for how long after the last change a day's sums are kept in Redis. Default 72 hours.
	Keep time.Duration
	// Timeout bounds every call to Redis. Default 250 ms.
	Timeout time.Duration
	// Registerer takes the metrics. Default: none are exported.
	Registerer prometheus.Registerer
}

// accountKey is a church's day, by its own calendar: 2006-01-02.
type accountKey struct {
	church uuid.UUID
	day    string
}

// account is what was spent on one day, in millionths of a US dollar.
type account struct {
	field  string // of this node in Redis; new for each account, so that one that was let go is not set back
	own    int64
	others int64 // as Redis last said
	told   int64 // of own
	asked  time.Time
	heard  bool // Redis has answered once
	stale  bool // asked about since Redis last answered
}

// NewSpending sets up the counting. Nothing is told before Run runs.
func NewSpending(client redis.UniversalClient, config SpendingConfig) (*Spending, error) {
	config.Every = positive(config.Every, 2*time.Second)
	config.Keep = positive(config.Keep, 72*time.Hour)
	config.Timeout = positive(config.Timeout, 250*time.Millisecond)
	if config.Keep < 24*time.Hour {
		return nil, fmt.Errorf("sums kept for %v: a day's sums are wanted until it is over everywhere", config.Keep)
	}
	return &Spending{
		client: client, config: config, masters: newMasters(client, config.Timeout), node: rand.Text(),
		wake: make(chan struct{}, 1), known: make(map[accountKey]*account),
		failed: register(config.Registerer, prometheus.NewCounter(prometheus.CounterOpts{
			Name: "narthex_spending_exchange_errors_total",
			Help: "Times that Redis could not be told what was spent, or would not say; nodes count for themselves meanwhile.",
		})),
	}, nil
}

// Add counts an amount, in millionths of a US dollar, and returns the day's sum as far as this process knows it.
func (s *Spending) Add(churchID uuid.UUID, day string, micros int64) (sum int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.account(accountKey{churchID, day})
	a.own += max(micros, 0)
	return a.own + a.others
}

// Spent returns the day's sum as far as this process knows it.
func (s *Spending) Spent(churchID uuid.UUID, day string) (micros int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.account(accountKey{churchID, day})
	return a.own + a.others
}

// account opens the account if need be, and notes that somebody wants to know.
func (s *Spending) account(key accountKey) *account {
	a := s.known[key]
	if a == nil {
		s.opened++
		a = &account{field: s.node + ":" + strconv.Itoa(s.opened)}
		s.known[key] = a
		select {
		case s.wake <- struct{}{}: // not to be blind for longer than need be
		default:
		}
	}
	a.asked, a.stale = time.Now(), true
	return a
}

// Run exchanges sums until the context ends, and then tells what is left to be told.
func (s *Spending) Run(ctx context.Context) {
	tick := time.NewTicker(s.config.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			_ = s.Exchange(context.WithoutCancel(ctx)) // every call has a deadline of its own, and failures are counted
			return
		case <-tick.C:
			_ = s.Exchange(ctx)
		case <-s.wake:
			_ = s.exchangeAll(ctx, s.waiting(true))
		}
	}
}

const (
	maxExchanged  = 200           // accounts in one round trip
	forgetAccount = 6 * time.Hour // after it was last asked about
)

// Exchange tells Redis what this node has spent since it last did, and hears what all have, of the days that were asked
// about since. [Spending.Run] does so every few seconds.
func (s *Spending) Exchange(ctx context.Context) error { return s.exchangeAll(ctx, s.waiting(false)) }

func (s *Spending) exchangeAll(ctx context.Context, waiting []statement) error {
	of := make(map[*Breaker][]statement)
	for _, told := range waiting {
		master := s.masters.Of(ctx, keysOf(told.key.church).church)
		of[master] = append(of[master], told)
	}
	var failed error
	for master, statements := range of {
		for some := range slices.Chunk(statements, maxExchanged) {
			if err := s.exchange(ctx, master, some); err != nil {
				s.failed.Inc()
				failed = fmt.Errorf("exchange what was spent: %w", err)
				break // the other masters' churches go on
			}
		}
	}
	return failed
}

// statement is what is told of an account.
type statement struct {
	key   accountKey
	field string
	own   int64
	sum   *redis.Cmd
}

// waiting are the accounts of which there is something to tell or to hear, or those that are new. The others are closed after
// a while.
func (s *Spending) waiting(isNew bool) (statements []statement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, a := range s.known {
		switch {
		case !a.heard || !isNew && (a.stale || a.own != a.told):
			statements = append(statements, statement{key: key, field: a.field, own: a.own})
		case a.own == a.told && time.Since(a.asked) > forgetAccount:
			delete(s.known, key)
		}
	}
	return statements
}

// tellScript sets a node's own sum and gives the sum of the others, as text: Lua's numbers hold 53 bits. A node that has
// spent nothing only asks.
//
//	KEYS the church's day: node → millionths of a US dollar
//	ARGV node, its sum, ms to keep
const tellScript = `
	if ARGV[2] ~= '0' then
		redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
		redis.call('PEXPIRE', KEYS[1], ARGV[3])
	end
	local all, sum = redis.call('HGETALL', KEYS[1]), 0
	for i = 1, #all, 2 do
		if all[i] ~= ARGV[1] then
			sum = sum + (tonumber(all[i + 1]) or 0)
		end
	end
	return string.format('%.0f', sum)`

// exchange makes one round trip for many accounts of one master, by EVAL: a pipeline cannot find out that a script is not known.
func (s *Spending) exchange(ctx context.Context, master *Breaker, statements []statement) error {
	err := master.Do(ctx, func(ctx context.Context) error {
		_, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i := range statements {
				told := &statements[i]
				told.sum = pipe.Eval(ctx, tellScript, []string{keysOf(told.key.church).spent(told.key.day)},
					told.field, told.own, s.config.Keep.Milliseconds())
			}
			return nil
		})
		return err
	})
	if err != nil && !isReply(err) {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, told := range statements {
		text, err := told.sum.Text()
		others, numberErr := strconv.ParseInt(text, 10, 64)
		if a := s.known[told.key]; a != nil && err == nil && numberErr == nil {
			a.others, a.told, a.heard, a.stale = others, told.own, true, false
		}
	}
	return err // of one of them; the others were exchanged
}
