// Package budget keeps what models may cost for a church in a day: it counts what is spent, says whether more may be, and tells a church
// that has reached its budget, or nearly.
package budget

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
	"narthex/chat/tools"
	"narthex/chat/transcript"
)

// Budget is what models may cost for a church in a day, by the church's own calendar. It is counted over all nodes
// together, and asked without leaving this process (see cache.Spending): answers under way, and what other nodes have spent
// in the last two seconds, may go beyond it.
type Budget struct {
	parts Parts

	modelCost, trialCost prometheus.Counter
	reached              *prometheus.CounterVec // percent

	mu     sync.Mutex
	marked map[uuid.UUID]mark
	queue  []notice
}

// Parts are what a budget is made of.
type Parts struct {
	Spending   *cache.Spending
	Usual      int64 // millionths of a US dollar a day for churches without a budget of their own; 0: no limit
	Pool       *pgxpool.Pool
	Notices    tools.Notifier // nil: churches are not told
	Now        func() time.Time
	Logger     *slog.Logger
	Registerer prometheus.Registerer // nil: nothing is shown of its metrics
}

// New returns a budget. Run must be running for other nodes to know what is spent here, and for churches to be told.
func New(parts Parts) *Budget {
	factory := promauto.With(parts.Registerer)
	return &Budget{
		parts: parts, marked: make(map[uuid.UUID]mark),
		modelCost: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_model_cost_dollars_total", Help: "What turns have cost by the prices configured, in US dollars.",
		}),
		trialCost: factory.NewCounter(prometheus.CounterOpts{Name: "narthex_trial_cost_dollars_total", Help: "What admins' trials have cost by the prices configured, in US dollars."}),
		reached: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_budget_reached_total", Help: "Days on which a church's models have cost so many percent of what they may; each node that sees it counts.",
		}, []string{"percent"}),
	}
}

// mark is the highest of levels of a budget that a church has reached on a day. A church that raises its budget meets
// them once more.
type mark struct {
	day   string
	limit int64
	level int
}

// levels are the percentages at which a church is told.
var levels = []int{80, 100}

// notice tells a church that it has reached a level of its budget.
type notice struct {
	church       uuid.UUID
	day          string
	level        int
	spent, limit int64
	at           time.Time
}

// limit returns what may be spent; limited is false where it is any amount.
func (b *Budget) limit(snapshot *church.Snapshot) (micros int64, limited bool) {
	if snapshot.DailyBudget != nil {
		return *snapshot.DailyBudget, true
	}
	return b.parts.Usual, b.parts.Usual > 0
}

// day is today for a church.
func (b *Budget) day(snapshot *church.Snapshot) string {
	return b.parts.Now().In(snapshot.Location).Format(time.DateOnly)
}

// What models may cost in a day for those in danger, with what everybody else has cost.
const (
	dangerBudgets = 5         // times the budget
	dangerAtLeast = 1_000_000 // $1: a church that spends nothing on a model still has it for them
)

// Left says what a church's models may still cost today.
func (b *Budget) Left(snapshot *church.Snapshot) tier.Allowance {
	limit, limited := b.limit(snapshot)
	if !limited {
		return tier.ForEverybody
	}
	day := b.day(snapshot)
	spent := b.parts.Spending.Spent(snapshot.ID, day)
	if spent < limit {
		return tier.ForEverybody
	}
	b.note(notice{church: snapshot.ID, day: day, spent: spent, limit: limit, at: b.parts.Now()}) // perhaps others spent it
	if spent < max(dangerBudgets*limit, dangerAtLeast) {
		return tier.ForDanger
	}
	return tier.ForNobody
}

// Charge counts what a turn has cost since it was last called for it.
func (b *Budget) Charge(turn *chat.Turn) { b.ChargeFor(turn.Church, &turn.Cost) }

// ChargeFor counts what something has cost for a church since it was last called for that.
func (b *Budget) ChargeFor(snapshot *church.Snapshot, cost *chat.Cost) {
	micros := cost.Uncounted()
	if micros == 0 {
		return
	}
	b.modelCost.Add(float64(micros) / 1e6)
	b.Add(snapshot, micros)
}

