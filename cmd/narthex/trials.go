package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/cache"
	"narthex/chat/crisis/review"
	"narthex/chat/evaluate"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/retrieval"
)

// openTrials returns what answers questions without effect. Whatever counts what it does is another than visitors have, and is
// registered nowhere: what is tried out must neither show in the metrics of visits nor have a visitor's model skipped.
func (s *server) openTrials(ctx context.Context) (*evaluate.Evaluator, error) {
	unseen, quiet := prometheus.NewRegistry(), slog.New(slog.DiscardHandler) // what there is to say of the models was said
	embedder, err := s.config.openEmbedder(unseen, quiet)
	if err != nil {
		return nil, err
	}
	model, closeModel, err := s.config.openModel(unseen, quiet)
	if err != nil {
		return nil, err
	}
	s.closeTrials = closeModel
	answers, err := cache.NewAnswers(ctx, s.redis, cache.Config{ReadOnly: true, MinSimilarity: retrieval.ThresholdsFor(embedder.Name()).Cached, Logger: s.logger})
	if err != nil {
		return nil, err
	}
	moderator, err := s.config.openModerator(s.config.modelConfig, unseen, quiet)
	if err != nil {
		return nil, err
	}
	prices, err := s.config.prices()
	if err != nil {
		return nil, err
	}
	// Nobody is told anything by a dry run: what stands here as its notifier is never asked.
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: s.pool, Notifier: notices{s.notices}}, tools.Config{Logger: s.logger, BaseURL: s.config.BaseURL})
	if err != nil {
		return nil, fmt.Errorf("set up the tools of trials: %w", err)
	}
	parts := evaluate.Parts{
		Churches: s.churches, Redis: s.redis, Answers: answers, Embedder: embedder, Searcher: retrieval.NewSearcher(s.pool, retrieval.SearcherConfig{}),
		Model: model, Tools: registry, Moderator: moderator, Prices: prices, Now: time.Now, Logger: s.logger,
	}
	if s.config.APIKey != "" {
		parts.Reader = review.New(model, review.Config{Logger: s.logger})
	}
	return evaluate.New(parts), nil
}
