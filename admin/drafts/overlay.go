package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/static/web"
)

// Drafts are those of all churches.
type Drafts struct {
	pool     *pgxpool.Pool
	embedder string
}

// New returns them. Embedder is the name of the one in use.
func New(pool *pgxpool.Pool, embedder string) *Drafts { return &Drafts{pool, embedder} }

// Within returns a context in which a church is as its draft would have it, to be looked at. Without a draft, what is done with it fails.
func (d *Drafts) Within(ctx context.Context, churchID uuid.UUID) context.Context {
	return church.WithOverlay(ctx, &church.Overlay{ChurchID: churchID, In: func(ctx context.Context, fn func(pgx.Tx) error) error {
		return d.in(ctx, churchID, nil, fn)
	}})
}

// Working is Within for an admin who changes the draft: what is written is noted in it. What is refused is said in a language.
func (d *Drafts) Working(ctx context.Context, a access.Admin, language *web.Language) context.Context {
	return church.WithOverlay(ctx, &church.Overlay{ChurchID: a.ChurchID, In: func(ctx context.Context, fn func(pgx.Tx) error) error {
		err := d.in(ctx, a.ChurchID, &a, fn)
		if codeOf(err) != "" {
			return refusal(language, err)
		}
		return err
	}})
}

// errUndo has a transaction rolled back that did what it was to do.
var errUndo = errors.New("what is done in a draft is undone")

// attempts are how often a draft gets out of the way of somebody who changes the church at the same time.
const attempts = 5

// in runs fn in the church as the draft would have it. Who is nil where nothing is to be noted. Fn runs once: it is only waited for others
// before.
func (d *Drafts) in(ctx context.Context, churchID uuid.UUID, who *access.Admin, fn func(pgx.Tx) error) (err error) {
	begun := false
	for range attempts {
		var noted []Change
		err = d.enter(ctx, churchID, func(tx pgx.Tx, changes []Change) error {
			if noted, err = d.look(ctx, tx, churchID, who, changes, func(tx pgx.Tx) error { begun = true; return fn(tx) }); err != nil {
				return err
			}
			if len(noted) == 0 {
				return errUndo
			}
			return keep(ctx, tx, churchID, noted)
		})
		if errors.Is(err, errUndo) {
			return nil
		}
		if begun || !inTheWay(err) {
			return err
		}
	}
	return err
}

// enter begins a transaction in a church that others do not work on, with the changes of its draft, which are locked with all that they
// change: in the order of the handlers, and before anything is written, so that nobody waits for each other.
func (d *Drafts) enter(ctx context.Context, churchID uuid.UUID, fn func(pgx.Tx, []Change) error) error {
	return church.InChurch(church.WithOverlay(ctx, nil), d.pool, churchID, func(tx pgx.Tx) error {
		// Shorter than Postgres waits before it looks for those who wait for each other, and sends one of them away: that is to be us.
		if _, err := tx.Exec(ctx, "set local lock_timeout = '700ms'"); err != nil {
			return err
		}
		if _, err := find(ctx, tx, churchID, true); err != nil {
			return err
		}
		changes, err := changesOf(ctx, tx, churchID, true)
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue("select from premium_churches where church_id = $1 for update", churchID)
		batch.Queue("select from church_voice_agents where church_id = $1 for update", churchID)
		batch.Queue("select from organization_settings where organization_id = $1 for update", churchID)
		batch.Queue("select pg_advisory_xact_lock(hashtextextended('lens of ' || $1::text, 0))", churchID) // as package teaching does
		batch.Queue("select pg_advisory_xact_lock(hashtextextended('faqs ' || $1::text, 0))", churchID)    // as package faqs does
		batch.Queue("select from unified_rag_content where organization_id = $1 and id = any($2) order by id for update", churchID, faqsOf(changes))
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		return fn(tx, changes)
	})
}

// inTheWay reports whether somebody else was changing the same.
func inTheWay(err error) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failed.Code == "55P03" || failed.Code == "40P01") // lock_not_available, deadlock_detected
}

