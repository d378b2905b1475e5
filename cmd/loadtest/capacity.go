package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"narthex/cmd/loadtest/process"
	"narthex/cmd/loadtest/visitor"
)

// platformDemand is what a platform is asked for whose needs are worked out.
type platformDemand struct {
	Churches      int     `default:"100000" help:"Churches of the platform whose needs are worked out from what was measured."`
	Conversations float64 `default:"1000000" help:"Conversations that they have in a day."`
	Turns         float64 `default:"3" help:"Questions in one of them."`
	FullModel     float64 `default:"0.4" help:"Share of the questions that the full model answers; the others cost as much as one that a stored fact answers."`
	Busiest       float64 `default:"0.12" help:"Share of a day's questions that come in its busiest hour."`
	Used          float64 `default:"0.5" help:"Share of a processor that the busiest hour may use."`
	Months        float64 `default:"12" help:"Months for which conversations are kept."`
}

// turnCost is what one question costs.
type turnCost struct {
	narthex, postgres, redis float64 // seconds of a processor
	redisBytes               float64 // for a day
	postgresBytes            float64 // for as long as conversations are kept
	dollars                  float64
}

// parts are what a question's cost is told by.
var parts = []struct {
	what, unit string
	of         func(turnCost) float64
}{
	{"CPU of Narthex", "ms", func(t turnCost) float64 { return t.narthex * 1000 }},
	{"CPU of Postgres", "ms", func(t turnCost) float64 { return t.postgres * 1000 }},
	{"CPU of Redis", "ms", func(t turnCost) float64 { return t.redis * 1000 }},
	{"Redis", "KB", func(t turnCost) float64 { return t.redisBytes / 1000 }},
	{"Postgres", "KB", func(t turnCost) float64 { return t.postgresBytes / 1000 }},
}

// platformCost is what was measured of a platform.
type platformCost struct {
	fact, full         turnCost
	remembered, stored float64 // bytes of a church in a node's memory, and in Postgres
}

// needs are what a platform needs.
type needs struct {
	questions                float64 // a second in the busiest hour
	narthex, postgres, redis float64 // processors
	remembered               float64 // bytes of memory in which all churches fit
	redisBytes               float64
	postgresBytes            float64
	dollars                  float64 // a day
}

// needs works out what a platform needs. It knows nothing of what happens where something is full.
func (d platformDemand) needs(c platformCost) needs {
	const month = 365.25 / 12 // days
	daily := d.Conversations * d.Turns
	full, fact := daily*d.FullModel, daily*(1-d.FullModel)
	each := func(of func(turnCost) float64) float64 { return fact*of(c.fact) + full*of(c.full) }
	processors := func(of func(turnCost) float64) float64 { return each(of) * d.Busiest / time.Hour.Seconds() / d.Used }
	return needs{
		questions:     daily * d.Busiest / time.Hour.Seconds(),
		narthex:       processors(func(t turnCost) float64 { return t.narthex }),
		postgres:      processors(func(t turnCost) float64 { return t.postgres }),
		redis:         processors(func(t turnCost) float64 { return t.redis }),
		remembered:    float64(d.Churches) * c.remembered,
		redisBytes:    each(func(t turnCost) float64 { return t.redisBytes }),
		postgresBytes: float64(d.Churches)*c.stored + each(func(t turnCost) float64 { return t.postgresBytes })*month*d.Months,
		dollars:       each(func(t turnCost) float64 { return t.dollars }),
	}
}

func (d platformDemand) figures(c platformCost) []figure {
	const gigabyte = 1e9
	n := d.needs(c)
	figures := make([]figure, 0, 16)
	count := func(name, unit string, value float64) {
		figures = append(figures, newCount(fmt.Sprintf("%d churches, %g conversations a day: %s", d.Churches, d.Conversations, name), unit, value, noLimit, 0))
	}
	for _, turn := range []struct {
		of   string
		cost turnCost
	}{{"a stored fact", c.fact}, {"the full model", c.full}} {
		for _, part := range parts {
			figures = append(figures, newCount("a question that "+turn.of+" answers: "+part.what, part.unit, part.of(turn.cost), noLimit, 0))
		}
	}
	count("questions a second in the busiest hour", "", n.questions)
	count("processors for Narthex", "", n.narthex)
	count("processors for Postgres", "", n.postgres)
	count("processors for Redis", "", n.redis)
	count("memory that holds all churches", "GB", n.remembered/gigabyte)
	count("Redis", "GB", n.redisBytes/gigabyte)
	count(fmt.Sprintf("Postgres after %g months", d.Months), "GB", n.postgresBytes/gigabyte)
	count("models a day", "dollars", n.dollars)
	return figures
}

