package billing

import (
	"time"

	"narthex/admin/signup"
	"narthex/static/web"
)

// refusal is a problem in the language of whoever asked.
func refusal(language *web.Language, kind, code string, wait time.Duration) error {
	return language.Refuse(kind, code, "onboard.problem."+code).After(wait)
}

// invalid says what is the matter with which field, and says as a whole, to whom the page with the checkout shows nothing else.
func invalid(language *web.Language, faults signup.Faults, whole string) error {
	fields := make(map[string]string, len(faults))
	for field, fault := range faults {
		text, err := language.Text("onboard.fault." + string(fault))
		if err != nil {
			return err
		}
		fields[field] = text
	}
	return language.Refuse("unprocessable", "invalid_form", "onboard.problem."+whole).In(fields)
}
