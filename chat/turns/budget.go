package turns

import (
	"context"
	"errors"
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
	untold []budgetNews
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

// budgetNews is what a church is to be told.
type budgetNews struct {
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
	b.note(budgetNews{church: snapshot.ID, day: day, spent: spent, limit: limit, at: b.now()}) // perhaps others spent it
	if spent < max(dangerBudgets*limit, dangerAtLeast) {
		return tier.ForDanger
	}
	return tier.ForNobody
}

// charge counts what a turn has cost since it was last called for it.
func (b *budget) charge(turn *chat.Turn) {
	micros := turn.Cost.Uncounted()
	if micros == 0 {
		return
	}
	b.metrics.modelCost.Add(float64(micros) / 1e6)
	day := b.day(turn.Church)
	sum := b.spending.Add(turn.Church.ID, day, micros)
	if limit, limited := b.limit(turn.Church); limited {
		b.note(budgetNews{church: turn.Church.ID, day: day, spent: sum, limit: limit, at: b.now()})
	}
}

// note sees whether a level was reached that this process has not noted yet.
func (b *budget) note(news budgetNews) {
	if news.limit == 0 {
		return // the church wants it so
	}
	for _, level := range budgetLevels {
		if news.spent >= news.limit/100*int64(level)+news.limit%100*int64(level)/100 {
			news.level = level
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.marked[news.church]
	if known.day == news.day && known.limit == news.limit && known.level >= news.level || news.level == 0 {
		return
	}
	if b.notices != nil {
		if len(b.untold) >= maxUntold {
			return // not marked: it is noted when there is room
		}
		b.untold = append(b.untold, news)
	}
	b.marked[news.church] = mark{news.day, news.limit, news.level}
	b.metrics.budgetReached.WithLabelValues(strconv.Itoa(news.level)).Inc()
	b.logger.Warn("a church's models have cost a large part of what they may today", "church", news.church, "day", news.day,
		"percent", news.level, "spent_usd", usd(news.spent), "budget_usd", usd(news.limit))
}

// maxUntold bounds the news that waits for Postgres.
const maxUntold = 1000

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

// tell queues what is untold. What fails is tried again: the key of a church's day, budget and level keeps all nodes
// from telling it more than once.
func (b *budget) tell(ctx context.Context) {
	b.mu.Lock()
	untold := b.untold
	b.untold = nil
	b.mu.Unlock()
	for i, news := range untold {
		err := b.tellOne(ctx, news)
		if err == nil {
			continue
		}
		if !transcript.RefusedForGood(err) {
			b.mu.Lock()
			b.untold = append(untold[i:len(untold):len(untold)], b.untold...)
			b.mu.Unlock()
			return
		}
		b.logger.ErrorContext(ctx, "a church cannot be told of its budget", "church", news.church, "error", err)
	}
}

const tellLimit = 5 * time.Second

func (b *budget) tellOne(ctx context.Context, news budgetNews) error {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	kind := "budget_near"
	if news.level >= 100 {
		kind = "budget_reached"
	}
	err := church.InChurch(ctx, b.pool, news.church, func(tx pgx.Tx) error {
		return b.notices.Notify(ctx, tx, tools.Notice{
			Key:      uuid.NewSHA1(news.church, fmt.Appendf(nil, "budget %s %d %d", news.day, news.limit, news.level)),
			ChurchID: news.church, Kind: kind, At: news.at,
			Lines: []tools.Line{{Label: "budget_spent", Text: usd(news.spent)}, {Label: "budget_limit", Text: usd(news.limit)}},
		})
	})
	if err != nil {
		return fmt.Errorf("tell a church of its budget: %w", err)
	}
	return nil
}

// usd writes an amount in US dollars, to the cent, rounded down.
func usd(micros int64) string { return fmt.Sprintf("$%d.%02d", micros/1_000_000, micros/10_000%100) }

// errBudget says that a Config asks for the impossible.
var errBudget = errors.New("the daily budget must not be negative")
