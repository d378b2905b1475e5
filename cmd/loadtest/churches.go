package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/visitor"
	"narthex/migrations/seed/copies"
)

type churchesCommand struct {
	runConfig      `embed:""`
	churchesConfig `embed:""`
}

// Run is called by kong.
func (c *churchesCommand) Run(ctx context.Context) error {
	if c.FloorOnly {
		return errors.New("a platform of many churches has no floor but itself with one")
	}
	return c.execute(ctx, c.measure)
}

type churchesConfig struct {
	Churches       []int   `default:"1,100,2000" help:"Copies of a church that are stored, one number after another."`
	Connections    int     `default:"50" help:"Kept-alive connections that ask as soon as they were answered."`
	Question       string  `default:"What time is church on Sunday?" help:"A question that a stored fact answers."`
	ColdRate       float64 `default:"50" help:"Churches a second that are asked for the first time since the server began."`
	SearchRate     float64 `default:"20" help:"Questions a second that one church's passages are searched for."`
	platformDemand `embed:"" prefix:"platform-"`

	AskFor time.Duration `name:"ask-for" default:"3s" help:"Length of each window; in a longer one a church is told more than may wait to be stored."`
}

// Bounds of the scenario, which hold for as many churches as fit in a node's memory.
const (
	minSpreadRatio = 0.8 // of the requests a second that one church is answered
	maxSpreadRatio = 1.5 // of the p99 of one church
	maxColdExtra   = 2   // ms more at the median, to read a church: one that is held takes half a millisecond of the 2.5 there are
	maxSearchRatio = 1.1 // of the time to the first word with the fewest churches stored
	zipfSteepness  = 1.1 // of how often churches are asked that are asked unevenly
)

func (c churchesConfig) shortened() churchesConfig {
	c.Churches, c.Connections, c.ColdRate, c.AskFor = []int{1, 30}, 8, 15, time.Second
	return c
}

// copied is the church that copies are made of.
const copied = "grace-harbor"

func (c churchesConfig) measure(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "many churches", Settings: map[string]any{
		"churches": c.Churches, "connections": c.Connections, "question": c.Question, "cold_rate": c.ColdRate, "search_rate": c.SearchRate, "window": c.AskFor.String(),
	}}
	model, err := startModel(ctx, 1, faultRate, 0)
	if err != nil {
		return found, err
	}
	defer model.stop()
	owner, err := pgxpool.New(ctx, b.stage.DatabaseAdminURL())
	if err != nil {
		return found, err
	}
	defer owner.Close()
	var fewest platform
	made := 0
	for i, n := range c.Churches {
		stored, err := makeChurches(ctx, b, owner, n)
		if err != nil {
			return found, err
		}
		p, err := c.ask(ctx, b, model, owner, n)
		if err != nil {
			return found, fmt.Errorf("%d churches: %w", n, err)
		}
		p.stored, made = stored/float64(max(1, n-made)), max(made, n)
		if i == 0 {
			fewest = p
		}
		found.Narthex = append(found.Narthex, p.windows()...)
		found.Figures = append(found.Figures, p.figures(fewest)...)
		if i == len(c.Churches)-1 {
			p.cost.remembered, p.cost.stored = p.remembered, p.stored
			found.Figures = append(found.Figures, c.platformDemand.figures(p.cost)...)
			found.Figures = append(found.Figures, figuresOfTwoNodes(p.cost, p.twice)...)
		}
	}
	return found, nil
}

// makeChurches copies a church until there are n copies, and gives by how many bytes the database has grown.
func makeChurches(ctx context.Context, b *bench, owner *pgxpool.Pool, n int) (grown float64, err error) {
	before, err := databaseBytes(ctx, owner)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := copies.Make(ctx, owner, copied, n); err != nil {
		return 0, err
	}
	// Postgres does that by itself, a minute later: in the middle of what is measured, and as processor time of the questions.
	if _, err := owner.Exec(ctx, `vacuum (analyze)`); err != nil {
		return 0, err
	}
	after, err := databaseBytes(ctx, owner)
	b.say("%d churches are stored, made in %.0f s", n, time.Since(began).Seconds())
	return float64(after - before), err
}

// databaseBytes is what the database takes on disk.
func databaseBytes(ctx context.Context, owner *pgxpool.Pool) (bytes int64, err error) {
	err = owner.QueryRow(ctx, `select pg_database_size(current_database())`).Scan(&bytes)
	return bytes, err
}

// platform is what was seen with so many churches stored.
type platform struct {
	churches                              int
	cold, held, one, even, uneven, search measurement
	inMemory                              float64 // churches in the node's memory, when all had been asked
	stored                                float64 // bytes of each in Postgres
	remembered                            float64 // bytes of each in the node's memory, as it counts them
	cost                                  platformCost
	twice                                 platformCost // with twice the load, on two nodes
}

