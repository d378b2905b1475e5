package notify

import (
	"context"
	"fmt"
	"slices"
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
	if f.Limit <= 0 {
		f.Limit = 100
	}
	byChurch, err := q.find(ctx, f)
	if err != nil {
		return nil, err
	}
	var all []Entry
	for churchID, ids := range byChurch {
		entries, err := q.entries(ctx, churchID, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	slices.SortFunc(all, func(a, b Entry) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, nil
}

// find returns the ids of the newest messages that fit, by church.
func (q *Queue) find(ctx context.Context, f Filter) (byChurch map[uuid.UUID][]uuid.UUID, err error) {
	if f.Status != "" && !slices.Contains(statuses, f.Status) {
		return nil, fmt.Errorf("there is no status %q", f.Status)
	}
	if f.IDs == nil {
		f.IDs = []uuid.UUID{} // to the database, nil is null
	}
	byChurch = make(map[uuid.UUID][]uuid.UUID)
	if f.ChurchID != uuid.Nil {
		byChurch[f.ChurchID], err = q.findOf(ctx, f)
		return byChurch, err
	}
	rows, err := q.pool.Query(ctx, `select church_id, id from find_notifications($1, $2, $3)`, f.Status, f.IDs, f.Limit)
	if err != nil {
		return nil, fmt.Errorf("look for notifications: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
	if err != nil {
		return nil, fmt.Errorf("look for notifications: %w", err)
	}
	for _, row := range found {
		byChurch[row.ChurchID] = append(byChurch[row.ChurchID], row.ID)
	}
	return byChurch, nil
}

// findOf is find for one church.
func (q *Queue) findOf(ctx context.Context, f Filter) (ids []uuid.UUID, err error) {
	err = within(ctx, q.pool, f.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id from notifications
			where church_id = $1 and ($2 = '' or status = $2) and ($3::uuid[] = '{}' or id = any($3))
			order by created_at desc limit $4`, f.ChurchID, f.Status, f.IDs, f.Limit)
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for notifications: %w", err)
	}
	return ids, nil
}

// entries reads messages of one church.
func (q *Queue) entries(ctx context.Context, churchID uuid.UUID, ids []uuid.UUID) (found []Entry, err error) {
	err = within(ctx, q.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select n.id, coalesce(n.church_id, '00000000-0000-0000-0000-000000000000') as church_id, coalesce(c.slug, '') as church, n.channel, n.audience, n.kind, n.urgent, n.status, n.attempts, n.due_at,
				coalesce(n.last_error, '') as last_error, coalesce(n.sent_to, '') as sent_to, coalesce(n.provider_id, '') as provider_id,
				n.created_at, n.sent_at
			from notifications n
			left join churches c on c.id = n.church_id
			where n.church_id is not distinct from $1 and n.id = any($2)`, orNull(churchID), ids)
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

// state is how many messages of a channel are in a status, of those that are urgent or of the others.
type state struct {
	Channel       string
	Status        string
	Urgent        bool
	Number        int64
	OldestSeconds float64
}

func (q *Queue) states(ctx context.Context) ([]state, error) {
	rows, err := q.pool.Query(ctx, `select channel, status, urgent, number, oldest_seconds from unsent_notifications()`)
	if err != nil {
		return nil, fmt.Errorf("count notifications: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[state])
}

// reference finds a row.
type reference struct{ ChurchID, ID uuid.UUID }
