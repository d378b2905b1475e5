package main

import (
	"math"
	"testing"
)

func TestWhatAPlatformNeeds(t *testing.T) {
	demand := platformDemand{Churches: 1000, Conversations: 72_000, Turns: 2, FullModel: 0.25, Busiest: 0.1, Used: 0.5, Months: 12}
	cost := platformCost{
		fact:       turnCost{narthex: 0.001, postgres: 0.002, redis: 0.004, redisBytes: 1000, postgresBytes: 2000},
		full:       turnCost{narthex: 0.010, postgres: 0.008, redis: 0.004, redisBytes: 7000, postgresBytes: 6000, dollars: 0.002},
		remembered: 66_000, stored: 1_500_000,
	}
	got := demand.needs(cost)
	// 144,000 questions a day, 36,000 of them for the full model; 4 a second in the busiest hour, 1 of them for it.
	want := needs{
		questions: 4, narthex: (3*0.001 + 1*0.010) / 0.5, postgres: (3*0.002 + 1*0.008) / 0.5, redis: 4 * 0.004 / 0.5,
		remembered: 66e6, redisBytes: 108_000*1000 + 36_000*7000, postgresBytes: 1.5e9 + (108_000*2000+36_000*6000)*365.25, dollars: 72,
	}
	for name, pair := range map[string][2]float64{
		"questions": {got.questions, want.questions}, "processors for Narthex": {got.narthex, want.narthex},
		"processors for Postgres": {got.postgres, want.postgres}, "processors for Redis": {got.redis, want.redis},
		"memory": {got.remembered, want.remembered}, "Redis": {got.redisBytes, want.redisBytes},
		"Postgres": {got.postgresBytes, want.postgresBytes}, "models": {got.dollars, want.dollars},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1] {
			t.Errorf("%s: %g, want %g", name, pair[0], pair[1])
		}
	}
}

func TestTwiceTheLoadOnTwoNodesIsBesideWhatOneMakesExpect(t *testing.T) {
	turn := turnCost{narthex: 0.001, postgres: 0.002, redis: 0.004, redisBytes: 1000, postgresBytes: 2000}
	one, two := platformCost{fact: turn, full: turn}, platformCost{fact: turn, full: turn}
	two.full.redis *= 1.3
	found := figuresOfTwoNodes(one, two)
	if len(found) != 10 {
		t.Errorf("%d figures", len(found))
	}
	for _, f := range found {
		if dearer := f.Name == "twice the load on two nodes, a question that the full model answers: CPU of Redis; beside one node"; f.Held == dearer || f.Floor == 0 {
			t.Errorf("%s: held is %v", f.Name, f.Held)
		}
	}
}
