package church

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTooManyOrigins means that a church lists as many sites as it may.
var ErrTooManyOrigins = errors.New("a church can list 50 sites at most")

// maxOrigins is how many sites a church may list, and how many that were refused are told apart.
const maxOrigins = 50

// Widgets keeps which sites may show a church's chat, and which have tried without.
type Widgets struct{ pool *pgxpool.Pool }

// NewWidgets returns what is kept in the database of pool, which connects as the app's role.
func NewWidgets(pool *pgxpool.Pool) *Widgets { return &Widgets{pool: pool} }

// Allow adds a site to those of a church, as ParseOrigin reads it, and returns its origin. Adding it again does nothing.
// The error is ErrInvalidOrigin, ErrTooManyOrigins, or what the database said. Every node knows within a moment.
func (w *Widgets) Allow(ctx context.Context, churchID uuid.UUID, site string) (origin string, err error) {
	if origin, err = ParseOrigin(site); err != nil {
		return "", err
	}
	err = InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		var full bool
		// Listing is serialised by the church's row, so that two at once do not both take the last place.
		if _, err := tx.Exec(ctx, `select from churches where id = $1 for update`, churchID); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `
			select count(*) >= $2 and not bool_or(origin = $3) from widget_origins where church_id = $1`,
			churchID, maxOrigins, origin).Scan(&full)
		if err != nil {
			return err
		}
		if full {
			return ErrTooManyOrigins
		}
		if _, err = tx.Exec(ctx, `
			insert into widget_origins (church_id, origin) values ($1, $2) on conflict do nothing`, churchID, origin); err != nil {
			return err
		}
		// What it tried before is settled.
		_, err = tx.Exec(ctx, `delete from widget_attempts where church_id = $1 and origin = $2 and not allowed`, churchID, origin)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("allow a site: %w", err)
	}
	return origin, nil
}

// Disallow takes an origin from those of a church. What is open there ends with the next message.
func (w *Widgets) Disallow(ctx context.Context, churchID uuid.UUID, origin string) error {
	err := InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from widget_origins where church_id = $1 and origin = $2`, churchID, origin)
		return err
	})
	if err != nil {
		return fmt.Errorf("disallow a site: %w", err)
	}
	return nil
}

// Site is one that showed a church's chat, or tried to and may not.
type Site struct {
	Origin  string // as browsers write it
	Allowed bool
}

// Origins returns the sites that a church lists, by their origins.
func (w *Widgets) Origins(ctx context.Context, churchID uuid.UUID) (origins []string, err error) {
	err = InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `select origin from widget_origins where church_id = $1 order by origin`, churchID)
		if err != nil {
			return err
		}
		origins, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list a church's sites: %w", err)
	}
	return origins, nil
}

// Attempt is a site that showed a church's chat, or tried to and may not.
type Attempt struct {
	Origin          string // AllOthers for those that may not and found no place of their own
	Attempts        int64
	FirstAt, LastAt time.Time
}

// AllOthers stands for all sites that are not told apart any more.
const AllOthers = "*"

// attemptsFor is how long a site that does not try again is remembered.
const attemptsFor = 90 * 24 * time.Hour

// Attempts returns the sites that tried in the last 90 days and may not show the chat, the latest first.
func (w *Widgets) Attempts(ctx context.Context, churchID uuid.UUID) (attempts []Attempt, err error) {
	return w.seen(ctx, churchID, false)
}

// Shown returns the sites that showed the chat in the last 90 days, the latest first.
func (w *Widgets) Shown(ctx context.Context, churchID uuid.UUID) (sites []Attempt, err error) {
	return w.seen(ctx, churchID, true)
}

func (w *Widgets) seen(ctx context.Context, churchID uuid.UUID, allowed bool) (attempts []Attempt, err error) {
	err = InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select origin, attempts, first_at, last_at
			from widget_attempts
			where church_id = $1 and last_at > now() - $2::interval and allowed = $3
			order by last_at desc, origin`, churchID, attemptsFor, allowed)
		if err != nil {
			return err
		}
		attempts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Attempt])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the sites that tried: %w", err)
	}
	return attempts, nil
}

// An origin that may not and has no place of its own is counted with all others once there are 50: a flood of names that somebody has
// made up must neither fill the table nor push out the one that matters. Nor may names below a listed domain: they are left out then.
const addAttempts = `
	insert into widget_attempts (church_id, origin, attempts, allowed)
	select $1, case when place then $2 else '*' end, $3, $5
	from (select count(*) filter (where allowed = $5) < $4 or bool_or(origin = $2) as place from widget_attempts where church_id = $1) room
	where place or not $5
	on conflict (church_id, origin) do update set attempts = widget_attempts.attempts + excluded.attempts, last_at = now(), allowed = excluded.allowed`

// Add counts what sites did at one church.
func (w *Widgets) Add(ctx context.Context, churchID uuid.UUID, attempts map[Site]int64) error {
	err := InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			delete from widget_attempts where church_id = $1 and last_at <= now() - $2::interval`, churchID, attemptsFor); err != nil {
			return err
		}
		for site, count := range attempts {
			if _, err := tx.Exec(ctx, addAttempts, churchID, site.Origin, count, maxOrigins, site.Allowed); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("count the sites that tried: %w", err)
	}
	return nil
}

// DeploymentKey returns the random key of 32 bytes that all nodes of this deployment share under a name. The first that
// asks makes it.
func DeploymentKey(ctx context.Context, pool *pgxpool.Pool, name string) ([]byte, error) {
	made := make([]byte, 32)
	if _, err := rand.Read(made); err != nil {
		return nil, err
	}
	if _, err := pool.Exec(ctx, `insert into deployment_keys (name, key) values ($1, $2) on conflict do nothing`, name, made); err != nil {
		return nil, fmt.Errorf("make the key %s: %w", name, err)
	}
	var key []byte
	if err := pool.QueryRow(ctx, `select key from deployment_keys where name = $1`, name).Scan(&key); err != nil {
		return nil, fmt.Errorf("read the key %s: %w", name, err)
	}
	return key, nil
}
