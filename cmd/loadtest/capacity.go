package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

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
		for _, of := range []struct {
			what, unit string
			value      float64
		}{
			{"CPU of Narthex", "ms", turn.cost.narthex * 1000},
			{"CPU of Postgres", "ms", turn.cost.postgres * 1000},
			{"CPU of Redis", "ms", turn.cost.redis * 1000},
			{"Redis", "KB", turn.cost.redisBytes / 1000},
			{"Postgres", "KB", turn.cost.postgresBytes / 1000},
		} {
			figures = append(figures, newCount("a question that "+turn.of+" answers: "+of.what, of.unit, of.value, noLimit, 0))
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
	factRate   = 200 // questions a second
	fullRate   = 100
	// costChurches are asked for what a question costs: each as often as a church in a day of many, since what Redis keeps of a church
	// besides its answers counts as well.
	costChurches = 100
	costWindows  = 4 // times as long as others
)

// costs measures what questions cost of a server that knows the churches.
func (c churchesConfig) costs(ctx context.Context, b *bench, w window, owner *pgxpool.Pool, n int) (found platformCost, err error) {
	asked := visitor.AskConfig{Churches: inTurn(min(n, costChurches)), Window: costWindows * c.AskFor}
	asked.Rate, asked.Connections = factRate, c.Connections
	if found.fact, err = c.costOf(ctx, b, w, owner, asked); err != nil {
		return found, err
	}
	asked.Next = visitor.NewQuestions(fullTokens, 0, "")
	asked.Rate, asked.Connections = fullRate, 4*fullRate // an answer takes two seconds
	found.full, err = c.costOf(ctx, b, w, owner, asked)
	return found, err
}

// costOf measures what a question costs of those that are asked.
func (c churchesConfig) costOf(ctx context.Context, b *bench, w window, owner *pgxpool.Pool, asked visitor.AskConfig) (cost turnCost, err error) {
	before, err := spentSoFar(ctx, b, w, owner)
	if err != nil {
		return cost, err
	}
	m, err := c.window(ctx, w, asked)
	if err != nil {
		return cost, err
	}
	after, err := spentSoFar(ctx, b, w, owner)
	if err != nil {
		return cost, err
	}
	turns := float64(max(1, m.TurnsEnded))
	return turnCost{
		narthex: m.CPUSeconds / turns, postgres: m.CPUOfPG / turns, redis: m.CPUOfRedis / turns,
		redisBytes: (after.redisBytes - before.redisBytes) / turns, postgresBytes: (after.postgresBytes - before.postgresBytes) / turns,
		dollars: (after.dollars - before.dollars) / turns,
	}, nil
}

// spentSoFar is what the servers hold, and what models have cost, so far.
func spentSoFar(ctx context.Context, b *bench, w window, owner *pgxpool.Pool) (sum turnCost, err error) {
	redis, err := b.stage.RedisBytes(ctx)
	if err != nil {
		return sum, err
	}
	stored, err := messageBytes(ctx, owner)
	if err != nil {
		return sum, err
	}
	dollars, err := process.CountOf(ctx, w.subject.metrics, "narthex_model_cost_dollars_total")
	return turnCost{redisBytes: float64(redis), postgresBytes: float64(stored), dollars: dollars}, err
}

// messageBytes is what conversations take on disk, indexes included.
func messageBytes(ctx context.Context, owner *pgxpool.Pool) (bytes int64, err error) {
	err = owner.QueryRow(ctx, `select sum(pg_total_relation_size(relid)) from pg_stat_user_tables where relname in ('messages', 'conversations')`).Scan(&bytes)
	return bytes, err
}
