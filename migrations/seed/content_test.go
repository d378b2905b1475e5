package seed

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func readDemo(t *testing.T) []demoChurch {
	t.Helper()
	churches, err := demoChurches()
	if err != nil {
		t.Fatal(err)
	}
	return churches
}

func readDirectory(t *testing.T) []directoryRow {
	t.Helper()
	rows, err := parseDirectory(directoryFile)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestEveryTimeZoneIsKnown(t *testing.T) {
	for _, church := range readDemo(t) {
		if _, err := time.LoadLocation(church.Place.Timezone); err != nil || church.Place.Timezone == "" {
			t.Errorf("%s: %q: %v", church.Slug, church.Place.Timezone, err)
		}
	}
	for _, church := range readDirectory(t) {
		if _, err := time.LoadLocation(church["timezone"]); err != nil || church["timezone"] == "" {
			t.Errorf("%s: %q: %v", church["slug"], church["timezone"], err)
		}
	}
}

func TestEveryDenominationIsOneTheFormOffersInThatCountry(t *testing.T) {
	families, err := Denominations()
	if err != nil {
		t.Fatal(err)
	}
	countries := map[string][]string{}
	for _, family := range families {
		for _, denomination := range family.Denominations {
			countries[denomination.Key] = denomination.Countries
		}
	}
	check := func(slug, denomination, country string) {
		offered, known := countries[denomination]
		if !known {
			t.Errorf("%s: no denomination %q", slug, denomination)
		} else if len(offered) > 0 && !slices.Contains(offered, country) {
			t.Errorf("%s: %s is not offered in %s", slug, denomination, country)
		}
	}
	for _, church := range readDemo(t) {
		check(church.Slug, church.Place.Denomination, church.Place.Country)
	}
	for _, church := range readDirectory(t) {
		check(church["slug"], church["denomination"], church["country"])
	}
}

func TestTheDirectoryMakesMatchingWorthTesting(t *testing.T) {
	slugs, names, places := map[string]bool{}, map[string]int{}, map[string]bool{}
	for _, church := range readDirectory(t) {
		for _, column := range []string{"slug", "name", "city", "state", "country", "language", "address"} {
			if church[column] == "" {
				t.Errorf("%s: no %s", church["slug"], column)
			}
		}
		place := church["name"] + "|" + church["city"] + "|" + church["state"]
		if slugs[church["slug"]] || places[place] {
			t.Errorf("%s: twice", church["slug"])
		}
		slugs[church["slug"]], places[place] = true, true
		names[church["name"]]++
	}
	if names["First Baptist Church"] < 20 {
		t.Errorf("only %d churches are named First Baptist Church", names["First Baptist Church"])
	}
	for _, demo := range readDemo(t) {
		if slugs[demo.Slug] {
			t.Errorf("%s is a demonstration church", demo.Slug)
		}
	}
}

func TestADirectoryWithAnotherHeadingIsRefused(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "columns in another order": "name,slug\nA,a\n", "a row too short": strings.Join(directoryColumns, ",") + "\na,b\n",
	} {
		if _, err := parseDirectory([]byte(content)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

const clock = `(?:(?:1[0-2]|[1-9]):[0-5][0-9] [AP]M|(?:[01][0-9]|2[0-3]):[0-5][0-9])`

var (
	hoursLine     = regexp.MustCompile(`^` + clock + `(?: - ` + clock + `)?(?: \S.*)?$`)
	availableSpan = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$`)
	weekdays      = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)

func TestHoursAreLinesThatStartWithATime(t *testing.T) {
	for _, church := range readDemo(t) {
		if len(church.Subscription.CustomHours["sunday"]) < 2 {
			t.Errorf("%s: fewer than two lines on Sunday", church.Slug)
		}
		for day, lines := range church.Subscription.CustomHours {
			if !slices.Contains(weekdays, day) {
				t.Errorf("%s: no weekday %q", church.Slug, day)
			}
			for _, line := range lines {
				if !hoursLine.MatchString(line) {
					t.Errorf("%s: %s: %q", church.Slug, day, line)
				}
			}
		}
		for day, spans := range church.Voice.Availability {
			for _, span := range spans {
				if !slices.Contains(weekdays, day) || !availableSpan.MatchString(span) {
					t.Errorf("%s: availability on %s: %q", church.Slug, day, span)
				}
			}
		}
	}
}

func TestAgentsAreConfiguredWithinTheirLimits(t *testing.T) {
	for _, church := range readDemo(t) {
		for name, agent := range church.Settings.Agents {
			if !slices.Contains([]string{"care", "coordinator", "discipleship", "stewardship"}, name) {
				t.Errorf("%s: no agent %q", church.Slug, name)
			}
			if agent.Personality.Warmth < 1 || agent.Personality.Warmth > 5 || agent.Personality.Tone == "" || agent.Handoff == "" {
				t.Errorf("%s: %s: %+v", church.Slug, name, agent)
			}
		}
		for _, member := range church.Subscription.CustomStaff {
			if member.Name == "" || member.Title == "" {
				t.Errorf("%s: staff member %+v", church.Slug, member)
			}
		}
		for _, ministry := range church.Subscription.CustomMinistries {
			if ministry.Name == "" || ministry.Description == "" {
				t.Errorf("%s: ministry %+v", church.Slug, ministry)
			}
		}
	}
}

func TestGraceHarborLeavesNothingOut(t *testing.T) {
	for _, church := range readDemo(t) {
		if church.Slug != "grace-harbor" {
			continue
		}
		bought := church.Subscription
		if len(bought.CustomStaff) < 6 || len(bought.CustomMinistries) < 10 || len(church.Settings.Agents) != 4 || len(church.Settings.DoctrinalOverrides) == 0 {
			t.Errorf("%d staff, %d ministries, %d agents, %d overrides",
				len(bought.CustomStaff), len(bought.CustomMinistries), len(church.Settings.Agents), len(church.Settings.DoctrinalOverrides))
		}
		for name, part := range map[string]any{"entry": church.Place, "what to expect": *bought.WhatToExpect, "voice": church.Voice} {
			for column, value := range columnsOf(part) {
				if reflect.ValueOf(value).IsZero() {
					t.Errorf("%s: %s is empty", name, column)
				}
			}
		}
		return
	}
	t.Error("no such church")
}

func TestFAQsAreUsable(t *testing.T) {
	total, exact := 0, 0
	for _, church := range readDemo(t) {
		questions := map[string]bool{}
		for _, faq := range church.FAQs {
			total++
			if faq.ExactResponse {
				exact++
			}
			if faq.Question == "" || faq.Answer == "" || faq.Category == "" || !slices.Contains([]string{"public", "internal"}, faq.Visibility) {
				t.Errorf("%s: %+v", church.Slug, faq)
			}
			if questions[faq.Question] {
				t.Errorf("%s: %q twice", church.Slug, faq.Question)
			}
			questions[faq.Question] = true
		}
	}
	if total < 25 || exact < total/2 || exact == total {
		t.Errorf("%d FAQs, %d of them exact", total, exact)
	}
}

// reservedNumbers are the ranges that regulators keep free for fiction: NANP 555-0100 to 0199, Ofcom's 01632 960,
// ComReg's 020 91X and the ACMA's 5550 numbers.
var reservedNumbers = regexp.MustCompile(
	`^(?:\(\d{3}\) 555-01\d{2}|\+1\d{3}55501\d{2}|01632 960\d{3}|020 91\d \d{4}|\(0[2378]\) 5550 \d{4})$`)

// numberLike finds what a reader would take for a telephone number: seven digits or more, in groups.
var numberLike = regexp.MustCompile(`(?:\+|\(|\b)\d(?:[ ()-]{0,2}\d){6,}\b`)

func TestNobodysTelephoneIsMentioned(t *testing.T) {
	checkTexts(t, func(where, text string) {
		for _, number := range numberLike.FindAllString(text, -1) {
			if !reservedNumbers.MatchString(number) {
				t.Errorf("%s: %s", where, number)
			}
		}
	})
	for _, church := range readDirectory(t) {
		if phone := church["phone"]; phone != "" && !reservedNumbers.MatchString(phone) {
			t.Errorf("%s: %s", church["slug"], phone)
		}
	}
}

// netName finds addresses of mail and the web by their last two labels.
var netName = regexp.MustCompile(`(?:@|://|www\.)(?:[a-z0-9-]+\.)*([a-z0-9-]+\.[a-z]+)\b`)

func TestNobodysDomainIsMentioned(t *testing.T) {
	check := func(where, text string) {
		for _, name := range netName.FindAllStringSubmatch(text, -1) {
			if name[1] != "example.org" && !strings.HasSuffix(name[1], ".test") {
				t.Errorf("%s: %s", where, name[0])
			}
		}
	}
	checkTexts(t, check)
	for _, church := range readDirectory(t) {
		check(church["slug"], church["website"])
	}
}

func TestNoChurchSaysWhatItsOwnLensForbids(t *testing.T) {
	lenses, err := Lenses()
	if err != nil {
		t.Fatal(err)
	}
	families, err := Denominations()
	if err != nil {
		t.Fatal(err)
	}
	lensOf := map[string]Lens{}
	for _, church := range readDemo(t) {
		for _, family := range families {
			for _, denomination := range family.Denominations {
				if denomination.Key == church.Place.Denomination {
					lensOf[church.Slug] = lenses[denomination.Lens-1]
				}
			}
		}
		for _, lens := range lenses {
			if lens.Slug == church.Lens {
				lensOf[church.Slug] = lens
			}
		}
	}
	checkTexts(t, func(where, text string) {
		slug, _, _ := strings.Cut(where, "/")
		for _, rule := range lensOf[slug].Doctrine {
			for _, term := range rule.ForbiddenTerms {
				if containsWords(text, term) {
					t.Errorf("%s: %q", where, term)
				}
			}
		}
	})
}

func TestAMisspeltOrRepeatedKeyIsRefused(t *testing.T) {
	for _, content := range []string{
		"name: A\nfone: 1", "subscription: {plann: pro_chat}", "place: {name: A}", "name: A\nname: B",
	} {
		if err := decodeYAML([]byte(content), new(demoChurch)); err == nil {
			t.Errorf("accepted %q", content)
		}
	}
	if err := decodeYAML([]byte("- {question: Q, answr: A}"), new([]faq)); err == nil {
		t.Error("accepted an FAQ with a misspelt key")
	}
}

func TestIdsAreStableAndTheirOwn(t *testing.T) {
	// A changed id would make every deployed database lose its seeded rows and gain new ones.
	const want = "2d519c8b-8288-514b-bfc5-7a79efa5f231"
	if id := ChurchID("grace-harbor").String(); id != want {
		t.Errorf("grace-harbor has id %s, want %s", id, want)
	}
	if v := ChurchID("st-brigids").Version(); v != 5 {
		t.Errorf("ids are of version %d, want 5", v)
	}
}

// columnsOf gives a struct's fields by their column, whether they are set or not.
func columnsOf(part any) map[string]any {
	columns := map[string]any{}
	value := reflect.ValueOf(part)
	for field := range value.Type().Fields() {
		column, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		columns[column] = value.FieldByIndex(field.Index).Interface()
	}
	return columns
}

// TestBlessingsQuoteATranslationThatIsEverybodys holds the blessings of crisis answers to modern translations in the public domain: who is
// in danger should not have to read the English or the Spanish of four hundred years ago.
func TestBlessingsQuoteATranslationThatIsEverybodys(t *testing.T) {
	free := map[string][]string{"en": {"BSB", "WEB"}, "es": {"VBL"}}
	reference, quoted := regexp.MustCompile(`\(\p{L}[\p{L} ]* \d+:\d+[\d–, -]*(?:, (\p{Lu}+))?\)`), 0
	for _, church := range readDemo(t) {
		for _, cited := range reference.FindAllStringSubmatch(church.Voice.CrisisBlessing, -1) {
			quoted++
			if !slices.Contains(free[church.Place.Language], cited[1]) {
				t.Errorf("%s: %s is of no translation of %v", church.Slug, cited[0], free[church.Place.Language])
			}
		}
	}
	if quoted == 0 {
		t.Error("no blessing quotes anything")
	}
}