// Add counts what was spent for a church, on a model or otherwise.
func (b *Budget) Add(snapshot *church.Snapshot, micros int64) {
	day := b.day(snapshot)
	sum := b.parts.Spending.Add(snapshot.ID, day, micros)
	if limit, limited := b.limit(snapshot); limited {
		b.note(notice{church: snapshot.ID, day: day, spent: sum, limit: limit, at: b.parts.Now()})
	}
}

// note sees whether a level was reached that this process has not noted yet.
func (b *Budget) note(n notice) {
	if n.limit == 0 {
		return // the church wants it so
	}
	for _, level := range levels {
		if n.spent >= n.limit/100*int64(level)+n.limit%100*int64(level)/100 {
			n.level = level
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.marked[n.church]
	if known.day == n.day && known.limit == n.limit && known.level >= n.level || n.level == 0 {
		return
	}
	if b.parts.Notices != nil {
		if len(b.queue) >= maxQueued {
			return // not marked: it is noted when there is room
		}
		b.queue = append(b.queue, n)
	}
	b.marked[n.church] = mark{n.day, n.limit, n.level}
	b.reached.WithLabelValues(strconv.Itoa(n.level)).Inc()
	b.parts.Logger.Warn("a church's models have cost a large part of what they may today", "church", n.church, "day", n.day,
		"percent", n.level, "spent_usd", usd(n.spent), "budget_usd", usd(n.limit))
}

// maxQueued bounds the notices that wait for Postgres.
const maxQueued = 1000

const tellEvery = time.Second

// Run exchanges what is spent with the other nodes, and tells churches of their budgets, until the context ends.
func (b *Budget) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { b.parts.Spending.Run(ctx) })
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			b.tell(ctx)
		}
	}
}

// tell sends the queued notices. What fails is tried again: the key of a church's day, budget and level keeps all nodes
// from telling it more than once.
func (b *Budget) tell(ctx context.Context) {
	b.mu.Lock()
	queue := b.queue
	b.queue = nil
	b.mu.Unlock()
	for i, n := range queue {
		err := b.tellOne(ctx, n)
		if err == nil {
			continue
		}
		if !transcript.RefusedForGood(err) {
			b.mu.Lock()
			b.queue = append(queue[i:len(queue):len(queue)], b.queue...)
			b.mu.Unlock()
			return
		}
		b.parts.Logger.ErrorContext(ctx, "a church cannot be told of its budget", "church", n.church, "error", err)
	}
}

const tellLimit = 5 * time.Second

func (b *Budget) tellOne(ctx context.Context, n notice) error {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	kind := "budget_near"
	if n.level >= 100 {
		kind = "budget_reached"
	}
	err := church.InChurch(ctx, b.parts.Pool, n.church, func(tx pgx.Tx) error {
		return b.parts.Notices.Notify(ctx, tx, tools.Notice{
			Key:      uuid.NewSHA1(n.church, fmt.Appendf(nil, "budget %s %d %d", n.day, n.limit, n.level)),
			ChurchID: n.church, Kind: kind, At: n.at,
			Lines: []tools.Line{{Label: "budget_spent", Text: usd(n.spent)}, {Label: "budget_limit", Text: usd(n.limit)}},
		})
	})
	if err != nil {
		return fmt.Errorf("tell a church of its budget: %w", err)
	}
	return nil
}

// usd writes an amount in US dollars, to the cent, rounded down.
func usd(micros int64) string { return fmt.Sprintf("$%d.%02d", micros/1_000_000, micros/10_000%100) }

// trialsAtLeast is $1, in millionths: a church whose visitors are to cost nothing may still see what a model would say.
const trialsAtLeast = 1_000_000

// Trials are on an account of their own, on which they may cost as much in a day as the church's conversations. charge counts what one has
// cost, in millionths of a US dollar. ok is false when they have cost today what they may.
func (b *Budget) Trials(snapshot *church.Snapshot) (charge func(micros int64), ok bool) {
	account := uuid.NewSHA1(snapshot.ID, []byte("trials"))
	charge = func(micros int64) {
		b.trialCost.Add(float64(micros) / 1e6)
		b.parts.Spending.Add(account, b.day(snapshot), micros)
	}
	limit, limited := b.limit(snapshot)
	return charge, !limited || b.parts.Spending.Spent(account, b.day(snapshot)) < max(limit, trialsAtLeast)
}
