package turns

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

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
	"narthex/chat/tools"
	"narthex/chat/transcript"
)

// budget is what models may cost for a church in a day, by the church's own calendar. It is counted over all nodes
// together, and asked without leaving this process (see cache.Spending): answers under way, and what other nodes have spent
// in the last two seconds, may go beyond it.
type budget struct {
	spending *cache.Spending
	usual    int64 // millionths of a US dollar a day for churches without a budget of their own; 0: no limit
	pool     *pgxpool.Pool
	notices  tools.Notifier // nil: churches are not told
	now      func() time.Time
	metrics  *metrics
	logger   *slog.Logger

	mu     sync.Mutex
	marked map[uuid.UUID]mark
	queue  []budgetNotice
}

func newBudget(parts Parts, config Config, m *metrics) *budget {
	return &budget{
		spending: parts.Spending, usual: config.DailyBudget, pool: parts.Pool, notices: parts.Notices, now: config.Now,
		metrics: m, logger: config.Logger, marked: make(map[uuid.UUID]mark),
	}
}

// mark is the highest of budgetLevels of a budget that a church has reached on a day. A church that raises its budget meets
// them once more.
type mark struct {
	day   string
	limit int64
	level int
}

// budgetLevels are the percentages at which a church is told.
var budgetLevels = []int{80, 100}

// budgetNotice tells a church that it has reached a level of its budget.
type budgetNotice struct {
	church       uuid.UUID
	day          string
	level        int
	spent, limit int64
	at           time.Time
}

// limit returns what may be spent; limited is false where it is any amount.
func (b *budget) limit(snapshot *church.Snapshot) (micros int64, limited bool) {
	if snapshot.DailyBudget != nil {
		return *snapshot.DailyBudget, true
	}
	return b.usual, b.usual > 0
}

// day is today for a church.
func (b *budget) day(snapshot *church.Snapshot) string {
	return b.now().In(snapshot.Location).Format(time.DateOnly)
}

// What models may cost in a day for those in danger, with what everybody else has cost.
const (
	dangerBudgets = 5         // times the budget
	dangerAtLeast = 1_000_000 // $1: a church that spends nothing on a model still has it for them
)

// left says what a church's models may still cost today.
func (b *budget) left(snapshot *church.Snapshot) tier.Allowance {
	limit, limited := b.limit(snapshot)
	if !limited {
		return tier.ForEverybody
	}
	day := b.day(snapshot)
	spent := b.spending.Spent(snapshot.ID, day)
	if spent < limit {
		return tier.ForEverybody
	}
	b.note(budgetNotice{church: snapshot.ID, day: day, spent: spent, limit: limit, at: b.now()}) // perhaps others spent it
	if spent < max(dangerBudgets*limit, dangerAtLeast) {
		return tier.ForDanger
	}
	return tier.ForNobody
}

// charge counts what a turn has cost since it was last called for it.
func (b *budget) charge(turn *chat.Turn) { b.chargeFor(turn.Church, &turn.Cost) }

// chargeFor counts what something has cost for a church since it was last called for that.
func (b *budget) chargeFor(snapshot *church.Snapshot, cost *chat.Cost) {
	micros := cost.Uncounted()
	if micros == 0 {
		return
	}
	b.metrics.modelCost.Add(float64(micros) / 1e6)
	b.add(snapshot, micros)
}

// add counts what was spent for a church, on a model or otherwise.
func (b *budget) add(snapshot *church.Snapshot, micros int64) {
	day := b.day(snapshot)
	sum := b.spending.Add(snapshot.ID, day, micros)
	if limit, limited := b.limit(snapshot); limited {
		b.note(budgetNotice{church: snapshot.ID, day: day, spent: sum, limit: limit, at: b.now()})
	}
}

