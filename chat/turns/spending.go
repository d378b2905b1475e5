package turns

import (
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
)

// Charge adds to what a church has spent today, in millionths of a US dollar, what was spent for it on other things than models.
func (s *Service) Charge(snapshot *church.Snapshot, micros int64) { s.budget.Add(snapshot, micros) }

// Spending is for asking a model on a church's account outside of conversations, for example to read its website. cost prices what is asked
// and answered, and charge adds it to what the church has spent today. ok is false when the church has spent its budget for today.
func (s *Service) Spending(snapshot *church.Snapshot) (cost *chat.Cost, charge func(), ok bool) {
	cost = &chat.Cost{Prices: s.config.Prices}
	return cost, func() { s.budget.ChargeFor(snapshot, cost) }, s.budget.Left(snapshot) == tier.ForEverybody
}

// Trials is for trying a church's assistant out. Trials have a daily budget of their own, as large as that of conversations, so that an
// admin who tries much out takes no answer from a visitor. charge adds what a trial has cost, in millionths of a US dollar. ok is false
// when that budget is spent; trials under way may go beyond it.
func (s *Service) Trials(snapshot *church.Snapshot) (charge func(micros int64), ok bool) {
	return s.budget.Trials(snapshot)
}
