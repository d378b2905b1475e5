// Package country is which countries there are, and what they are called: for the form of a sign-up and for the settings.
package country

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Country is one by its code (ISO 3166-1 alpha-2), with its name in some language.
type Country struct{ Code, Name string }

// codes are those of all countries: without old ones, which have no name any more, and without what is no country but has a code, as the
// Eurozone, which has no number of the United Nations (M49).
var codes = sync.OnceValue(func() (all []string) {
	names := display.English.Regions()
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string([]rune{a, b})
			region, err := language.ParseRegion(code)
			if err == nil && region.IsCountry() && region.M49() != 0 && names.Name(region) != "" && region.String() == code && region.Canonicalize() == region {
				all = append(all, code)
			}
		}
	}
	return all
})

// Is reports whether a code is a country's.
func Is(code string) bool { return slices.Contains(codes(), code) }

// written are codes that are none of ISO 3166-1, but reserved there because they are written for those of the country.
var written = map[string]string{"UK": "GB", "EL": "GR"}

// Code is the code that is meant by one, as somebody wrote it: whom to call in danger depends on it.
func Code(text string) string {
	code := strings.ToUpper(strings.TrimSpace(text))
	return cmp.Or(written[code], code)
}

// In are all countries, in the order of their names in a language, or in English where they have no names in it.
func In(code string) []Country {
	tag := language.Make(code)
	names := display.Regions(tag)
	if names == nil {
		names = display.English.Regions()
	}
	all := make([]Country, 0, len(codes()))
	for _, of := range codes() {
		all = append(all, Country{of, names.Name(language.MustParseRegion(of))})
	}
	order := collate.New(tag)
	slices.SortFunc(all, func(x, y Country) int { return order.CompareString(x.Name, y.Name) })
	return all
}
