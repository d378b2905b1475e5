package turns

import (
	"context"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/guard"
	"narthex/chat/tier"
	"narthex/retrieval"
)

// newTiers returns the tiers in the order in which they are asked: the first with something to say answers.
func (s *Service) newTiers(parts Parts) tierList {
	thresholds := retrieval.ThresholdsFor(parts.Embedder.Name())
	answers := tier.NewCache(parts.Answers, parts.Embedder.Name(), parts.Churches, parts.Redis)
	author := &tier.Author{Model: parts.Model, Tools: parts.Tools, Remember: s.rememberIn(answers), OnPrompt: s.metrics.observePrompt, OnHit: s.metrics.countGuarded}
	var moderation chat.Tier
	if parts.Moderator != nil {
		moderation = tier.NewModeration(parts.Moderator, parts.Conduct, s.reportAndWatch)
	}
	doubtful, doubtfulAfterAll, doubts := s.newReviews(parts.Reader)
	cached, passage, full := chat.Step{Name: "2", Tier: answers}, chat.Step{Name: "3", Tier: tier.NewPassage(author, thresholds)}, chat.Step{Name: "4", Tier: tier.NewModel(author, thresholds)}
	return newTierList([]tierRow{
		// Who is in danger is answered before anything else, whatever is down: this asks nobody but this process.
		{"crisis", tier.NewCrisis(s.remembered, s.report), always},
		// What visitors answer to it is understood by code too, so that a number they leave is kept with every model down.
		{"aftercare", tier.NewAftercare(s.remembered, s.crisisBefore, s.report, s.reports.TellContact), always},
		// What the gate lets pass and is in doubt about a second reader looks at, where there is a model to read with, before
		// anything else is said to it. Two seconds are too long for all others, who pass at once.
		{"review", doubtful, inDoubt},
		// Who harasses people waits, but never for help: after the crisis gate, and not where a crisis was found before.
		{"conduct", tier.NewCooling(parts.Conduct, s.crisisRemembered), always},
		// What is asked about the assistant itself is answered before any tier that might answer it otherwise, a church's own texts
		// included: what somebody in danger dares to write rests on it. It takes nothing from the gate above, which has seen the
		// message, says nothing that is not so in every church, and is kept for nobody else. It asks nobody but this process.
		{"disclosure", tier.NewDisclosure(s.remembered, s.crisisRemembered), always},
		// A church's own switch: an agent that is off says so, before anything is said in its name.
		{"agent", tier.Agent{}, atOnce},
		// Stored facts are for anybody, those who harass included, and say nothing that the church has not written.
		{"0", tier.Facts{}, atOnce},
		// From here on answers are composed or looked up: first who harasses is told so, by rules of our own, ...
		{"conduct", tier.NewConduct(parts.Conduct), accepted},
		// ... then a moderation service, if there is one, sees what the rules let pass. It may find a crisis, too.
		{"moderation", moderation, accepted},
		// The church's own words for this question, then answers that were given to others: both are about the question alone, so
		// they leave alone what is personal or leans on the conversation.
		{"1", tier.NewFAQ(thresholds), accepted},
		{cached.Name, cached.Tier, accepted},
		// The crisis gate once more, with all that was said before, wherever that was: for the tiers below it is looked up in any
		// case, and no model speaks to somebody whose danger only the whole conversation shows.
		{"crisis", tier.NewCrisis(tier.Earlier, s.reportAndWatch), accepted},
		{"review", doubtfulAfterAll, accepted},
		// Behind the second gate, because a spent budget must not silence the answer to a crisis; before all that costs money.
		{"budget", tier.NewBudget(author, s.budget.left, s.metrics.budgetRefused.Inc), accepted},
		// The models, which must not be asked the same twice at a time. After waiting for another's answer the cache is asked again.
		{"generate", tier.NewSingleFlight(s.hub, s.newCascade(passage, full), s.newCascade(cached, passage, full), s.metrics.shared.Inc), accepted},
	}, s.newCascade, doubts)
}

func (s *Service) newCascade(steps ...chat.Step) *chat.Cascade {
	return chat.NewCascade(s.logger, func(tier string) { s.metrics.tierErrors.WithLabelValues(tier).Inc() }, steps...)
}

// rememberIn returns what keeps an answer for others who ask the same.
func (s *Service) rememberIn(answers *tier.Cache) func(context.Context, *chat.Turn, cache.Answer) {
	return func(ctx context.Context, turn *chat.Turn, answer cache.Answer) {
		defer turn.Stage("remember")()
		if err := answers.Remember(ctx, turn, answer); err != nil {
			s.logger.WarnContext(ctx, "an answer could not be cached", "church", turn.Church.ID, "turn", turn.ID, "error", err)
		}
	}
}

// countGuarded counts a sentence that was stopped before its visitor saw it.
func (m *metrics) countGuarded(turn *chat.Turn, hit *guard.Hit) {
	m.guarded.WithLabelValues(turn.Lens.Lens.Slug, string(hit.Kind)).Inc()
}
