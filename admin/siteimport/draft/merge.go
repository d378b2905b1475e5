package draft

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/words"
)

// mostOf is how many drafts of a group are shown: what is more is not looked at line by line.
var mostOf = map[Group]int{Times: 40, Contact: 8, People: 60, Ministries: 60, Expect: 6, Giving: 1, FAQs: 60}

// Merge makes one list of what all pages say: of those that say the same, the one that is trusted most and from the page that is most
// about it. It is in the order of the screen.
func Merge(all []Draft) []Draft {
	best := make(map[string]Draft)
	var order []string
	for _, d := range all {
		key := d.key()
		if key == "" {
			continue
		}
		had, known := best[key]
		if !known {
			order = append(order, key)
		}
		switch {
		case !known || better(d, had):
			best[key] = d.with(had)
		default:
			best[key] = had.with(d)
		}
	}
	merged := make([]Draft, 0, len(order))
	counts := make(map[Group]int)
	for _, g := range Groups() {
		var of []Draft
		for _, key := range order {
			if best[key].Group == g {
				of = append(of, best[key])
			}
		}
		if g == Times {
			of = onePageEach(of)
		}
		arrange(g, of)
		for _, d := range of {
			if g == FAQs && alreadySaid(merged, d) {
				continue
			}
			if counts[g]++; counts[g] <= mostOf[g] {
				merged = append(merged, d)
			}
		}
	}
	return merged
}

// onePageEach leaves of what is said of one time what one page says of it: others say the same in other words.
func onePageEach(of []Draft) (kept []Draft) {
	at := func(d Draft) [2]int { return [2]int{dayOf(d), startOf(d)} }
	said := func(d Draft) bool { return church.ParseSlots(d.Values["line"])[0].Label != "" }
	best := make(map[[2]int]Draft)
	for _, d := range of {
		had, known := best[at(d)]
		if !known || said(d) && !said(had) || said(d) == said(had) && d.Weight > had.Weight {
			best[at(d)] = d
		}
	}
	for _, d := range of {
		if chosen := best[at(d)]; d.URL == chosen.URL && said(d) == said(chosen) {
			kept = append(kept, d)
		}
	}
	return kept
}

// fieldsInOrder are those of Contact and Expect, in the order of the screen.
var fieldsInOrder = []string{
	"address", "city", "state", "postal_code", "phone", "notification_email",
	"dress_code", "parking", "children", "first_visit", "music_style", "service_length",
}

// key is the same for drafts of which one is wanted.
func (d Draft) key() string {
	v := func(name string) string { return words.Fold(d.Values[name]) }
	name := ""
	switch d.Group {
	case Times:
		slots := church.ParseSlots(d.Values["line"])
		if len(slots) == 0 {
			return ""
		}
		name = v("day") + " " + clock{}.at(slots[0].Clock()) + " " + words.Fold(slots[0].Label)
	case Contact, Expect:
		name = v("field")
	case People, Ministries:
		name = nameKey(v("name"))
	case Giving:
		name = "giving"
	case FAQs:
		name = strings.Trim(v("question"), "¿?! .")
	}
	if name == "" {
		return ""
	}
	return string(d.Group) + " " + name
}

// nameKey leaves out of a name in small letters what is written before it or not.
func nameKey(name string) string {
	for honorific.MatchString(name) {
		name = honorific.ReplaceAllString(name, "")
	}
	return name
}

func better(a, b Draft) bool {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Weight, b.Weight), cmp.Compare(len(a.Values), len(b.Values))) > 0
}

// with has in the places of a draft that are empty what another says of the same.
func (d Draft) with(other Draft) Draft {
	if d.Group != People && d.Group != Ministries {
		return d
	}
	d.Values = maps.Clone(d.Values)
	for name, value := range other.Values {
		if d.Values[name] == "" {
			d.Values[name] = value
		}
	}
	return d
}

// arrange puts drafts in an order to read them in; of a time without words, what is there with words is enough.
func arrange(g Group, of []Draft) {
	switch g {
	case Times:
		slices.SortStableFunc(of, func(a, b Draft) int {
			return cmp.Or(cmp.Compare(dayOf(a), dayOf(b)), cmp.Compare(startOf(a), startOf(b)))
		})
	case Contact, Expect:
		slices.SortStableFunc(of, func(a, b Draft) int {
			return slices.Index(fieldsInOrder, a.Values["field"]) - slices.Index(fieldsInOrder, b.Values["field"])
		})
	case FAQs:
		slices.SortStableFunc(of, func(a, b Draft) int { return b.Weight - a.Weight })
	}
}

func dayOf(d Draft) int {
	day, _ := church.ParseWeekday(d.Values["day"])
	return int(day)
}

func startOf(d Draft) int {
	if slots := church.ParseSlots(d.Values["line"]); len(slots) > 0 {
		return slots[0].Start
	}
	return church.Untimed
}

// alreadySaid reports whether an answer is what visitors are told to expect.
func alreadySaid(merged []Draft, faq Draft) bool {
	return slices.ContainsFunc(merged, func(d Draft) bool {
		return d.Group == Expect && strings.HasPrefix(words.Fold(faq.Values["answer"]), strings.TrimRight(words.Fold(d.Values["text"]), "…"))
	})
}

// SameName reports whether two names are of the same: written in other letters, or with a title before it.
func SameName(a, b string) bool {
	return nameKey(words.Fold(a)) == nameKey(words.Fold(b))
}
