// Package tier holds the tiers of the cascade: each answers a turn, or yields nothing so that the next one tries.
//
// Package order lists them in the order in which they are asked. Read first those that need no model:
//
//   - crisis.go: somebody may be in danger
//   - review.go: a second reader, which does need a model, for what the crisis gate is in doubt about
//   - aftercare.go: after a crisis
//   - accusation.go: for who accuses somebody that serves at the church
//   - conduct.go: harassment
//   - disclosure.go: questions about the assistant itself
//   - agent.go: agents that are switched off
//   - facts.go: tier 0, stored facts
//   - moderation.go: a moderation service
//   - faq.go and nearest.go: tier 1, the church's own answers
//   - cache.go: tier 2, answers that were given before
//   - answer.go: what answers that stand ready have in common
//
// Then those that ask a model:
//
//   - budget.go: may a model be asked?
//   - singleflight (a package): visitors who ask the same at the same time share one answer
//   - passage.go: tier 3
//   - model.go: tier 4
//
// What a model writes is a draft:
//
//   - author.go: what all drafts of a server share
//   - draft.go: one draft, from request to done event
//   - guard.go: keeps from the visitor what must not be said
//   - toolcalls.go: the calls that the model asks for; package confirmed hears a yes to what tools have asked
//   - prompt.go, terms.go, pointers.go, sources.go and package excerpt: what a draft needs
//   - chat/attribution (a package): which sources an answer rests on
package tier
