package signup

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/admin/billing/price"
	"narthex/chat/church"
)

// longestValue is how many characters the payment provider keeps of a value.
const longestValue = 500

// ErrNotSignUp is the error for metadata of something else than a sign-up.
var ErrNotSignUp = errors.New("the metadata are not those of a sign-up")

// Metadata are what a checkout session keeps of a sign-up: until the church has paid, its only record. It refuses values
// that the provider would not keep whole.
func (s SignUp) Metadata() (map[string]string, error) {
	m := map[string]string{
		"church_name": s.ChurchName, "contact_name": s.ContactName, "email": s.Email, "phone": s.Phone,
		"city": s.City, "state": s.State, "country": s.Country, "denomination": s.Denomination, "church_family": s.Family,
		"matched_church_id": "", "marketing_opt_in": strconv.FormatBool(s.MarketingOptIn),
		"backup_name": s.BackupName, "backup_email": s.BackupEmail, "backup_phone": s.BackupPhone, "tier": string(s.Plan),
		"timezone": s.Timezone, "language": s.Language, "address": s.Address, "postal_code": s.PostalCode, "church_phone": s.ChurchPhone, "church_email": s.ChurchEmail,
		"interval": string(s.Interval), "add_ons": strings.Join(s.AddOns, ","),
		"terms_version": s.TermsVersion, "terms_accepted_at": s.TermsAcceptedAt.UTC().Format(time.RFC3339),
	}
	if s.Denomination == Other {
		m["denomination"], m["denomination_other"] = Other, s.DenominationOther
	}
	if s.Claimed != "" {
		m["claimed_slug"] = s.Claimed
	}
	if s.MatchedChurchID != uuid.Nil {
		m["matched_church_id"] = s.MatchedChurchID.String()
	}
	for key, value := range m {
		if utf8.RuneCountInString(value) > longestValue {
			return nil, fmt.Errorf("%s has more than %d characters", key, longestValue)
		}
	}
	return m, nil
}

// FromMetadata is the sign-up of a checkout session. Values that cannot be read are left out rather than refused: the church
// has paid.
func FromMetadata(m map[string]string) (SignUp, error) {
	if m["church_name"] == "" {
		return SignUp{}, ErrNotSignUp
	}
	s := SignUp{
		Plan: church.Plan(m["tier"]), Interval: price.Interval(m["interval"]),
		ChurchName: m["church_name"], Address: m["address"], City: m["city"], State: m["state"], PostalCode: m["postal_code"],
		Country: m["country"], Timezone: m["timezone"], Language: m["language"], ChurchPhone: m["church_phone"], ChurchEmail: m["church_email"],
		Family: m["church_family"], Denomination: m["denomination"], DenominationOther: m["denomination_other"],
		ContactName: m["contact_name"], Email: m["email"], Phone: m["phone"], MarketingOptIn: m["marketing_opt_in"] == "true",
		BackupName: m["backup_name"], BackupEmail: m["backup_email"], BackupPhone: m["backup_phone"],
		TermsVersion: m["terms_version"], TermsAccepted: m["terms_version"] != "", Claimed: m["claimed_slug"],
	}
	if m["add_ons"] != "" {
		s.AddOns = strings.Split(m["add_ons"], ",")
	}
	if at, err := time.Parse(time.RFC3339, m["terms_accepted_at"]); err == nil {
		s.TermsAcceptedAt = at
	}
	if id, err := uuid.Parse(m["matched_church_id"]); err == nil {
		s.MatchedChurchID = id
	}
	return s.Clean(), nil
}
