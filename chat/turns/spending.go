package turns

import (
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
)

// Charge counts in a church's day what was spent for it beside its models, in millionths of a US dollar.
func (s *Service) Charge(snapshot *church.Snapshot, micros int64) { s.budget.Add(snapshot, micros) }

// Spending is for asking a model on a church's account beside its conversations: to read its website, for one. cost is told of what is
// asked and heard, and charge counts it in the church's day. ok is false when the church's models have cost today what they may.
func (s *Service) Spending(snapshot *church.Snapshot) (cost *chat.Cost, charge func(), ok bool) {
	cost = &chat.Cost{Prices: s.config.Prices}
	return cost, func() { s.budget.ChargeFor(snapshot, cost) }, s.budget.Left(snapshot) == tier.ForEverybody
}

// Trials is for trying a church's assistant out. Trials may cost as much in a day as its conversations, on an account of their own: an
// admin who tries much out takes no answer from a visitor. charge counts what one has cost, in millionths of a US dollar. ok is false when
// trials have cost today what they may; those under way may go beyond it.
func (s *Service) Trials(snapshot *church.Snapshot) (charge func(micros int64), ok bool) {
	return s.budget.Trials(snapshot)
}
