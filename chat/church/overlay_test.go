package church_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

var errUndone = errors.New("undone")

// renamed is an overlay in which a church has another name.
func (f *fixture) renamed(id uuid.UUID, name string) *church.Overlay {
	return &church.Overlay{ChurchID: id, In: func(ctx context.Context, fn func(pgx.Tx) error) (failed error) {
		err := pgx.BeginFunc(ctx, f.Pool, func(tx pgx.Tx) error {
			if err := church.Enter(ctx, tx, id); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "update premium_churches set custom_name = $2 where church_id = $1", id, name); err != nil {
				return err
			}
			failed = fn(tx)
			return errUndone
		})
		if !errors.Is(err, errUndone) {
			return err
		}
		return failed
	}}
}

// nameOf is what InChurch and BatchInChurch see of a church's name.
func (f *fixture) nameOf(ctx context.Context, t *testing.T, id uuid.UUID) string {
	t.Helper()
	const query = "select coalesce(custom_name, '') from premium_churches where church_id = $1"
	var alone, batched string
	batch := &pgx.Batch{}
	batch.Queue(query, id)
	err := errors.Join(
		church.InChurch(ctx, f.Pool, id, func(tx pgx.Tx) error { return tx.QueryRow(ctx, query, id).Scan(&alone) }),
		church.BatchInChurch(ctx, f.Pool, id, batch, func(results pgx.BatchResults) error { return results.QueryRow().Scan(&batched) }),
	)
	if err != nil || alone != batched {
		t.Fatalf("%q and %q: %v", alone, batched, err)
	}
	return alone
}

func TestAnOverlayIsSeenByWhoCarriesItAndNobodyElse(t *testing.T) {
	f := setup(t)
	own, other := f.subscriber("own", "starter_chat"), f.subscriber("other", "starter_chat")
	f.exec("update premium_churches set custom_name = 'As it is'")
	churches := newStore(t, f.Pool, church.Config{}).listen()
	carrying := church.WithOverlay(t.Context(), f.renamed(own, "As it would be"))
	for name, test := range map[string]struct {
		ctx  context.Context
		id   uuid.UUID
		want string
	}{
		"who carries it": {carrying, own, "As it would be"}, "of another church": {carrying, other, "As it is"},
		"a visitor": {t.Context(), own, "As it is"}, "who has laid it down": {church.WithOverlay(carrying, nil), own, "As it is"},
	} {
		if got := f.nameOf(test.ctx, t, test.id); got != test.want {
			t.Errorf("%s: the database says %q", name, got)
		}
		if snapshot, err := churches.ByID(test.ctx, test.id); err != nil || snapshot.Name != test.want {
			t.Errorf("%s: the snapshot says %q, %v", name, snapshot.Name, err)
		}
	}
	before, err := churches.ByID(carrying, own)
	again, errAgain := churches.ByID(carrying, own)
	if err != nil || errAgain != nil || before != again {
		t.Errorf("it is read twice: %v %v", err, errAgain)
	}
	if live := churches.snapshot(own); before.Epoch == live.Epoch || before.Epoch >= 0 {
		t.Errorf("answers that are remembered from epoch %d would count in it", before.Epoch)
	}
}

// Loads are shared, and outlive whoever began them: whatever their context carries, they must read the church as it is.
func TestAnOverlayNeverReachesWhatVisitorsShare(t *testing.T) {
	f := setup(t)
	own := f.subscriber("own", "starter_chat")
	f.exec("update premium_churches set custom_name = 'As it is'")
	churches := newStore(t, f.Pool, church.Config{}).listen()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			carrying := church.WithOverlay(t.Context(), f.renamed(own, "As it would be"))
			if snapshot, err := churches.BySlug(carrying, "own"); err != nil || snapshot.Name != "As it is" {
				t.Errorf("by its slug: %v, %v", snapshot, err)
			}
			if snapshot, err := churches.ByID(carrying, own); err != nil || snapshot.Name != "As it would be" {
				t.Errorf("by its id: %v, %v", snapshot, err)
			}
		})
		all.Go(func() {
			if snapshot, err := churches.ByID(t.Context(), own); err != nil || snapshot.Name != "As it is" {
				t.Errorf("a visitor: %v, %v", snapshot, err)
			}
		})
	}
	all.Wait()
}

func TestWhatIsWrittenInAnOverlayIsUndone(t *testing.T) {
	f := setup(t)
	own := f.subscriber("own", "starter_chat")
	ctx := church.WithOverlay(t.Context(), f.renamed(own, "As it would be"))
	failed := errors.New("changed my mind")
	for _, want := range []error{nil, failed} {
		err := church.InChurch(ctx, f.Pool, own, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "update premium_churches set custom_name = 'Written'")
			return errors.Join(err, want)
		})
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if got := f.nameOf(t.Context(), t, own); got != "" {
		t.Errorf("the church is called %q", got)
	}
}
