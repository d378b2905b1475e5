package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/journal"
	"narthex/cmd/dev/stack"
	"narthex/cmd/loadtest/process"
)

// deadMaster has Redis be a cluster of three masters, and one of them die.
func (c faultsConfig) deadMaster(ctx context.Context, b *bench) (found result, err error) {
	if b.short {
		c = c.shortened()
	}
	found = result{Scenario: "one of three masters of Redis dead", Settings: c.settings()}
	model, err := startFaultModel(ctx)
	if err != nil {
		return found, err
	}
	defer model.stop()
	cluster, err := stack.StartRedisCluster(ctx, b.stage.RedisURL())
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, cluster.Close()) }()
	dead, hit, spared, err := divide(ctx, cluster.Addresses)
	if err != nil {
		return found, err
	}
	server, err := c.startServer(ctx, b, model, 0, "REDIS_URL=redis://"+strings.Join(cluster.Addresses, ",redis://"))
	if err != nil {
		return found, err
	}
	defer server.stop()
	const fallbacks = "narthex_journal_fallbacks_total"
	var before float64
	spare, err := c.during(ctx, b, c.crowd(server, spared...), func() (func(), error) {
		if err := cluster.KillMaster(dead); err != nil {
			return nil, err
		}
		before, err = process.CountOf(ctx, server.metrics, fallbacks)
		return func() {}, err
	}, c.FaultFor)
	if err != nil {
		return found, err
	}
	after, err := process.CountOf(ctx, server.metrics, fallbacks)
	if err != nil {
		return found, err
	}
	own, err := c.during(ctx, b, c.crowd(server, hit...), func() (func(), error) { return func() {}, nil }, c.FaultFor/3)
	if err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "churches elsewhere", spare); err != nil {
		return found, err
	}
	if err := b.noteVisits(ctx, &found, "churches of the dead one", own); err != nil {
		return found, err
	}
	found.Figures = append(found.Figures,
		newCount("fallbacks of churches elsewhere", "", after-before, valueAtMost, 0),
		newCount("not answered (churches elsewhere)", "", float64(found.Visits[0].Visits-found.Visits[0].Answered), valueAtMost, 0),
	)
	return found, nil
}

// divide says which master is to die, which of the demonstration churches are its, and which are not.
func divide(ctx context.Context, addresses []string) (dead string, hit, spared []uuid.UUID, err error) {
	client := redis.NewClusterClient(&redis.ClusterOptions{Addrs: addresses})
	defer client.Close()
	for _, churchID := range demoChurches() {
		master, err := client.MasterForKey(ctx, journal.JournalKey(churchID))
		if err != nil {
			return "", nil, nil, fmt.Errorf("find a church's master: %w", err)
		}
		switch dead {
		case "", master.Options().Addr:
			dead, hit = master.Options().Addr, append(hit, churchID)
		default:
			spared = append(spared, churchID)
		}
	}
	if len(spared) == 0 {
		return "", nil, nil, errors.New("one master has all of the demonstration churches")
	}
	return dead, hit, spared, nil
}
