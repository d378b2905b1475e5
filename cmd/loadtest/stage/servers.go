package stage

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/cmd/loadtest/process"
)

// ServersCPU is the processor time that the servers behind Narthex have used since they started, for all who use them.
type ServersCPU struct{ Redis, Postgres time.Duration }

// ServersCPU asks the servers and the kernel. What it cannot learn, of servers on another machine for example, is 0.
func (s *Stage) ServersCPU(ctx context.Context) ServersCPU {
	return ServersCPU{Redis: s.redisCPU(ctx), Postgres: s.postgresCPU(ctx)}
}

func (s *Stage) redisCPU(ctx context.Context) (sum time.Duration) {
	client, err := openRedis(s.redis.url)
	if err != nil {
		return 0
	}
	defer client.Close()
	info, err := client.Info(ctx, "cpu").Result()
	if err != nil {
		return 0
	}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name != "used_cpu_sys" && name != "used_cpu_user" {
			continue
		}
		if seconds, err := strconv.ParseFloat(value, 64); err == nil {
			sum += time.Duration(seconds * float64(time.Second))
		}
	}
	return sum
}

func (s *Stage) postgresCPU(ctx context.Context) time.Duration {
	conn, err := pgx.Connect(ctx, s.database.adminURL)
	if err != nil {
		return 0
	}
	defer conn.Close(ctx)
	postmaster, err := process.Parent(int(conn.PgConn().PID()))
	if err != nil {
		return 0
	}
	used, err := process.TreeCPU(postmaster)
	if err != nil {
		return 0
	}
	return used
}
