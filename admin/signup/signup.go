package signup

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/admin/billing/price"
	"narthex/admin/country"
	"narthex/admin/terms"
	"narthex/chat/church"
)

// Other is the denomination of a church that finds none of its family's: it says so in its own words.
const Other = "other"

// TermsVersion is that of the terms that are accepted today.
const TermsVersion = terms.Version

// SignUp is the onboarding form. Its JSON is what the browser sends and keeps until the checkout.
type SignUp struct {
	Plan     church.Plan    `json:"plan"`
	Interval price.Interval `json:"interval"` // "month" if empty
	AddOns   []string       `json:"addOns"`

	ChurchName string `json:"churchName"`
	Address    string `json:"address"`
	City       string `json:"city"`
	State      string `json:"state"` // a code where the country is US or CA
	PostalCode string `json:"postalCode"`
	Country    string `json:"country"`  // ISO 3166-1 alpha-2
	Timezone   string `json:"timezone"` // IANA name
	Language   string `json:"language"` // ISO 639-1
	// Visitors are told these two; those of who signs up are nobody's but the service's.
	ChurchPhone string `json:"churchPhone"`
	ChurchEmail string `json:"churchEmail"`

	Family            string `json:"churchFamily"`
	Denomination      string `json:"denomination"` // key, or Other
	DenominationOther string `json:"denominationOther"`

	ContactName    string `json:"contactName"`
	Email          string `json:"email"`
	Phone          string `json:"phone"`
	MarketingOptIn bool   `json:"marketingOptIn"`
	BackupName     string `json:"backupName"`
	BackupEmail    string `json:"backupEmail"`
	BackupPhone    string `json:"backupPhone"`

	TermsAccepted   bool      `json:"termsAccepted"`
	TermsVersion    string    `json:"termsVersion"`    // of the terms that were shown
	TermsAcceptedAt time.Time `json:"termsAcceptedAt"` // noted by the server at checkout; what a browser says is not believed
	MatchedChurchID uuid.UUID `json:"matchedChurchId"` // a church of the directory; the zero UUID: none
	Claimed         string    `json:"claimed"`         // the slug of the listed church whose page led here; "": none did

	Website string  `json:"website"` // filled in by programs alone: people do not see the field
	Seconds float64 `json:"seconds"` // how long the form was looked at
}

// Clean returns the sign-up as it is meant: without spaces around and within values, codes in capitals, addresses in small
// letters, defaults filled in.
func (s SignUp) Clean() SignUp {
	for _, text := range []*string{
		&s.ChurchName, &s.Address, &s.City, &s.State, &s.PostalCode, &s.Country, &s.Timezone, &s.Language, &s.ChurchPhone, &s.ChurchEmail, &s.Family, &s.Denomination,
		&s.DenominationOther, &s.ContactName, &s.Email, &s.Phone, &s.BackupName, &s.BackupEmail, &s.BackupPhone,
	} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	s.Country, s.Language = country.Code(s.Country), strings.ToLower(s.Language)
	for _, email := range []*string{&s.ChurchEmail, &s.Email, &s.BackupEmail} {
		*email = strings.ToLower(*email)
	}
	if HasStates(s.Country) {
		s.State = strings.ToUpper(s.State)
	}
	if s.Interval == "" {
		s.Interval = price.Monthly
	}
	if s.Language == "" {
		s.Language = "en"
	}
	if s.Timezone == "" {
		s.Timezone = Timezone(s.Country, s.State)
	}
	if s.Denomination != Other {
		s.DenominationOther = ""
	}
	if optional(s.Claimed, longestName) != "" { // nobody typed it
		s.Claimed = ""
	}
	return s
}

// HasBackup reports whether a second person is named.
func (s SignUp) HasBackup() bool {
	return s.BackupName != "" || s.BackupEmail != "" || s.BackupPhone != ""
}
