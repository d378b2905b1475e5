package stack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// fromEnvironment returns the servers that the environment names, if it names any.
func fromEnvironment() (servers Servers, named bool, err error) {
	servers = Servers{
		DatabaseURL:      os.Getenv("DATABASE_URL"),
		DatabaseAdminURL: os.Getenv("DATABASE_ADMIN_URL"),
		RedisURL:         os.Getenv("REDIS_URL"),
	}
	switch {
	case servers.DatabaseURL == "" && servers.RedisURL == "":
		return Servers{}, false, nil
	case servers.DatabaseURL == "":
		return Servers{}, true, errors.New("REDIS_URL is set but DATABASE_URL is not: set both, or neither to use private servers")
	case servers.RedisURL == "":
		return Servers{}, true, errors.New("DATABASE_URL is set but REDIS_URL is not: set both, or neither to use private servers")
	}
	if servers.DatabaseAdminURL == "" {
		servers.DatabaseAdminURL = servers.DatabaseURL
	}
	return servers, true, nil
}

// reach checks that servers somebody else runs can be used.
func (s Servers) reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 5*time.Second, errors.New("no answer within 5 s"))
	defer cancel()
	for name, url := range map[string]string{"DATABASE_URL": s.DatabaseURL, "DATABASE_ADMIN_URL": s.DatabaseAdminURL} {
		if err := pingPostgres(ctx, url); err != nil {
			return fmt.Errorf("reach the server that %s names: %w", name, err)
		}
	}
	for url := range strings.SplitSeq(s.RedisURL, ",") {
		if err := pingRedis(ctx, strings.TrimSpace(url)); err != nil {
			return fmt.Errorf("reach the server that REDIS_URL names: %w", err)
		}
	}
	return nil
}

func pingPostgres(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.Ping(ctx)
}

func pingRedis(ctx context.Context, url string) error {
	options, err := redis.ParseURL(url)
	if err != nil {
		return err
	}
	// The client writes every failed connection to the standard error; while a server starts, there are many.
	conn, err := new(net.Dialer).DialContext(ctx, options.Network, options.Addr)
	if err != nil {
		return err
	}
	if err := conn.Close(); err != nil {
		return err
	}
	options.MaxRetries = -1 // the caller decides how often to ask
	options.DialerRetries = 1
	options.ContextTimeoutEnabled = true
	client := redis.NewClient(options)
	defer client.Close()
	return client.Ping(ctx).Err()
}
