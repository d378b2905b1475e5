package articles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// next are the statuses that an article of a status may get. Whatever it is, it can be taken back to a draft; what was never public
// has nothing to be archived.
var next = map[Status][]Status{
	Draft:     {Scheduled, Published},
	Scheduled: {Published, Draft},
	Published: {Archived, Draft},
	Archived:  {Published, Draft},
}

// MoveError: an article cannot go from one status to another.
type MoveError struct{ From, To Status }

// Error implements error.
func (e *MoveError) Error() string {
	return fmt.Sprintf("an article that is %s cannot become %s", e.From, e.To)
}

// mayBecome reports whether an article may go from one status to another, staying being allowed.
func (s Status) mayBecome(to Status) bool { return s == to || slices.Contains(next[s], to) }

// ErrWithoutTime: an article is scheduled for no time.
var ErrWithoutTime = errors.New("a scheduled article needs the time at which it is to be published")

// Move gives an article another status. at is when a scheduled one is to be published, or a published one was; the zero time leaves a
// published one the time that it has. One that has no time, or one that has not come, is dated now. It returns the status that it had.
func (s *Store) Move(ctx context.Context, slug string, to Status, at time.Time) (from Status, err error) {
	if to == Scheduled && at.IsZero() {
		return "", ErrWithoutTime
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, "select status from articles where slug = $1 for update", slug).Scan(&from)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("%w: %q", ErrNotFound, slug)
		}
		if err != nil {
			return err
		}
		if !from.mayBecome(to) {
			return &MoveError{from, to}
		}
		_, err = tx.Exec(ctx, `
			update articles set status = $2, published_at = case $2
				when 'scheduled' then $3
				when 'published' then least(coalesce($3, published_at, now()), now())
				else published_at end
			where slug = $1 and (status <> $2 or $2 in ('scheduled', 'published') and published_at <> $3)`, slug, to, null(at))
		return err
	})
	if err != nil {
		return from, fmt.Errorf("make the article %q %s: %w", slug, to, err)
	}
	return from, nil
}