// note sees whether a level was reached that this process has not noted yet.
func (b *budget) note(notice budgetNotice) {
	if notice.limit == 0 {
		return // the church wants it so
	}
	for _, level := range budgetLevels {
		if notice.spent >= notice.limit/100*int64(level)+notice.limit%100*int64(level)/100 {
			notice.level = level
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.marked[notice.church]
	if known.day == notice.day && known.limit == notice.limit && known.level >= notice.level || notice.level == 0 {
		return
	}
	if b.notices != nil {
		if len(b.queue) >= maxQueued {
			return // not marked: it is noted when there is room
		}
		b.queue = append(b.queue, notice)
	}
	b.marked[notice.church] = mark{notice.day, notice.limit, notice.level}
	b.metrics.budgetReached.WithLabelValues(strconv.Itoa(notice.level)).Inc()
	b.logger.Warn("a church's models have cost a large part of what they may today", "church", notice.church, "day", notice.day,
		"percent", notice.level, "spent_usd", usd(notice.spent), "budget_usd", usd(notice.limit))
}

// maxQueued bounds the notices that wait for Postgres.
const maxQueued = 1000

const tellEvery = time.Second

// Run exchanges what is spent with the other nodes, and tells churches of their budgets, until the context ends.
func (b *budget) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { b.spending.Run(ctx) })
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
func (b *budget) tell(ctx context.Context) {
	b.mu.Lock()
	queue := b.queue
	b.queue = nil
	b.mu.Unlock()
	for i, notice := range queue {
		err := b.tellOne(ctx, notice)
		if err == nil {
			continue
		}
		if !transcript.RefusedForGood(err) {
			b.mu.Lock()
			b.queue = append(queue[i:len(queue):len(queue)], b.queue...)
			b.mu.Unlock()
			return
		}
		b.logger.ErrorContext(ctx, "a church cannot be told of its budget", "church", notice.church, "error", err)
	}
}

const tellLimit = 5 * time.Second

func (b *budget) tellOne(ctx context.Context, notice budgetNotice) error {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	kind := "budget_near"
	if notice.level >= 100 {
		kind = "budget_reached"
	}
	err := church.InChurch(ctx, b.pool, notice.church, func(tx pgx.Tx) error {
		return b.notices.Notify(ctx, tx, tools.Notice{
			Key:      uuid.NewSHA1(notice.church, fmt.Appendf(nil, "budget %s %d %d", notice.day, notice.limit, notice.level)),
			ChurchID: notice.church, Kind: kind, At: notice.at,
			Lines: []tools.Line{{Label: "budget_spent", Text: usd(notice.spent)}, {Label: "budget_limit", Text: usd(notice.limit)}},
		})
	})
	if err != nil {
		return fmt.Errorf("tell a church of its budget: %w", err)
	}
	return nil
}

// usd writes an amount in US dollars, to the cent, rounded down.
func usd(micros int64) string { return fmt.Sprintf("$%d.%02d", micros/1_000_000, micros/10_000%100) }

// Charge counts in a church's day what was spent for it beside its models, in millionths of a US dollar.
func (s *Service) Charge(snapshot *church.Snapshot, micros int64) { s.budget.add(snapshot, micros) }

// Spending is for asking a model on a church's account beside its conversations: to read its website, for one. cost is told of what is
// asked and heard, and charge counts it in the church's day. ok is false when the church's models have cost today what they may.
func (s *Service) Spending(snapshot *church.Snapshot) (cost *chat.Cost, charge func(), ok bool) {
	cost = &chat.Cost{Prices: s.config.Prices}
	return cost, func() { s.budget.chargeFor(snapshot, cost) }, s.budget.left(snapshot) == tier.ForEverybody
}

// trialsAtLeast is $1, in millionths: a church whose visitors are to cost nothing may still see what a model would say.
const trialsAtLeast = 1_000_000

// Trials is for trying a church's assistant out. Trials may cost as much in a day as its conversations, on an account of their own: an
// admin who tries much out takes no answer from a visitor. charge counts what one has cost, in millionths of a US dollar. ok is false when
// trials have cost today what they may; those under way may go beyond it.
func (s *Service) Trials(snapshot *church.Snapshot) (charge func(micros int64), ok bool) {
	b, account := s.budget, uuid.NewSHA1(snapshot.ID, []byte("trials"))
	charge = func(micros int64) {
		b.metrics.trialCost.Add(float64(micros) / 1e6)
		b.spending.Add(account, b.day(snapshot), micros)
	}
	limit, limited := b.limit(snapshot)
	return charge, !limited || b.spending.Spent(account, b.day(snapshot)) < max(limit, trialsAtLeast)
}
