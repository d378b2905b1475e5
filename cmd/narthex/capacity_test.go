package main

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/migrations/pgtest"
)

func TestWhatTheDatabasesAddressSaysOfThePoolHolds(t *testing.T) {
	const address = "postgres://narthex@127.0.0.1/narthex"
	for _, tt := range []struct {
		name, address   string
		config          capacityConfig
		most            int32 // 0: as many as by default
		dials, lifetime time.Duration
	}{
		{"nothing is set", address, capacityConfig{DialLimit: 5 * time.Second, Lifetime: time.Hour}, 0, 5 * time.Second, time.Hour},
		{"in the address", address + "?pool_max_conns=9&connect_timeout=3&pool_max_conn_lifetime=2h",
			capacityConfig{DialLimit: 5 * time.Second, Lifetime: time.Hour}, 9, 3 * time.Second, 2 * time.Hour},
		{"by settings", address, capacityConfig{PoolSize: 40, DialLimit: time.Second, Lifetime: time.Minute}, 40, time.Second, time.Minute},
		{"a size in both places", address + "?pool_max_conns=9", capacityConfig{PoolSize: 40, DialLimit: time.Second, Lifetime: time.Hour}, 40, time.Second, time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pool, err := pgxpool.ParseConfig(tt.address)
			if err != nil {
				t.Fatal(err)
			}
			byDefault := pool.MaxConns
			tt.config.shape(tt.address)(pool)
			if tt.most == 0 {
				tt.most = byDefault
			}
			if pool.MaxConns != tt.most || pool.ConnConfig.ConnectTimeout != tt.dials || pool.MaxConnLifetime != tt.lifetime {
				t.Errorf("%d connections, %v to connect, %v to live", pool.MaxConns, pool.ConnConfig.ConnectTimeout, pool.MaxConnLifetime)
			}
		})
	}
}

func TestMemoryForChurchesIsAShareOfTheMachines(t *testing.T) {
	if got := (capacityConfig{PassagesMemory: 100}).passagesMemory(); got != 100<<20 {
		t.Errorf("configured 100 MiB for passages are %d bytes", got)
	}
	if got := (capacityConfig{ChurchesMemory: 100}).churchesMemory(); got != 100<<20 {
		t.Errorf("%d bytes where 100 MiB are set", got)
	}
	got, memory := capacityConfig{}.churchesMemory(), machineMemory()
	if got < leastMemory || got > mostMemory || memory > 0 && got > max(memory/memoryShare, leastMemory) {
		t.Errorf("%d bytes of %d", got, memory)
	}
}

func TestWaitsForAConnectionAreCounted(t *testing.T) {
	config := pgtest.New(t).Pool.Config()
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	registry := prometheus.NewRegistry()
	watchPool(pool, registry)
	held, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	impatient, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := pool.Acquire(impatient); err == nil {
		t.Fatal("a second connection")
	}
	const most, used, canceled = "narthex_postgres_connections_max", "narthex_postgres_connections_used", "narthex_postgres_acquire_canceled_total"
	if read(t, registry, most) != 1 || read(t, registry, used) != 1 || read(t, registry, canceled) != 1 {
		t.Errorf("%v of %v at work, %v canceled", read(t, registry, used), read(t, registry, most), read(t, registry, canceled))
	}
	before := read(t, registry, "narthex_postgres_waits_total")
	waiting := make(chan error)
	go func() {
		second, err := pool.Acquire(t.Context())
		if err == nil {
			second.Release()
		}
		waiting <- err
	}()
	held.Release()
	if err := <-waiting; err != nil {
		t.Fatal(err)
	}
	if read(t, registry, "narthex_postgres_acquired_total") < 2 || before > read(t, registry, "narthex_postgres_waits_total") {
		t.Error("what was acquired is not counted")
	}
	if read(t, registry, "narthex_postgres_wait_seconds_total") <= 0 { // the first had to be connected
		t.Error("no time was waited")
	}
}

func read(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			metric := family.GetMetric()[0]
			return metric.GetCounter().GetValue() + metric.GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}
