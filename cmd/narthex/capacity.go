package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// capacityConfig is how much a node takes of its machine and of Postgres.
type capacityConfig struct {
	ChurchesMemory int           `env:"NARTHEX_CHURCHES_MEMORY" help:"Memory for what is known of churches, in MiB; 0 = a sixteenth of the machine's or the container's, from 64 MiB to 4 GiB."`
	PassagesMemory int           `env:"NARTHEX_PASSAGES_MEMORY" help:"Memory for what churches have stored, for those that are asked, in MiB; 0 = as for churches."`
	PoolSize       int           `name:"postgres-connections" env:"NARTHEX_POSTGRES_CONNECTIONS" help:"Connections to Postgres at once; 0 = pool_max_conns of DATABASE_URL, else as many as there are processors, and at least 4."`
	DialLimit      time.Duration `name:"postgres-dial-limit" env:"NARTHEX_POSTGRES_DIAL_LIMIT" default:"5s" help:"How long connecting to Postgres may take, unless DATABASE_URL has a connect_timeout."`
	Lifetime       time.Duration `name:"postgres-lifetime" env:"NARTHEX_POSTGRES_LIFETIME" default:"1h" help:"After which a connection is replaced by another, unless DATABASE_URL has a pool_max_conn_lifetime: so that a Postgres behind a balancer gets its share again."`
}

// What a node takes for each of its memories, unless it is told.
const (
	memoryShare = 16
	leastMemory = 64 << 20
	mostMemory  = 4 << 30
)

// churchesMemory and passagesMemory are in bytes.
func (c capacityConfig) churchesMemory() uint64 { return memoryOf(c.ChurchesMemory) }

func (c capacityConfig) passagesMemory() uint64 { return memoryOf(c.PassagesMemory) }

// memoryOf is what is configured in MiB, or a share of the machine's.
func memoryOf(configured int) uint64 {
	if configured > 0 {
		return uint64(configured) << 20
	}
	return min(max(machineMemory()/memoryShare, leastMemory), mostMemory)
}

// shape sets what an operator has set, where the database's address does not say it: that is the more particular of the two.
func (c capacityConfig) shape(dsn string) func(*pgxpool.Config) {
	return func(pool *pgxpool.Config) {
		if c.PoolSize > 0 {
			pool.MaxConns = int32(min(c.PoolSize, mostConnections))
		}
		if pool.ConnConfig.ConnectTimeout == 0 && c.DialLimit > 0 {
			pool.ConnConfig.ConnectTimeout = c.DialLimit
		}
		if c.Lifetime > 0 && !strings.Contains(dsn, "pool_max_conn_lifetime") {
			pool.MaxConnLifetime = c.Lifetime
			pool.MaxConnLifetimeJitter = c.Lifetime / 10 // not all at the same time
		}
	}
}

// mostConnections is more than any Postgres serves.
const mostConnections = 10_000

// machineMemory is what the process may use, in bytes: the machine's, or less in a container.
func machineMemory() uint64 {
	memory := kilobytes("/proc/meminfo", "MemTotal:") << 10
	if limit, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if bytes, err := strconv.ParseUint(strings.TrimSpace(string(limit)), 10, 64); err == nil && (memory == 0 || bytes < memory) {
			memory = bytes
		}
	}
	return memory
}

// kilobytes reads a line of a file of the kernel's; 0 where there is none, as on other systems.
func kilobytes(path, name string) uint64 {
	file, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer func() { _ = file.Close() }() // only read
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) >= 2 && fields[0] == name {
			amount, _ := strconv.ParseUint(fields[1], 10, 64)
			return amount
		}
	}
	return 0
}

// watchPool has a pool's connections, and the waits for them, in the metrics.
func watchPool(pool *pgxpool.Pool, registerer prometheus.Registerer) {
	factory := promauto.With(registerer)
	gauge := func(name, help string, value func(*pgxpool.Stat) float64) {
		factory.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(pool.Stat()) })
	}
	counter := func(name, help string, value func(*pgxpool.Stat) float64) {
		factory.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return value(pool.Stat()) })
	}
	gauge("narthex_postgres_connections_max", "Connections to Postgres that this node may have.",
		func(s *pgxpool.Stat) float64 { return float64(s.MaxConns()) })
	gauge("narthex_postgres_connections_used", "Connections to Postgres that are at work.",
		func(s *pgxpool.Stat) float64 { return float64(s.AcquiredConns()) })
	counter("narthex_postgres_acquired_total", "Connections to Postgres that were taken from the pool.",
		func(s *pgxpool.Stat) float64 { return float64(s.AcquireCount()) })
	counter("narthex_postgres_waits_total", "Connections that had to be waited for, because all were at work or none was there yet.",
		func(s *pgxpool.Stat) float64 { return float64(s.EmptyAcquireCount()) })
	counter("narthex_postgres_wait_seconds_total", "Time for which they were waited for, all together.",
		func(s *pgxpool.Stat) float64 { return s.EmptyAcquireWaitTime().Seconds() })
	counter("narthex_postgres_acquire_canceled_total", "Waits for a connection that ended without one, because what waited was canceled or ran out of time.",
		func(s *pgxpool.Stat) float64 { return float64(s.CanceledAcquireCount()) })
}