// look makes the changes, runs fn, undoes everything, and returns what fn changed beside.
func (d *Drafts) look(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, who *access.Admin, changes []Change, fn func(pgx.Tx) error) (noted []Change, err error) {
	held, err := readRows(ctx, tx, churchID)
	if err != nil {
		return nil, err
	}
	inner, err := tx.Begin(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.apply(ctx, inner, churchID, held, changes); err != nil {
		return nil, err
	}
	if who == nil {
		if err := fn(inner); err != nil {
			return nil, err
		}
		return nil, inner.Rollback(ctx)
	}
	found, err := watch(ctx, inner, churchID, fn)
	if err != nil {
		return nil, err
	}
	if err := inner.Rollback(ctx); err != nil {
		return nil, err
	}
	return d.note(ctx, tx, *who, held, changes, found)
}

// apply makes changes in a church that is as held says.
func (d *Drafts) apply(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, held rows, changes []Change) error {
	if err := writeRows(ctx, tx, churchID, held, changes); err != nil {
		return err
	}
	return writeFAQs(ctx, tx, churchID, d.embedder, changes)
}

// seen is what a handler has changed in a draft.
type seen struct {
	before, after map[place]json.RawMessage
	faqs          map[uuid.UUID]storedFAQ // those that it wrote; what it deleted is not among them
	written       []uuid.UUID             // both
	entries       []entry
}

// entry is what the handler noted in the audit log.
type entry struct {
	What   string
	Detail map[string]string
}

// watch runs fn and sees what it changes. What cannot be drafted must not change.
func watch(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, fn func(pgx.Tx) error) (s seen, err error) {
	if err := addVoice(ctx, tx, churchID); err != nil { // that a handler may add it is no change
		return s, err
	}
	before, err := readRows(ctx, tx, churchID)
	if err != nil {
		return s, err
	}
	marked, err := readMarks(ctx, tx, churchID)
	if err != nil {
		return s, err
	}
	// In a transaction of its own, whose mark is another than that of what the draft has written.
	if err := pgx.BeginFunc(ctx, tx, fn); err != nil {
		return s, err
	}
	after, err := readRows(ctx, tx, churchID)
	if err != nil {
		return s, err
	}
	if !before.rest().equal(after.rest()) {
		return s, errNotHere
	}
	s.before, s.after = before.values(churchID), after.values(churchID)
	now, err := readMarks(ctx, tx, churchID)
	if err != nil {
		return s, err
	}
	s.written = now.since(marked)
	if s.faqs, err = readFAQs(ctx, tx, churchID, s.written); err != nil {
		return s, err
	}
	found, err := tx.Query(ctx, "select what, detail from audit_log where church_id = $1 and happened_at = now() order by id", churchID)
	if err != nil {
		return s, err
	}
	s.entries, err = pgx.CollectRows(found, pgx.RowToStructByName[entry])
	return s, err
}

// note makes changes of what a handler has changed, given the church as it is held without the draft, whose changes so far are known.
func (d *Drafts) note(ctx context.Context, tx pgx.Tx, who access.Admin, held rows, known []Change, s seen) (noted []Change, err error) {
	changes := make(map[place]Change)
	for _, c := range known {
		changes[c.place()] = c
	}
	live := held.values(who.ChurchID)
	written, err := readFAQs(ctx, tx, who.ChurchID, s.written)
	if err != nil {
		return nil, err
	}
	at := func(p place, before, after json.RawMessage, v vectors) Change {
		c, there := changes[p]
		if !there {
			c = Change{Target: p.target, RowID: p.row, Field: p.field, Before: before}
		}
		c.After, c.vectors, c.Who = after, v, who.Email
		return c
	}
	for p := range union(s.before, s.after) {
		if !same(s.before[p], s.after[p]) {
			c := at(p, live[p], s.after[p], vectors{})
			c.What, c.Detail = s.wordsFor(p)
			noted = append(noted, c)
		}
	}
	for _, id := range s.written {
		c := at(place{faqTarget, id, ""}, written[id].Value, s.faqs[id].Value, s.faqs[id].vectors)
		if c.Before != nil || c.After != nil || changes[c.place()].ID != uuid.Nil {
			c.What, c.Detail = wordsOf(c.Before, c.After)
			noted = append(noted, c)
		}
	}
	return noted, nil
}

// union are the places of both.
func union(a, b map[place]json.RawMessage) map[place]json.RawMessage {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// wordsFor is what the handler said that it did to a place.
func (s seen) wordsFor(p place) (what string, detail map[string]string) {
	if len(s.entries) == 0 {
		return "changed." + p.field, map[string]string{}
	}
	chosen := s.entries[0]
	if i := slices.IndexFunc(s.entries, func(e entry) bool { return e.What == "changed."+p.field }); i >= 0 {
		chosen = s.entries[i]
	}
	return chosen.What, chosen.Detail
}
