package learning

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/figures"
	"narthex/cache"
	"narthex/chat/church"
	"narthex/retrieval"
)

const (
	firstLook   = 180 * 24 * time.Hour // how far back a church's conversations are looked through at first
	overlap     = 24 * time.Hour       // what is stored late is found by looking back once more
	atOnce      = 1000                 // questions in one transaction
	embedAtOnce = 64
	embedLimit  = 30 * time.Second
	mostAnchors = 5000 // groups that new questions are compared with, the newest
)

// Gatherer looks through conversations for questions that were not answered well, and sorts them into groups.
type Gatherer struct {
	Pool     *pgxpool.Pool
	Churches *church.Store
	Embedder retrieval.Embedder
	// Embeddings may know a question's embedding from when it was asked. nil: every question is embedded anew.
	Embeddings *cache.Embeddings
	Logger     *slog.Logger
}

// embedded is a candidate with what it is compared by.
type embedded struct {
	candidate
	vector []float32
}

// Gather looks through a church's conversations. What it has done stays done when it is cut off.
func (g *Gatherer) Gather(ctx context.Context, churchID uuid.UUID) error {
	snapshot, err := g.Churches.ByID(ctx, churchID)
	if err != nil {
		return fmt.Errorf("gather questions: %w", err)
	}
	began := time.Now()
	since, err := g.begin(ctx, churchID, began)
	if err == nil {
		err = g.renewAnchors(ctx, snapshot)
	}
	for last, more := (candidate{}), true; more && err == nil; {
		last, more, err = g.step(ctx, snapshot, since, last)
	}
	if err == nil {
		err = g.end(ctx, churchID, began)
	}
	if err != nil {
		return fmt.Errorf("gather questions: %w", err)
	}
	return nil
}

// begin says from when on a church's conversations are to be looked through. What is nobody's business since it was gathered leaves.
func (g *Gatherer) begin(ctx context.Context, churchID uuid.UUID, now time.Time) (since time.Time, err error) {
	err = church.InChurch(ctx, g.Pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from open_questions q using conversations c
			where q.church_id = $1 and c.church_id = $1 and c.id = q.conversation_id and not (`+figures.Public+`)`, churchID)
		if err != nil {
			return err
		}
		err = tx.QueryRow(ctx, "select gathered_at from question_gatherings where church_id = $1", churchID).Scan(&since)
		if errors.Is(err, pgx.ErrNoRows) {
			since = now.Add(-firstLook)
			return nil
		}
		since = since.Add(-overlap)
		return err
	})
	return since, err
}

// step sorts the next candidates. more is false when there are none.
func (g *Gatherer) step(ctx context.Context, snapshot *church.Snapshot, since time.Time, after candidate) (last candidate, more bool, err error) {
	var found []candidate
	err = church.InChurch(ctx, g.Pool, snapshot.ID, func(tx pgx.Tx) error {
		found, err = candidates(ctx, tx, snapshot.ID, since, after, atOnce)
		return err
	})
	if err != nil || len(found) == 0 {
		return last, false, err
	}
	ready, err := g.embed(ctx, snapshot, found)
	if err != nil {
		return last, false, err
	}
	err = church.InChurch(ctx, g.Pool, snapshot.ID, func(tx pgx.Tx) error { return sortIn(ctx, tx, snapshot.ID, g.Embedder.Name(), ready) })
	return found[len(found)-1], len(found) == atOnce, err
}

// embed gives those of the candidates that may be shown what they are compared by: their words, without names and numbers. What cannot be
// embedded now is a candidate again next time.
func (g *Gatherer) embed(ctx context.Context, snapshot *church.Snapshot, found []candidate) (ready []embedded, err error) {
	var texts []string
	redactor, at := redactorOf(snapshot), make(map[string]int)
	vectors, missing := make(map[string][]float32), []string(nil)
	for _, c := range found {
		if !askable(c.Content, c.Opens) {
			continue
		}
		text := redactor.Read(c.Content).WithoutNames()
		if len(text) < shortestQuestion {
			continue
		}
		if _, seen := at[text]; !seen {
			at[text] = len(at)
			if vector := g.remembered(ctx, snapshot.ID, c.Content, text); vector != nil {
				vectors[text] = vector
			} else {
				missing = append(missing, text)
			}
		}
		texts, ready = append(texts, text), append(ready, embedded{candidate: c})
	}
	for start := 0; start < len(missing); start += embedAtOnce {
		batch := missing[start:min(start+embedAtOnce, len(missing))]
		made, err := g.embedBatch(ctx, batch)
		if err != nil {
			return nil, err
		}
		for i, vector := range made {
			vectors[batch[i]] = vector
		}
	}
	for i := range ready {
		ready[i].vector = vectors[texts[i]]
	}
	return ready, nil
}

// remembered is the embedding that a question got when it was asked, if it is compared word for word and still known.
func (g *Gatherer) remembered(ctx context.Context, churchID uuid.UUID, question, compared string) []float32 {
	if g.Embeddings == nil || cache.Normalise(question) != cache.Normalise(compared) {
		return nil
	}
	vector, _, err := g.Embeddings.Get(ctx, churchID, g.Embedder.Name(), question)
	if err != nil {
		return nil
	}
	return vector
}

// embedBatch embeds some texts, as many of them as can be.
func (g *Gatherer) embedBatch(ctx context.Context, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	vectors, err := g.Embedder.Embed(ctx, texts)
	if partial, ok := errors.AsType[*retrieval.PartialError](err); ok {
		g.Logger.WarnContext(ctx, "some questions are grouped later", "error", partial)
		return vectors, nil
	}
	if err != nil {
		return nil, fmt.Errorf("embed questions: %w", err)
	}
	return vectors, nil
}

// end notes that all was looked through, and compares the church's FAQs with the groups that have not seen them.
func (g *Gatherer) end(ctx context.Context, churchID uuid.UUID, began time.Time) error {
	return church.InChurch(ctx, g.Pool, churchID, func(tx pgx.Tx) error {
		if err := compareFAQs(ctx, tx, churchID, g.Embedder.Name()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into question_gatherings (church_id, gathered_at) values ($1, $2)
			on conflict (church_id) do update set gathered_at = greatest(question_gatherings.gathered_at, excluded.gathered_at)`, churchID, began)
		return err
	})
}
