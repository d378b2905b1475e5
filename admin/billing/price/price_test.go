package price_test

import (
	"testing"

	"narthex/admin/billing/price"
	"narthex/chat/church"
)

func TestEveryPlanHasThePriceOfTheList(t *testing.T) {
	want := map[church.Plan]int64{
		"starter_chat": 1495, "starter_voice": 3995, "starter_both": 4995, "pro_chat": 3495, "pro_voice": 6995,
		"pro_both": 7995, "suite_chat": 5995, "suite_both": 9995,
	}
	for plan, cents := range want {
		if _, ok := church.ParsePlan(string(plan)); !ok {
			t.Errorf("there is no plan %s", plan)
		}
		got, ok := price.Of(plan, price.Monthly)
		if !ok || got.Cents != cents {
			t.Errorf("%s costs %d cents a month, want %d", plan, got.Cents, cents)
		}
	}
	if got := len(price.All()); got != 8+3 {
		t.Errorf("%d prices, want those of 8 plans a month and of 3 a year", got)
	}
}

func TestAYearIsSoldForChatAloneAndCostsTenMonths(t *testing.T) {
	for _, p := range price.All() {
		yearly, ok := price.Of(p.Plan, price.Yearly)
		chat := p.Plan.Channel() == church.ChatChannel
		if ok != chat {
			t.Errorf("%s by the year: %v, want %v", p.Plan, ok, chat)
		}
		if p.Interval == price.Monthly && ok && yearly.Cents != 10*p.Cents {
			t.Errorf("%s costs %d cents a year, want ten months' %d", p.Plan, yearly.Cents, p.Cents)
		}
		if trial := price.Trial(p.Plan); (trial == 14) != chat || !chat && trial != 0 {
			t.Errorf("%s is tried for %d days", p.Plan, trial)
		}
	}
}

func TestEveryPriceHasAKeyOfItsOwn(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range price.List() {
		if seen[p.LookupKey] {
			t.Errorf("two prices have the key %s", p.LookupKey)
		}
		seen[p.LookupKey] = true
		if found, ok := price.Lookup(p.LookupKey); !ok || found != p {
			t.Errorf("%s: %+v", p.LookupKey, found)
		}
	}
	if len(seen) != 8+3+2*2+1 {
		t.Errorf("%d prices", len(seen))
	}
	if _, ok := price.Lookup("gold_month"); ok {
		t.Error("gold_month has a price")
	}
}
