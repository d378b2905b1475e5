// Package tier holds the tiers of the cascade: each answers a turn, or yields nothing so that the next one tries.
//
// Package order lists them in the order in which they are asked. Read first those that need no model: crisis.go, review.go (a second reader, which does need one), conduct.go, disclosure.go, agent.go, facts.go
// (tier 0), moderation.go, faq.go (tier 1), cache.go (tier 2). Then budget.go, which decides whether a model may be asked,
// package singleflight, which lets visitors who ask the same share one answer, and the two tiers that ask a model: passage.go
// (tier 3) and model.go (tier 4).
//
// What a model writes is a draft: author.go says what all drafts of a server share, draft.go runs one from request to done
// event, guard.go keeps from the visitor what must not be said, toolcalls.go makes the calls that the model asks for.
// prompt.go, terms.go, pointers.go, sources.go and package excerpt give a draft what it needs; package attribution says which
// sources an answer rests on. Package confirmed hears a yes to what tools have asked.
package tier