// ask measures a server that has just begun. Churches are first asked one by one; then one alone, then all of them.
func (c churchesConfig) ask(ctx context.Context, b *bench, model *model, owner *pgxpool.Pool, n int) (p platform, err error) {
	p.churches = n
	server, err := b.startNarthex(ctx, model)
	if err != nil {
		return p, err
	}
	defer server.stop()
	w := window{subject: server, model: model, stage: b.stage, profiles: b.profiles}
	if err := b.awaitQuiet(ctx); err != nil {
		return p, err
	}
	if cold := min(time.Duration(float64(n)/c.ColdRate*float64(time.Second)), c.AskFor); cold >= time.Second { // else there are too few
		for _, seen := range []*measurement{&p.cold, &p.held} { // the same churches, in the same turn
			if *seen, err = c.window(ctx, w, visitor.AskConfig{Churches: inTurn(n), Connections: 1, Rate: c.ColdRate, Window: cold}); err != nil {
				return p, err
			}
		}
	}
	asFastAsCanBe := visitor.AskConfig{Connections: c.Connections, Window: c.AskFor, Churches: inTurn(n)}
	for begun := uint64(0); begun < uint64(n); { // so that none is cold
		m, err := c.window(ctx, w, asFastAsCanBe)
		if err != nil {
			return p, err
		}
		begun += m.TurnsBegun
	}
	for _, asked := range []struct {
		seen  *measurement
		which func() uuid.UUID
	}{{&p.one, inTurn(1)}, {&p.even, evenly(n)}, {&p.uneven, unevenly(n)}} {
		asFastAsCanBe.Churches = asked.which
		if *asked.seen, err = c.window(ctx, w, asFastAsCanBe); err != nil {
			return p, err
		}
	}
	held, err := process.CountOf(ctx, server.metrics, "narthex_church_snapshots_cached")
	if err != nil {
		return p, err
	}
	bytes, err := process.CountOf(ctx, server.metrics, "narthex_church_snapshots_bytes")
	if err != nil {
		return p, err
	}
	p.inMemory, p.remembered = held, bytes/max(1, held)
	p.search, err = c.window(ctx, w, visitor.AskConfig{
		Churches: inTurn(1), Next: visitor.NewDetails(loadQuestion, 1), Connections: int(2 * c.SearchRate), Rate: c.SearchRate, Window: c.AskFor,
	})
	if err != nil || n != c.Churches[len(c.Churches)-1] {
		return p, err
	}
	if p.cost, err = c.costs(ctx, b, []window{w}, owner, n); err != nil {
		return p, err
	}
	p.twice, err = c.onTwoNodes(ctx, b, w, owner, n)
	return p, err
}

func (c churchesConfig) window(ctx context.Context, w window, asked visitor.AskConfig) (measurement, error) {
	asked.Address, asked.Question = w.subject.address, c.Question
	m, err := w.measure(ctx, asked.Window, func(ctx context.Context) (*visitor.Recorder, error) { return visitor.Ask(ctx, asked) })
	if err == nil {
		err = m.failed()
	}
	return m, errors.Join(err, awaitStored(ctx, w.subject))
}

// awaitStored waits until Postgres has what was said: one church may not have more waiting than a node keeps of it, and storing it
// would take from the next window.
func awaitStored(ctx context.Context, server *subject) error {
	ctx, cancel := context.WithTimeoutCause(ctx, time.Minute, errors.New("what was said is not stored"))
	defer cancel()
	for {
		waiting, err := process.CountOf(ctx, server.metrics, "narthex_journal_backlog_entries")
		if err != nil || waiting == 0 {
			return err
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return context.Cause(ctx)
		}
	}
}

// inTurn gives the copies from the first to the n-th, and begins again.
func inTurn(n int) func() uuid.UUID {
	var asked atomic.Int64
	return func() uuid.UUID { return copies.ID(copied, int((asked.Add(1)-1)%int64(n))+1) }
}

// evenly gives each of n copies as often as any other, in no order.
func evenly(n int) func() uuid.UUID {
	return func() uuid.UUID { return copies.ID(copied, rand.Intn(n)+1) }
}

// unevenly gives the first of n copies most often, as large and small churches are asked.
func unevenly(n int) func() uuid.UUID {
	var mu sync.Mutex
	drawn := rand.NewZipf(rand.New(rand.NewSource(1)), zipfSteepness, 1, uint64(n-1))
	return func() uuid.UUID {
		mu.Lock()
		defer mu.Unlock()
		return copies.ID(copied, int(drawn.Uint64())+1)
	}
}

func (p platform) windows() []measurement {
	return []measurement{p.cold, p.held, p.one, p.even, p.uneven, p.search}
}

// figures puts all churches asked beside one asked while as many are stored, and a search beside that with the fewest stored.
func (p platform) figures(fewest platform) []figure {
	of := func(name string) string { return fmt.Sprintf("%d churches: %s", p.churches, name) }
	spread := func(how string, m measurement, bounded bool) []figure {
		least, most := ratioAtLeast, ratioAtMost
		if !bounded {
			least, most = noLimit, noLimit
		}
		return []figure{
			newFigure(of("requests a second, "+how+"; beside one church"), "", p.one.TurnsPerSecond, m.TurnsPerSecond, least, minSpreadRatio),
			newFigure(of("time to answer p99, "+how+"; beside one church"), "ms", p.one.Whole.P99, m.Whole.P99, most, maxSpreadRatio),
		}
	}
	figures := spread("all alike", p.even, p.inMemory >= float64(p.churches))
	figures = append(figures, spread("some more often", p.uneven, false)...)
	return append(figures,
		newFigure(of("first answer since the server began p50; beside one by a church that is held"), "ms", p.held.Whole.P50, p.cold.Whole.P50, noLimit, 0),
		newFigure(of("what the first takes longer"), "ms", 0, p.cold.Whole.P50-p.held.Whole.P50, valueAtMost, maxColdExtra),
		newFigure(of("first answer since the server began p99; beside one by a church that is held"), "ms", p.held.Whole.P99, p.cold.Whole.P99, noLimit, 0),
		newFigure(of("first word of a searched answer p50; beside the fewest churches"), "ms", fewest.search.First.P50, p.search.First.P50, ratioAtMost, maxSearchRatio),
		newCount(of("held in memory"), "", p.inMemory, noLimit, 0),
		newCount(of("memory of each"), "KB", p.remembered/1000, noLimit, 0),
		newCount(of("of each in Postgres"), "KB", p.stored/1000, noLimit, 0),
	)
}
