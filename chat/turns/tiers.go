package turns

import (
	"context"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/degradation"
	"narthex/chat/guard"
	"narthex/chat/order"
	"narthex/chat/tier"
	"narthex/chat/tier/confirmed"
	"narthex/chat/tier/singleflight"
	"narthex/retrieval"
)

// newTiers returns the tiers with all that they do for visitors.
func (s *Service) newTiers(parts Parts) order.List {
	answers := tier.NewCache(parts.Answers, parts.Embedder.Name(), parts.Churches)
	author := &tier.Author{Model: parts.Model, Tools: parts.Tools, Remember: s.rememberIn(answers, parts.Shown), OnPrompt: s.metrics.observePrompt, OnHit: s.metrics.countGuarded}
	s.author, s.confirmed = author, confirmed.New(parts.Tools, author.Forbids)
	return order.New(order.Parts{
		Author:     author,
		Answers:    answers,
		Thresholds: retrieval.ThresholdsFor(parts.Embedder.Name()), Similar: parts.Churches.FAQSimilarities,
		Strikes: parts.Strikes, Moderator: parts.Moderator, Reader: parts.Reader,
		Remembered: s.remembered, Watched: s.crisisRemembered, CrisisBefore: s.crisisBefore, Allowance: s.budget.Left, MayRead: s.mayRead,
		Report: s.report, ReportAndWatch: s.reportAndWatch, TellContact: s.reports.TellContact, OnRefused: s.metrics.budgetRefused.Inc,
		Cascade: s.newCascade,
		Share: func(generate, retry *chat.Cascade) chat.Tier {
			return singleflight.New(s.hub, generate, retry, s.metrics.shared.Inc)
		},
	})
}

func (s *Service) newCascade(steps ...chat.Step) *chat.Cascade {
	for _, step := range steps {
		s.degraded.Expect(degradation.Tier(step.Name))
	}
	return chat.NewCascade(func(ctx context.Context, turn *chat.Turn, tier string, err error) {
		s.metrics.tierErrors.WithLabelValues(tier).Inc()
		s.degraded.Note(ctx, degradation.Tier(tier), err, "church", turn.Church.ID, "turn", turn.ID)
	}, steps...)
}

// rememberIn returns what keeps an answer for others who ask the same, with what people may be shown of the question.
func (s *Service) rememberIn(answers *tier.Cache, shown func(*church.Snapshot, string) string) func(context.Context, *chat.Turn, cache.Answer) {
	return func(ctx context.Context, turn *chat.Turn, answer cache.Answer) {
		defer turn.Stage("remember")()
		if shown != nil {
			answer.Question = shown(turn.Church, turn.Request.Message)
		}
		if err := answers.Remember(ctx, turn, answer); err != nil {
			s.degraded.Note(ctx, degradation.NotRemembered, err, "church", turn.Church.ID, "turn", turn.ID)
		}
	}
}

// countGuarded counts a sentence that was stopped before its visitor saw it.
func (m *metrics) countGuarded(turn *chat.Turn, hit *guard.Hit) {
	m.guarded.WithLabelValues(turn.Lens.Lens.Slug, string(hit.Kind)).Inc()
}