const (
	fullTokens = 40  // in an answer of the full model whose cost is measured
	factRate   = 200 // questions a second that each node is asked
	fullRate   = 50  // so that two nodes with twice of it leave the machine some room
	// costChurches are asked for what a question costs: each as often as a church in a day of many, since what Redis keeps of a church
	// besides its answers counts as well.
	costChurches = 100
	costWindows  = 4 // times as long as others
)

// costs measures what questions cost on nodes that know the churches, each node asked at the same rates.
func (c churchesConfig) costs(ctx context.Context, b *bench, nodes []window, owner *pgxpool.Pool, n int) (found platformCost, err error) {
	asked := visitor.AskConfig{Churches: inTurn(min(n, costChurches)), Window: costWindows * c.AskFor}
	asked.Rate, asked.Connections = factRate, c.Connections
	if found.fact, err = c.costOf(ctx, b, nodes, owner, asked); err != nil {
		return found, err
	}
	asked.Next = visitor.NewQuestions(fullTokens, 0, "")
	asked.Rate, asked.Connections = fullRate, 4*fullRate // an answer takes two seconds
	found.full, err = c.costOf(ctx, b, nodes, owner, asked)
	return found, err
}

// costOf measures what a question costs of those that every node is asked at the same time.
func (c churchesConfig) costOf(ctx context.Context, b *bench, nodes []window, owner *pgxpool.Pool, asked visitor.AskConfig) (cost turnCost, err error) {
	before, err := spentSoFar(ctx, b, nodes, owner)
	if err != nil {
		return cost, err
	}
	seen := make([]measurement, len(nodes))
	var asking errgroup.Group
	for i, node := range nodes {
		asking.Go(func() (err error) {
			seen[i], err = c.window(ctx, node, asked)
			return err
		})
	}
	if err := asking.Wait(); err != nil {
		return cost, err
	}
	after, err := spentSoFar(ctx, b, nodes, owner)
	if err != nil {
		return cost, err
	}
	var turns float64
	for _, m := range seen {
		turns += float64(m.TurnsEnded)
		cost.narthex += m.CPUSeconds
		// The windows are of the same time, and each holds all that the servers did in it.
		cost.postgres, cost.redis = max(cost.postgres, m.CPUOfPG), max(cost.redis, m.CPUOfRedis)
	}
	turns = max(1, turns)
	return turnCost{
		narthex: cost.narthex / turns, postgres: cost.postgres / turns, redis: cost.redis / turns,
		redisBytes: (after.redisBytes - before.redisBytes) / turns, postgresBytes: (after.postgresBytes - before.postgresBytes) / turns,
		dollars: (after.dollars - before.dollars) / turns,
	}, nil
}

// spentSoFar is what the servers hold, and what models have cost, so far.
func spentSoFar(ctx context.Context, b *bench, nodes []window, owner *pgxpool.Pool) (sum turnCost, err error) {
	redis, err := b.stage.RedisBytes(ctx)
	if err != nil {
		return sum, err
	}
	stored, err := messageBytes(ctx, owner)
	if err != nil {
		return sum, err
	}
	sum = turnCost{redisBytes: float64(redis), postgresBytes: float64(stored)}
	for _, node := range nodes {
		dollars, err := process.CountOf(ctx, node.subject.metrics, "narthex_model_cost_dollars_total")
		if err != nil {
			return sum, err
		}
		sum.dollars += dollars
	}
	return sum, nil
}

// messageBytes is what conversations take on disk, indexes included.
func messageBytes(ctx context.Context, owner *pgxpool.Pool) (bytes int64, err error) {
	err = owner.QueryRow(ctx, `select pg_total_relation_size('conversations') + pg_total_relation_size('messages')`).Scan(&bytes)
	return bytes, err
}
