package teaching

import (
	"errors"
	"time"

	"narthex/static/web"
)

// What the store finds. Handlers say it in the admin's language.
var (
	errStale     = errors.New("it was changed meanwhile")
	errCrisis    = errors.New("the crisis gate answers this")
	errNoChatbot = web.Refuse("invalid", "no_chatbot", "No chatbot configured.")
)

// faults are what is the matter with single fields: keys of texts by the names of fields.
type faults map[string]fault

// fault is the key of a text, and what fills in its placeholders.
type fault struct {
	key   string
	pairs []string
}

func (f faults) add(field, key string, pairs ...string) {
	if _, known := f[field]; !known {
		f[field] = fault{key, pairs}
	}
}

// refusal puts an error into words for an admin.
func refusal(language *web.Language, err error) error {
	if errors.Is(err, errStale) {
		return language.Refuse("conflict", "changed_meanwhile", "admin.changed")
	}
	if changed, is := errors.AsType[*meanwhile](err); is {
		return changed.refusal(language)
	}
	if _, known := errors.AsType[web.Problem](err); known {
		return err
	}
	return errors.Join(web.ErrUnavailable, err)
}

// later refuses what was asked for too often.
func later(language *web.Language, wait time.Duration, key string) error {
	return language.Refuse("rate_limited", "too_many_requests", key).After(wait)
}

func invalid(language *web.Language, found faults) error {
	fields := make(map[string]string, len(found))
	for field, fault := range found {
		text, err := language.Text(fault.key, fault.pairs...)
		if err != nil {
			return err
		}
		fields[field] = text
	}
	return language.Refuse("unprocessable", "invalid_fields", "admin.faults").In(fields)
}
