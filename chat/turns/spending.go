package turns

import (
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
)

// Charge counts in a church's day what was spent for it beside its models, in millionths of a US dollar.
func (s *Service) Charge(snapshot *church.Snapshot, micros int64) { s.budget.add(snapshot, micros) }

// Spending is for asking a model on a church's account beside its conversations: to read its website, for one. cost is told of what is
// asked and heard, and charge counts it in the church's day. ok is false when the church's models have cost today what they may.
func (s *Service) Spending(snapshot *church.Snapshot) (cost *chat.Cost, charge func(), ok bool) {
	cost = &chat.Cost{Prices: s.config.Prices}
	return cost, func() { s.budget.chargeFor(snapshot, cost) }, s.budget.left(snapshot) == tier.ForEverybody
}
