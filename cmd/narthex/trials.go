package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/evaluate"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/retrieval"
)

// trialParts are what trials share with those who have them: a server, or a command.
type trialParts struct {
	models   modelConfig
	safety   safetyConfig
	costs    costConfig
	baseURL  string
	pool     *pgxpool.Pool
	redis    redis.UniversalClient
	churches *church.Store
	searcher *retrieval.Searcher
	logger   *slog.Logger
}

// openTrials returns what answers questions without effect. Whatever counts what it does is another than visitors have, and is
// registered nowhere: what is tried out must neither show in the metrics of visits nor have a visitor's model skipped.
func openTrials(ctx context.Context, p trialParts) (trials *evaluate.Evaluator, closeModel func(), err error) {
	unseen, quiet := prometheus.NewRegistry(), slog.New(slog.DiscardHandler) // what there is to say of the models was said
	embedder, err := p.models.openEmbedder(unseen, quiet)
	if err != nil {
		return nil, nil, err
	}
	answers, err := cache.NewAnswers(ctx, p.redis, cache.Config{ReadOnly: true, MinSimilarity: retrieval.ThresholdsFor(embedder.Name()).Cached, Logger: p.logger})
	if err != nil {
		return nil, nil, err
	}
	moderator, err := p.safety.openModerator(p.models, unseen, quiet)
	if err != nil {
		return nil, nil, err
	}
	prices, err := p.costs.prices()
	if err != nil {
		return nil, nil, err
	}
	// Nobody is told anything by a dry run: what stands here as its notifier is never asked.
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: p.pool, Notifier: notices{}}, tools.Config{Logger: p.logger, BaseURL: p.baseURL, OneForAll: p.models.APIKey == ""})
	if err != nil {
		return nil, nil, fmt.Errorf("set up the tools of trials: %w", err)
	}
	model, closeModel, err := p.models.openModelAt(0, unseen, quiet) // nobody watches it write
	if err != nil {
		return nil, nil, err
	}
	parts := evaluate.Parts{
		Churches: p.churches, Answers: answers, Embedder: embedder, Searcher: p.searcher.Unseen(),
		Model: model, Tools: registry, Moderator: moderator, Prices: prices, Now: time.Now, Logger: p.logger,
	}
	if p.models.APIKey != "" {
		parts.Reader = review.New(model, review.Config{Logger: p.logger})
	}
	return evaluate.New(parts), closeModel, nil
}

// tryOut answers a question of a church's own people without effect, on the church's account of trials. It fails with evaluate.ErrSpent
// once that is spent, whatever would answer.
func (s *server) tryOut(ctx context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
	snapshot, err := s.churches.ByID(church.WithOverlay(ctx, nil), q.ChurchID)
	if err != nil {
		return nil, err
	}
	charge, ok := s.chat.Trials(snapshot)
	if !ok {
		return nil, evaluate.ErrSpent
	}
	said, err := s.trials.Ask(ctx, q)
	if err == nil {
		charge(said.Spent())
	}
	return said, err
}
