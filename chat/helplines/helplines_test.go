package helplines

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/language"
)

// check reports what a page lacks.
func (p page) check(t *testing.T, of string) {
	t.Helper()
	for _, address := range []string{p.Source, p.Also} {
		if at, err := url.Parse(address); err != nil || at.Host == "" && (address == p.Source) {
			t.Errorf("%s: the source is %q", of, address)
		}
	}
	if p.Also != "" && host(p.Also) == host(p.Source) && p.Also == p.Source {
		t.Errorf("%s: one page is no two", of)
	}
	date, layout := p.Dated, time.DateOnly
	if date == "" {
		date = p.Read
	}
	if len(date) == len("2006-01") {
		layout = "2006-01"
	}
	if _, err := time.Parse(layout, date); err != nil || p.Dated != "" && p.Read != "" {
		t.Errorf("%s: dated %q, read %q", of, p.Dated, p.Read)
	}
}

func host(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(at.Host, "www.")
}

func TestEveryNumberHasAPageAndADate(t *testing.T) {
	for country, lines := range read[map[string]sourced](countriesFile) {
		for kind, line := range lines {
			line.check(t, country+", "+kind)
			if line.Number == "" || kind != "danger" && kind != "ambulance" && line.Name == "" {
				t.Errorf("%s, %s: %+v", country, kind, line)
			}
			switch kind {
			case "danger", "ambulance", "crisis", "abuse", "survivors", "child", "aboutChildren":
			default:
				t.Errorf("%s: nobody reads %s", country, kind)
			}
		}
	}
}

// Who calls it may die: one newspaper that mistook a digit is not enough. The texts say that it is answered day and night.
func TestEveryLineToTalkToIsSaidByTwoPagesOrItsOwnAndAnsweredAtNight(t *testing.T) {
	for country, lines := range read[map[string]sourced](countriesFile) {
		crisis, known := lines["crisis"]
		if known && !crisis.Official && (crisis.Also == "" || host(crisis.Also) == host(crisis.Source)) {
			t.Errorf("%s: only %s says so", country, crisis.Source)
		}
		if crisis.Hours {
			t.Errorf("%s: nobody answers at night", country)
		}
	}
}

// dialled are numbers as they are written: digits in groups. Of one that begins with a star the star would be taken for emphasis where
// it stands in bold, and what is left is another number.
var dialled = regexp.MustCompile(`^\d+(?:[ -]\d+)*$`)

// unlisted are short numbers that libphonenumber's lists of those in use lack, most because they are newer. Each was read on its pages
// once more, digit by digit, before it was put here.
var unlisted = strings.Split("BR 188,CL 1455,CO 141,CO 155,DE 116 016,GH 112,HN 114,HN 911,HT 116,IN 14416,KR 109,MM 192,NG 112,NL 113,PA 147,PE 100,PE 106,"+
	"PT 1411,TW 1925,UG 116,ZA 116,ZM 116,ZM 933", ",")

func TestEveryNumberMayBeDialledInItsCountry(t *testing.T) {
	for country, lines := range read[map[string]sourced](countriesFile) {
		if country == "EU" {
			continue
		}
		for kind, line := range lines {
			of := country + ", " + kind
			if !dialled.MatchString(line.Number) {
				t.Errorf("%s: %q is no number", of, line.Number)
				continue
			}
			parsed, err := phonenumbers.Parse(line.Number, country)
			if err != nil {
				t.Errorf("%s: %q: %v", of, line.Number, err)
				continue
			}
			usual := phonenumbers.IsValidNumberForRegion(parsed, country) || phonenumbers.IsValidShortNumberForRegion(parsed, country)
			if listed := !slices.Contains(unlisted, country+" "+line.Number); usual != listed {
				t.Errorf("%s: %q is among the numbers in use: %v, want %v", of, line.Number, usual, listed)
			}
		}
	}
}

func TestEveryTerritoryHasACountryThatServesIt(t *testing.T) {
	known := read[map[string]sourced](countriesFile)
	for code, of := range read[territory](territoriesFile) {
		of.check(t, code)
		if _, ok := known[of.Of]; !ok {
			t.Errorf("%s is served by %q, which is not known", code, of.Of)
		}
		if _, ok := known[code]; ok {
			t.Errorf("%s has lines of its own", code)
		}
		if In(code) != In(of.Of) {
			t.Errorf("%s has other lines than %s", code, of.Of)
		}
	}
}

func TestEveryCodeIsACountrys(t *testing.T) {
	for code := range countries {
		region, err := language.ParseRegion(code)
		if _, alias := written[code]; code != "EU" && !alias && (err != nil || !region.IsCountry() || region.Canonicalize().String() != code) {
			t.Errorf("%s is no country", code)
		}
	}
}

func TestWhatIsKnownOfACountryIsNamedAndElseTheDirectory(t *testing.T) {
	for country, want := range map[string]Lines{
		"BE": {Danger: "112", Ambulance: "112", Directory: true},
		"CH": {Danger: "112", Ambulance: "112", Crisis: "143"},
		"SV": {Danger: "911", Ambulance: "911", Directory: true},
		"BW": {Danger: "999", Ambulance: "997", Directory: true},
		"ZM": {Directory: true, Abuse: Line{Name: "LifeLine Zambia", Number: "933"}, Child: Line{Name: "Childline Zambia", Number: "116", Anything: true}},
		"AQ": {Directory: true}, "": {Directory: true},
	} {
		if got := In(country); got != want {
			t.Errorf("%q: %+v", country, got)
		}
	}
	for code, of := range map[string]string{"PR": "US", "GU": "US", "VI": "US", "AS": "US", "MP": "US", "GP": "FR", "RE": "FR", "UK": "GB"} {
		if In(code) != In(of) || In(code).Danger == "" {
			t.Errorf("%s has other lines than %s", code, of)
		}
	}
}

// What helps a church in Mexico is no help in Guatemala, and nobody is sent to the lines of a neighbour.
func TestNoCountryHasTheLinesOfAnother(t *testing.T) {
	files := read[map[string]sourced](countriesFile)
	for country, lines := range files {
		for other, theirs := range files {
			if a, b := lines["crisis"], theirs["crisis"]; country < other && a.Number != "" && a.Number == b.Number && a.Source == b.Source {
				t.Errorf("%s and %s have one page for %s", country, other, a.Number)
			}
		}
	}
}

// Canada's are those of its provinces.
func TestTheCountriesThatWereFirstHaveALineAboutViolenceAtHome(t *testing.T) {
	for _, country := range strings.Fields("US GB IE AU NZ ES MX ZA KE GH IN DE FR BR PT NL IT AT KR AR CO CL PE GT HN TT UG") {
		if In(country).Abuse.Number == "" {
			t.Errorf("%s has none", country)
		}
	}
}

func TestNumbersAreThoseOfEveryCountryOnce(t *testing.T) {
	all := Numbers()
	for _, number := range []string{"911", "112", "995", "3114", "0800-999-0091", "1-866-488-7386"} {
		if !slices.Contains(all, number) {
			t.Errorf("%s is missing", number)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(all))); !slices.Equal(all, sorted) || slices.Contains(all, "") {
		t.Errorf("they are not each there once: %q", all)
	}
}
