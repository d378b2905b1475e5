package articles

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"narthex/retrieval"
)

const (
	// embeddedAtOnce is how many articles the embedder is sent at a time.
	embeddedAtOnce = 32
	// mostEmbedded is how much of an article's text is embedded, in characters: the embedders take some thousand words, and what an
	// article is about is said before them.
	mostEmbedded = 5000
	longestError = 500 // characters
)

// embeddable is an article as it was read to be embedded.
type embeddable struct {
	ID        uuid.UUID
	Title     string
	Excerpt   string
	Tags      []byte
	Content   string
	UpdatedAt time.Time
}

func (e embeddable) text() string {
	about := e.Title
	for _, part := range []string{e.Excerpt, strings.Join(readTags(e.Tags), ", ")} {
		if part != "" {
			about += "\n" + part
		}
	}
	return about + "\n\n" + shorten(Text(e.Content), mostEmbedded)
}

// EmbedPending embeds the articles that have no vector of what they say now, drafts included, and counts them. One that fails is left
// for later: for half a minute at first, then twice as long each time, up to an hour.
func (s *Store) EmbedPending(ctx context.Context, embedder retrieval.Embedder) (embedded, failed int, err error) {
	for {
		found, err := s.embeddables(ctx, `e.outdated and embedding_due(e.attempts, e.tried_at) order by e.attempts, e.article_id limit $1`)
		if err != nil || len(found) == 0 {
			return embedded, failed, err
		}
		good, bad, err := s.embed(ctx, embedder, found)
		embedded, failed = embedded+good, failed+bad
		if err != nil {
			return embedded, failed, err
		}
	}
}

// Reembed embeds the articles whose vectors another embedder has made, and those that wait for one. What fails keeps the vector that it
// has, and is counted.
func (s *Store) Reembed(ctx context.Context, embedder retrieval.Embedder) (embedded, failed int, err error) {
	last := uuid.Nil
	for {
		found, err := s.embeddables(ctx, `e.article_id > $2 and (e.outdated or e.embedder is distinct from $3) order by e.article_id limit $1`, last, embedder.Name())
		if err != nil || len(found) == 0 {
			return embedded, failed, err
		}
		good, bad, err := s.embed(ctx, embedder, found)
		embedded, failed = embedded+good, failed+bad
		if err != nil {
			return embedded, failed, err
		}
		last = found[len(found)-1].ID
	}
}

func (s *Store) embeddables(ctx context.Context, condition string, arguments ...any) ([]embeddable, error) {
	rows, err := s.Pool.Query(ctx, `
		select a.id, a.title, coalesce(a.excerpt, ''), a.tags, a.content, a.updated_at
		from article_embeddings e join articles a on a.id = e.article_id
		where `+condition, append([]any{embeddedAtOnce}, arguments...)...)
	if err != nil {
		return nil, fmt.Errorf("look for articles to be embedded: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[embeddable])
	if err != nil {
		return nil, fmt.Errorf("look for articles to be embedded: %w", err)
	}
	return found, nil
}

// embed embeds some articles and stores what came of each. An error means that none could be embedded; that is counted against all.
func (s *Store) embed(ctx context.Context, embedder retrieval.Embedder, list []embeddable) (embedded, failed int, err error) {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = one.text()
	}
	vectors, embedErr := embedder.Embed(ctx, texts)
	if ctx.Err() != nil {
		return 0, 0, context.Cause(ctx)
	}
	batch := new(pgx.Batch)
	for i, one := range list {
		if i < len(vectors) && vectors[i] != nil {
			embedded++
			queueVector(batch, one, vectors[i], embedder.Name())
			continue
		}
		failed++
		batch.Queue(`update article_embeddings set attempts = attempts + 1, tried_at = now(), error = $2 where article_id = $1`,
			one.ID, shorten(strings.ToValidUTF8(strings.ReplaceAll(reasonOf(i, embedErr).Error(), "\x00", ""), ""), longestError))
	}
	if err := s.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return 0, 0, errors.Join(fmt.Errorf("store embeddings of articles: %w", err), embedErr)
	}
	if _, partial := errors.AsType[*retrieval.PartialError](embedErr); embedErr != nil && !partial {
		return 0, failed, fmt.Errorf("embed %d articles: %w", len(list), embedErr)
	}
	return embedded, failed, nil
}

// queueVector stores a vector unless its article was changed since it was read; then the article waits for another one. That an edit
// which is about to be committed is waited for keeps a vector of the text before from counting as one of the text after.
func queueVector(batch *pgx.Batch, of embeddable, vector []float32, embedder string) {
	batch.Queue(`
		with same as (select id from articles where id = $1 and updated_at = $2 for share)
		update article_embeddings e set embedding = $3::text::vector, embedder = $4, outdated = false, attempts = 0, error = null
		from same where e.article_id = same.id`, of.ID, of.UpdatedAt, pgvector.NewVector(vector).String(), embedder)
}

func reasonOf(i int, err error) error {
	if partial, ok := errors.AsType[*retrieval.PartialError](err); ok && partial.Errs[i] != nil {
		return partial.Errs[i]
	}
	if err != nil {
		return err
	}
	return retrieval.ErrBadEmbedding
}
