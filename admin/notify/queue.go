package notify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Queue lets operators see what became of notifications, and try again. It shows no content.
type Queue struct{ pool *pgxpool.Pool }

// NewQueue returns the queue of a database, connected to as the app's role.
func NewQueue(pool *pgxpool.Pool) *Queue { return &Queue{pool} }

// statuses are the values of Entry.Status.
var statuses = []string{"queued", "sending", "sent", "failed", "dead", "skipped"}

// Entry is one message.
type Entry struct {
	ID         uuid.UUID
	ChurchID   uuid.UUID // zero: it belongs to none
	Church     string    // its slug
	Channel    string    // mail or sms
	Audience   string    // church, second, admin, founder or user
	Kind       string
	Urgent     bool
	Status     string
	Attempts   int
	DueAt      time.Time
	LastError  string
	SentTo     string // an e-mail address or a telephone number
	ProviderID string
	CreatedAt  time.Time
	SentAt     *time.Time
}

// Filter says which entries are meant.
type Filter struct {
	ChurchID uuid.UUID   // zero: any
	Status   string      // "": any
	IDs      []uuid.UUID // none: any
	Limit    int         // at most so many, the newest; 0 is 100
}

// List returns the entries, newest first.
func (q *Queue) List(ctx context.Context, f Filter) ([]Entry, error) {
	if f.Status != "" && !slices.Contains(statuses, f.Status) {
		return nil, fmt.Errorf("there is no status %q", f.Status)
	}
	if f.Limit <= 0 {
		f.Limit = 100
	}
	if f.IDs == nil {
		f.IDs = []uuid.UUID{} // to the database, nil is null
	}
	if f.ChurchID != uuid.Nil {
		return q.entries(ctx, f.ChurchID, `($2 = '' or status = $2) and ($3::uuid[] = '{}' or id = any($3))`, f.Limit, f.Status, f.IDs)
	}
	rows, err := q.pool.Query(ctx, `select church_id, id from find_notifications($1, $2, $3)`, f.Status, f.IDs, f.Limit)
	if err != nil {
		return nil, fmt.Errorf("look for notifications: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
	if err != nil {
		return nil, fmt.Errorf("look for notifications: %w", err)
	}
	byChurch := map[uuid.UUID][]uuid.UUID{}
	for _, row := range found {
		byChurch[row.ChurchID] = append(byChurch[row.ChurchID], row.ID)
	}
	var all []Entry
	for churchID, ids := range byChurch {
		entries, err := q.entries(ctx, churchID, `id = any($2)`, len(ids), ids)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	slices.SortFunc(all, func(a, b Entry) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, nil
}

// entries reads the newest of one church that fit a condition on $2 and so on.
func (q *Queue) entries(ctx context.Context, churchID uuid.UUID, condition string, limit int, values ...any) (found []Entry, err error) {
	err = within(ctx, q.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select n.id, coalesce(n.church_id, '00000000-0000-0000-0000-000000000000') as church_id, coalesce(c.slug, '') as church, n.channel, n.audience, n.kind, n.urgent, n.status, n.attempts, n.due_at,
				coalesce(n.last_error, '') as last_error, coalesce(n.sent_to, '') as sent_to, coalesce(n.provider_id, '') as provider_id,
				n.created_at, n.sent_at
			from (select * from notifications where church_id is not distinct from $1 and `+condition+` order by created_at desc limit `+strconv.Itoa(limit)+`) n
			left join churches c on c.id = n.church_id
			order by n.created_at desc`, append([]any{orNull(churchID)}, values...)...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Entry])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list notifications: %w", err)
	}
	return found, nil
}

// Retry has a message tried again at once, with all its attempts before it, and reports whether it is one that waits or was
// given up. Whatever it says, it is sent once.
func (q *Queue) Retry(ctx context.Context, churchID, id uuid.UUID) (retried bool, err error) {
	err = within(ctx, q.pool, churchID, func(tx pgx.Tx) error {
		retried, err = RetryIn(ctx, tx, churchID, id)
		return err
	})
	return retried, err
}

// RetryIn is Queue.Retry in the caller's transaction, which must be confined to the church.
func RetryIn(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID) (retried bool, err error) {
	tag, err := tx.Exec(ctx, `
		update notifications set status = 'queued', due_at = now(), attempts = 0, lease = null
		where church_id is not distinct from $1 and id = $2 and status in ('queued', 'failed', 'dead')`, orNull(churchID), id)
	if err != nil {
		return false, fmt.Errorf("retry a notification: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// state is how many messages of a channel are in a status.
type state struct {
	Channel       string
	Status        string
	Number        int64
	OldestSeconds float64
}

func (q *Queue) states(ctx context.Context) ([]state, error) {
	rows, err := q.pool.Query(ctx, `select channel, status, number, oldest_seconds from notification_queue()`)
	if err != nil {
		return nil, fmt.Errorf("count notifications: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[state])
}

// reference finds a row.
type reference struct{ ChurchID, ID uuid.UUID }
