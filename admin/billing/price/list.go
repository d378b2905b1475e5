package price

import "slices"

// Listed is one price as the payment provider keeps it.
type Listed struct {
	LookupKey string
	Product   string   // the plan's or the add-on's key
	Interval  Interval // empty: paid once
	Cents     int64
}

// List are all prices, of plans and add-ons.
func List() []Listed {
	var list []Listed
	for _, p := range All() {
		list = append(list, Listed{p.LookupKey(), string(p.Plan), p.Interval, p.Cents})
	}
	for _, a := range AddOns() {
		if a.Once {
			list = append(list, Listed{LookupKey: a.LookupKey(""), Product: a.Key, Cents: a.Cents})
			continue
		}
		for _, interval := range []Interval{Monthly, Yearly} {
			list = append(list, Listed{a.LookupKey(interval), a.Key, interval, a.At(interval)})
		}
	}
	return list
}

// Lookup is the price of a lookup key.
func Lookup(key string) (price Listed, ok bool) {
	list := List()
	at := slices.IndexFunc(list, func(p Listed) bool { return p.LookupKey == key })
	if at < 0 {
		return Listed{}, false
	}
	return list[at], true
}
