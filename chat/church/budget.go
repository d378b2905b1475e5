package church

import (
	"encoding/json"
	"math"
)

// maxDailyBudget is beyond what any church spends in a day, in US dollars: what is stored above it is a slip of the hand.
const maxDailyBudget = 100_000

// decodeBudget reads daily_budget_usd of chatbot_config. An amount that makes no sense leaves the platform's usual budget.
func decodeBudget(raw json.RawMessage, dropped *droppings) *int64 {
	const column = "chatbot_config"
	dollars, ok := numberOf(objectOf(raw, column, dropped)["daily_budget_usd"], column, dropped)
	if !ok {
		return nil
	}
	if math.IsNaN(dollars) || dollars < 0 || dollars > maxDailyBudget {
		dropped.note(column, "a daily budget that is negative or beyond all measure")
		return nil
	}
	micros := int64(math.Round(dollars * 1e6))
	return &micros
}
