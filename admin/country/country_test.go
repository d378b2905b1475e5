package country_test

import (
	"slices"
	"testing"

	"narthex/admin/country"
)

func TestCountriesAreNamedInALanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]country.Country{"en": {"DE", "Germany"}, "es": {"DE", "Alemania"}, "xx": {"DE", "Germany"}} {
		all := country.In(language)
		if !slices.Contains(all, want) || len(all) != 250 || slices.ContainsFunc(all, func(c country.Country) bool { return c.Name == "" }) {
			t.Errorf("%s: %d countries from %v", language, len(all), all[0])
		}
	}
	for code, is := range map[string]bool{"US": true, "MX": true, "us": false, "XX": false, "UK": false, "SU": false, "EZ": false, "UN": false, "": false, "150": false} {
		if country.Is(code) != is {
			t.Errorf("%q is a country: %v", code, !is)
		}
	}
	for text, want := range map[string]string{"UK": "GB", " uk": "GB", "el": "GR", "us": "US", "PR": "PR", "England": "ENGLAND", "": ""} {
		if got := country.Code(text); got != want {
			t.Errorf("%q is meant for %q, want %q", text, got, want)
		}
	}
}
