package safety_test

import (
	"regexp"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/safety"
)

func graceHarbor() *church.Snapshot {
	return &church.Snapshot{Name: "Grace Harbor", Phone: "555-0100", Address: church.Address{Country: "US"}}
}

// findings are one of each kind.
func findings() []safety.Finding {
	return []safety.Finding{
		{Category: safety.Suicide, About: safety.Self}, {Category: safety.Suicide, About: safety.Self, Soft: true},
		{Category: safety.Suicide, About: safety.Self, Now: true}, {Category: safety.Suicide, About: safety.Self, Minor: true},
		{Category: safety.Suicide, About: safety.Other, Soft: true}, {Category: safety.Suicide, About: safety.Other, Now: true},
		{Category: safety.SelfHarm, About: safety.Self}, {Category: safety.SelfHarm, About: safety.Other, Soft: true},
		{Category: safety.Abuse, About: safety.Self}, {Category: safety.Abuse, About: safety.Other, Soft: true},
		{Category: safety.Abuse, About: safety.Self, Now: true},
		{Category: safety.ChildAtRisk, About: safety.Self, Minor: true}, {Category: safety.ChildAtRisk, About: safety.Other},
		{Category: safety.Medical, About: safety.Self, Now: true}, {Category: safety.Threat, About: safety.Other},
		{Category: safety.Despair, About: safety.Self, Soft: true}, {Category: safety.Despair, About: safety.Self, Soft: true, Minor: true},
	}
}

var promises = regexp.MustCompile(`(?i)confiden|secret|anonym|privad|anónim|\bpray|\borar|\boro\b|oramos|orando|oración|forsake|\{|\}|%!`)

func TestEveryAnswerNamesThePeopleToCallAndPromisesNothingElse(t *testing.T) {
	for country, lines := range map[string][]string{
		"US": {"911", "988"}, "CA": {"911", "988"}, "GB": {"999", "116 123"}, "IE": {"112", "116 123"}, "AU": {"000", "13 11 14"},
		"NZ": {"111", "1737"}, "ES": {"112", "findahelpline.com"}, "BR": {"findahelpline.com"}, "": {"findahelpline.com"},
	} {
		c := graceHarbor()
		c.Address.Country, c.CrisisBlessing = country, "The Lord is near to the brokenhearted."
		for _, language := range []string{"en", "es", "fr"} {
			for _, f := range findings() {
				text := safety.Answer(c, f, language)
				for i, line := range lines {
					if !strings.Contains(text, line) && !(f.Category == safety.Medical && i == len(lines)-1) {
						t.Errorf("%s, %s, %+v lacks %s:\n%s", country, language, f, line, text)
					}
				}
				if promise := promises.FindString(text); promise != "" {
					t.Errorf("%s, %+v says %q:\n%s", language, f, promise, text)
				}
				if !strings.Contains(text, "Grace Harbor") || !strings.Contains(text, "555-0100") {
					t.Errorf("%s, %+v offers nobody:\n%s", language, f, text)
				}
				if !strings.HasSuffix(text, "\n\n"+c.CrisisBlessing) {
					t.Errorf("%s, %+v does not end with the blessing:\n%s", language, f, text)
				}
			}
		}
	}
}

func TestTheEmergencyNumberComesFirstWhereItCannotWait(t *testing.T) {
	for _, f := range findings() {
		text := safety.Answer(graceHarbor(), f, "en")
		emergency, crisis := strings.Index(text, "911"), strings.Index(text, "988")
		first := !f.Soft && (f.Now || f.Category == safety.Abuse || f.Category == safety.ChildAtRisk || f.Category == safety.Threat)
		if crisis >= 0 && first != (emergency < crisis) {
			t.Errorf("%+v:\n%s", f, text)
		}
	}
}

func TestAChurchsOwnWordsOpenTheAnswer(t *testing.T) {
	c := graceHarbor()
	c.CrisisMessage = "You are loved here."
	text := safety.Answer(c, safety.Finding{Category: safety.Suicide, About: safety.Self}, "en")
	if !strings.HasPrefix(text, "You are loved here.\n\n") || !strings.Contains(text, "988") || strings.Contains(text, "so glad you told me") {
		t.Error(text)
	}
}

func TestAChildIsToldToTellAnAdult(t *testing.T) {
	for language, want := range map[string]string{"en": "a grown-up you trust", "es": "un adulto de confianza"} {
		for _, f := range findings() {
			if text := safety.Answer(graceHarbor(), f, language); strings.Contains(text, want) != f.Minor {
				t.Errorf("%s, %+v:\n%s", language, f, text)
			}
		}
	}
}

func TestTheSofterAnswerIsShorter(t *testing.T) {
	for _, language := range []string{"en", "es"} {
		hard := safety.Answer(graceHarbor(), safety.Finding{Category: safety.Suicide, About: safety.Self}, language)
		for _, category := range []safety.Category{safety.Suicide, safety.Despair} {
			soft := safety.Answer(graceHarbor(), safety.Finding{Category: category, About: safety.Self, Soft: true}, language)
			if len(soft) >= len(hard) {
				t.Errorf("%s, %s:\n%s", language, category, soft)
			}
		}
	}
}

func TestAbuseAndChildrenGetTheLinesThatKnowAboutIt(t *testing.T) {
	for _, test := range []struct {
		country string
		finding safety.Finding
		want    string
	}{
		{"US", safety.Finding{Category: safety.Abuse, About: safety.Self}, "1-800-799-7233"},
		{"US", safety.Finding{Category: safety.ChildAtRisk, About: safety.Other}, "1-800-422-4453"},
		{"GB", safety.Finding{Category: safety.Abuse, About: safety.Other, Soft: true}, "0808 2000 247"},
		{"GB", safety.Finding{Category: safety.ChildAtRisk, About: safety.Self, Minor: true}, "0800 1111"},
	} {
		c := graceHarbor()
		c.Address.Country = test.country
		if text := safety.Answer(c, test.finding, "en"); !strings.Contains(text, test.want) {
			t.Errorf("%s, %+v lacks %s:\n%s", test.country, test.finding, test.want, text)
		}
	}
}

func TestAChurchWithoutATelephoneStillOffersAPerson(t *testing.T) {
	c := graceHarbor()
	c.Phone = ""
	if text := safety.Answer(c, safety.Finding{Category: safety.Despair, About: safety.Self, Soft: true}, "es"); !strings.Contains(text, "alguien de Grace Harbor") {
		t.Error(text)
	}
}
