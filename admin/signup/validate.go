package signup

import (
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"narthex/admin/billing/price"
	"narthex/admin/country"
	"narthex/chat/church"
)

// Fault is what is the matter with a field.
type Fault string

// The faults.
const (
	Missing    Fault = "missing"
	TooLong    Fault = "too_long"
	Invalid    Fault = "invalid"     // not of the right form, or not one of the choices
	SameEmail  Fault = "same"        // the second contact's address is the first one's
	NotOffered Fault = "not_offered" // the plan cannot be had like this
	OldTerms   Fault = "outdated"    // the terms were changed while the form was open
)

// Faults are by the name of the field, as JSON has it. Nil: there are none.
type Faults map[string]Fault

func (f Faults) add(field string, fault Fault) {
	if fault != "" && f[field] == "" {
		f[field] = fault
	}
}

// How long fields may be, in characters. The payment provider keeps at most 500 of each.
const (
	longestName  = 120
	longestPlace = 100
	longestLine  = 200
	longestEmail = 254
	longestCode  = 20
)

// Validate returns what is the matter with a sign-up that is clean.
func (s SignUp) Validate(catalogue *Catalogue) Faults {
	faults := make(Faults)
	s.validatePlan(faults)
	s.validateChurch(faults, catalogue)
	s.validatePeople(faults)
	switch {
	case !s.TermsAccepted:
		faults.add("termsAccepted", Missing)
	case s.TermsVersion != TermsVersion:
		faults.add("termsAccepted", OldTerms)
	}
	if len(faults) == 0 {
		return nil
	}
	return faults
}

func (s SignUp) validatePlan(faults Faults) {
	if _, ok := church.ParsePlan(string(s.Plan)); !ok {
		faults.add("plan", Invalid)
	} else if _, ok := price.Of(s.Plan, s.Interval); !ok {
		faults.add("interval", NotOffered)
	}
	for i, key := range s.AddOns {
		if _, ok := price.AddOnOf(key); !ok || slices.Contains(s.AddOns[:i], key) {
			faults.add("addOns", Invalid)
			return // however many there are
		}
	}
}

func (s SignUp) validateChurch(faults Faults, catalogue *Catalogue) {
	faults.add("churchName", required(s.ChurchName, longestName))
	faults.add("city", required(s.City, longestPlace))
	faults.add("address", optional(s.Address, longestLine))
	faults.add("postalCode", optional(s.PostalCode, longestCode))
	faults.add("country", required(s.Country, longestCode))
	if !country.Is(s.Country) {
		faults.add("country", Invalid)
	}
	if HasStates(s.Country) {
		faults.add("state", required(s.State, longestPlace))
		if _, ok := stateOf(s.Country, s.State); !ok {
			faults.add("state", Invalid)
		}
	} else {
		faults.add("state", optional(s.State, longestPlace))
	}
	if _, err := time.LoadLocation(s.Timezone); err != nil || s.Timezone == "Local" || len(s.Timezone) > longestPlace {
		faults.add("timezone", Invalid)
	}
	if !slices.Contains(catalogue.Languages, s.Language) {
		faults.add("language", Invalid)
	}
	faults.add("churchPhone", phoneFault(s.ChurchPhone, s.Country))
	if s.ChurchEmail != "" {
		faults.add("churchEmail", optional(s.ChurchEmail, longestEmail))
		faults.add("churchEmail", emailFault(s.ChurchEmail))
	}
	s.validateDenomination(faults, catalogue)
}

func (s SignUp) validateDenomination(faults Faults, catalogue *Catalogue) {
	faults.add("churchFamily", required(s.Family, longestPlace))
	family, ok := catalogue.Family(s.Family)
	if !ok {
		faults.add("churchFamily", Invalid)
	}
	switch {
	case s.Denomination == "":
		faults.add("denomination", Missing)
	case s.Denomination == Other:
		faults.add("denominationOther", required(s.DenominationOther, longestPlace))
	case ok && !family.has(s.Denomination):
		faults.add("denomination", Invalid)
	}
}

func (s SignUp) validatePeople(faults Faults) {
	faults.add("contactName", required(s.ContactName, longestName))
	faults.add("email", required(s.Email, longestEmail))
	faults.add("email", emailFault(s.Email))
	faults.add("phone", phoneFault(s.Phone, s.Country))
	if !s.HasBackup() {
		return
	}
	faults.add("backupName", optional(s.BackupName, longestName))
	faults.add("backupEmail", required(s.BackupEmail, longestEmail))
	faults.add("backupEmail", emailFault(s.BackupEmail))
	if s.BackupEmail == s.Email {
		faults.add("backupEmail", SameEmail)
	}
	faults.add("backupPhone", phoneFault(s.BackupPhone, s.Country))
}

func required(text string, longest int) Fault {
	if text == "" {
		return Missing
	}
	return optional(text, longest)
}

func optional(text string, longest int) Fault {
	switch {
	case utf8.RuneCountInString(text) > longest:
		return TooLong
	case !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) || text != "" && !strings.ContainsFunc(text, unicode.IsGraphic):
		return Invalid
	}
	return ""
}

// hidden is what does not show, and turns what is written around: no name needs it.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// emailFault is Invalid for what no mail can be sent to.
func emailFault(email string) Fault {
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || strings.ContainsFunc(email, hidden) || strings.ContainsAny(email, " \"<>,;") {
		return Invalid
	}
	_, domain, _ := strings.Cut(email, "@")
	if !strings.Contains(strings.Trim(domain, "."), ".") || strings.Contains(domain, "..") || strings.HasSuffix(domain, ".") {
		return Invalid
	}
	return ""
}

func phoneFault(phone, country string) Fault {
	if phone == "" {
		return ""
	}
	if utf8.RuneCountInString(phone) > longestPlace {
		return TooLong
	}
	number, err := phonenumbers.Parse(phone, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(number) != phonenumbers.IS_POSSIBLE {
		return Invalid
	}
	return ""
}
