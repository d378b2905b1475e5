package turns

import (
	"github.com/google/uuid"

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

// trialsAtLeast is $1, in millionths: a church whose visitors are to cost nothing may still see what a model would say.
const trialsAtLeast = 1_000_000

// Trials is for trying a church's assistant out. Trials may cost as much in a day as its conversations, on an account of their own: an
// admin who tries much out takes no answer from a visitor. charge counts what one has cost, in millionths of a US dollar. ok is false when
// trials have cost today what they may; those under way may go beyond it.
func (s *Service) Trials(snapshot *church.Snapshot) (charge func(micros int64), ok bool) {
	b, account := s.budget, uuid.NewSHA1(snapshot.ID, []byte("trials"))
	charge = func(micros int64) {
		b.metrics.trialCost.Add(float64(micros) / 1e6)
		b.spending.Add(account, b.day(snapshot), micros)
	}
	limit, limited := b.limit(snapshot)
	return charge, !limited || b.spending.Spent(account, b.day(snapshot)) < max(limit, trialsAtLeast)
}
