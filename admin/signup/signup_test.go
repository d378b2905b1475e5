package signup_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/signup"
)

var catalogue = &signup.Catalogue{
	Languages: []string{"en", "es"},
	Families: []signup.Family{
		{Key: "baptist", Denominations: []signup.Denomination{{Key: "southern-baptist"}}},
		{Key: "catholic", Denominations: []signup.Denomination{{Key: "roman-catholic"}}},
	},
}

func filledIn() signup.SignUp {
	return signup.SignUp{
		Plan: "starter_chat", ChurchName: "Grace Harbor", City: "Portland", State: "ME", Country: "US", Family: "baptist",
		Denomination: "southern-baptist", ContactName: "Ann Lee", Email: "ann@graceharbor.example.org", Timezone: "America/New_York",
		TermsAccepted: true, TermsVersion: signup.TermsVersion,
	}
}

func TestWhatIsTheMatterWithAForm(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*signup.SignUp)
		want   signup.Faults
	}{
		"nothing":                             {func(s *signup.SignUp) {}, nil},
		"no plan":                             {func(s *signup.SignUp) { s.Plan = "gold" }, signup.Faults{"plan": "invalid"}},
		"a year of voice":                     {func(s *signup.SignUp) { s.Plan, s.Interval = "pro_voice", "year" }, signup.Faults{"interval": "not_offered"}},
		"an unknown interval":                 {func(s *signup.SignUp) { s.Interval = "week" }, signup.Faults{"interval": "not_offered"}},
		"an unknown add-on":                   {func(s *signup.SignUp) { s.AddOns = []string{"organ"} }, signup.Faults{"addOns": "invalid"}},
		"an add-on twice":                     {func(s *signup.SignUp) { s.AddOns = []string{"starter_kit", "starter_kit"} }, signup.Faults{"addOns": "invalid"}},
		"no city":                             {func(s *signup.SignUp) { s.City = " \t" }, signup.Faults{"city": "missing"}},
		"no state in the US":                  {func(s *signup.SignUp) { s.State = "" }, signup.Faults{"state": "missing"}},
		"a state of another":                  {func(s *signup.SignUp) { s.State = "ON" }, signup.Faults{"state": "invalid"}},
		"a province":                          {func(s *signup.SignUp) { s.Country, s.State = "ca", "on" }, nil},
		"no state elsewhere":                  {func(s *signup.SignUp) { s.Country, s.State = "IE", "" }, nil},
		"no country":                          {func(s *signup.SignUp) { s.Country, s.State = "", "" }, signup.Faults{"country": "missing"}},
		"a country of three":                  {func(s *signup.SignUp) { s.Country = "USA" }, signup.Faults{"country": "invalid"}},
		"what is a code of no country":        {func(s *signup.SignUp) { s.Country = "SU" }, signup.Faults{"country": "invalid"}},
		"the code that people write":          {func(s *signup.SignUp) { s.Country, s.State = " uk ", "" }, nil},
		"the world":                           {func(s *signup.SignUp) { s.Country = "ZZ" }, signup.Faults{"country": "invalid"}},
		"a zone that is not":                  {func(s *signup.SignUp) { s.Timezone = "Mars/Olympus" }, signup.Faults{"timezone": "invalid"}},
		"a file for a zone":                   {func(s *signup.SignUp) { s.Timezone = "../../etc/passwd" }, signup.Faults{"timezone": "invalid"}},
		"the server's own zone":               {func(s *signup.SignUp) { s.Timezone = "Local" }, signup.Faults{"timezone": "invalid"}},
		"a language without texts":            {func(s *signup.SignUp) { s.Language = "tlh" }, signup.Faults{"language": "invalid"}},
		"no family":                           {func(s *signup.SignUp) { s.Family = "" }, signup.Faults{"churchFamily": "missing"}},
		"another family's":                    {func(s *signup.SignUp) { s.Family = "catholic" }, signup.Faults{"denomination": "invalid"}},
		"other, not said":                     {func(s *signup.SignUp) { s.Denomination = "other" }, signup.Faults{"denominationOther": "missing"}},
		"other":                               {func(s *signup.SignUp) { s.Denomination, s.DenominationOther = "other", "House of Bread" }, nil},
		"no address":                          {func(s *signup.SignUp) { s.Email = "" }, signup.Faults{"email": "missing"}},
		"no at":                               {func(s *signup.SignUp) { s.Email = "ann.example.org" }, signup.Faults{"email": "invalid"}},
		"no domain":                           {func(s *signup.SignUp) { s.Email = "ann@localhost" }, signup.Faults{"email": "invalid"}},
		"a name before it":                    {func(s *signup.SignUp) { s.Email = "Ann <ann@example.org>" }, signup.Faults{"email": "invalid"}},
		"two addresses":                       {func(s *signup.SignUp) { s.Email = "a@example.org,b@example.org" }, signup.Faults{"email": "invalid"}},
		"a line break":                        {func(s *signup.SignUp) { s.Email = "a@example.org\r\nBcc: b@example.org" }, signup.Faults{"email": "invalid"}},
		"a phone that is none":                {func(s *signup.SignUp) { s.Phone = "call me" }, signup.Faults{"phone": "invalid"}},
		"a phone without its area":            {func(s *signup.SignUp) { s.Phone = "555-0134" }, signup.Faults{"phone": "invalid"}},
		"a church's phone that is none":       {func(s *signup.SignUp) { s.ChurchPhone = "call us" }, signup.Faults{"churchPhone": "invalid"}},
		"a church's address that is none":     {func(s *signup.SignUp) { s.ChurchEmail = "office" }, signup.Faults{"churchEmail": "invalid"}},
		"the church's address is the admin's": {func(s *signup.SignUp) { s.ChurchEmail = s.Email }, nil},
		"a phone of its country":              {func(s *signup.SignUp) { s.Phone = "(207) 555-0134" }, nil},
		"the same person twice":               {func(s *signup.SignUp) { s.BackupEmail = "ANN@graceharbor.example.org" }, signup.Faults{"backupEmail": "same"}},
		"a second without address":            {func(s *signup.SignUp) { s.BackupName = "Bob" }, signup.Faults{"backupEmail": "missing"}},
		"a name too long":                     {func(s *signup.SignUp) { s.ChurchName = strings.Repeat("é", 121) }, signup.Faults{"churchName": "too_long"}},
		"a name that turns around":            {func(s *signup.SignUp) { s.ChurchName = "Grace \u202e Harbor" }, signup.Faults{"churchName": "invalid"}},
		"a name of broken bytes":              {func(s *signup.SignUp) { s.ChurchName = "Grace\xff" }, signup.Faults{"churchName": "invalid"}},
		"a name in another script":            {func(s *signup.SignUp) { s.ChurchName = "은혜교회" }, nil},
		"terms not accepted":                  {func(s *signup.SignUp) { s.TermsAccepted = false }, signup.Faults{"termsAccepted": "missing"}},
		"terms of before":                     {func(s *signup.SignUp) { s.TermsVersion = "2020-01-01" }, signup.Faults{"termsAccepted": "outdated"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := filledIn()
			test.change(&s)
			if got := s.Clean().Validate(catalogue); !maps.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestAPlaceHasATimezone(t *testing.T) {
	for place, want := range map[[2]string]string{
		{"US", "ME"}: "America/New_York", {"US", "IN"}: "America/Indiana/Indianapolis", {"CA", "NL"}: "America/St_Johns",
		{"IE", ""}: "Europe/Dublin", {"ES", ""}: "Europe/Madrid", {"AQ", ""}: "UTC",
	} {
		if got := signup.Timezone(place[0], place[1]); got != want {
			t.Errorf("%v: %s, want %s", place, got, want)
		}
	}
	for _, country := range []string{"US", "CA"} {
		for _, state := range signup.States(country) {
			if _, err := time.LoadLocation(state.Timezone); err != nil {
				t.Errorf("%s: %v", state.Name, err)
			}
		}
	}
}

func TestMetadataKeepAWholeSignUp(t *testing.T) {
	s := filledIn()
	s.AddOns, s.Denomination, s.DenominationOther = []string{"starter_kit", "illustrations"}, "other", "House of Bread"
	s.BackupName, s.BackupEmail, s.BackupPhone = "Bob", "bob@example.org", "+1 207 555 0199"
	s.ChurchPhone, s.ChurchEmail = "(207) 555-0142", "office@grace.example"
	s.Address, s.PostalCode, s.Phone, s.MarketingOptIn = "1 Wharf Street", "04101", "(207) 555-0134", true
	s.Claimed = "grace"
	s.MatchedChurchID, s.TermsAcceptedAt = uuid.New(), time.Now().UTC().Truncate(time.Second)
	s = s.Clean()
	metadata, err := s.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	back, err := signup.FromMetadata(metadata)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, s) {
		t.Errorf("got  %+v\nwant %+v", back, s)
	}
	for _, key := range strings.Fields("church_name contact_name email phone city state country denomination church_family matched_church_id " +
		"marketing_opt_in backup_name backup_email backup_phone tier timezone language address postal_code church_phone church_email interval add_ons claimed_slug") {
		if metadata[key] == "" {
			t.Errorf("no %s", key)
		}
	}
	if len(metadata) > 50 {
		t.Errorf("%d keys, the provider keeps 50", len(metadata))
	}
}

func TestAChurchWhosePageNobodyCameFromIsNone(t *testing.T) {
	for name, claimed := range map[string]string{"too long": strings.Repeat("x", 501), "a control character": "a\x00b", "no text": "a\xffb"} {
		s := filledIn()
		s.Claimed = claimed
		if s = s.Clean(); s.Claimed != "" {
			t.Errorf("%s: %q", name, s.Claimed)
		}
	}
}

func TestMetadataThatTheProviderWouldCutAreRefused(t *testing.T) {
	s := filledIn()
	s.Address = strings.Repeat("x", 501)
	if _, err := s.Metadata(); err == nil {
		t.Error("a value of 501 characters is taken")
	}
	if _, err := signup.FromMetadata(map[string]string{"tier": "starter_chat"}); err == nil {
		t.Error("metadata without a church are a sign-up")
	}
}

func TestWhatSpamLooksLike(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*signup.SignUp)
		shows  bool
	}{
		"an ordinary church":  {func(s *signup.SignUp) { s.Seconds = 95 }, false},
		"a church of seoul":   {func(s *signup.SignUp) { s.ChurchName, s.City = "Seoul Church of Hope", "Los Angeles" }, false},
		"a hidden field":      {func(s *signup.SignUp) { s.Website = "x" }, true},
		"an address for once": {func(s *signup.SignUp) { s.Email = "a@mailinator.com" }, true},
		"a link":              {func(s *signup.SignUp) { s.ChurchName = "Buy now https://x.example" }, true},
		"spam, and fast":      {func(s *signup.SignUp) { s.ContactName, s.Seconds = "Best Casino", 1 }, true},
	} {
		s := filledIn()
		test.change(&s)
		if got := s.Clean().Suspicion(); (got.Score >= signup.Suspicious) != test.shows || (len(got.Reasons) == 0) != (got.Score == 0) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func FuzzValidate(f *testing.F) {
	f.Add("Grace", "a@b.org", "207 555 0134", "US")
	f.Fuzz(func(t *testing.T, name, email, phone, country string) {
		s := filledIn()
		s.ChurchName, s.Email, s.Phone, s.Country = name, email, phone, country
		s = s.Clean()
		if s.Validate(catalogue) != nil {
			return
		}
		if strings.ContainsAny(s.Email+s.ChurchName, "\r\n\x00") {
			t.Errorf("%q is taken", s.Email+s.ChurchName)
		}
		if _, err := s.Metadata(); err != nil {
			t.Errorf("a valid form cannot be kept: %v", err)
		}
	})
}
