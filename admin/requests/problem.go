package requests

import (
	"errors"
	"fmt"

	"narthex/static/web"
)

// refusal is a problem in the admin's language.
func refusal(language *web.Language, kind, code string, pairs ...string) error {
	return language.Refuse(kind, code, "requests.problem."+code, pairs...)
}

// refused is what an admin is told of an error of the store.
func refused(language *web.Language, err error) error {
	if err == nil {
		return nil
	}
	if changed, ok := errors.AsType[*changedError](err); ok {
		if changed.now.AcknowledgedBy == "" {
			return refusal(language, "conflict", "changed_meanwhile")
		}
		return language.Refuse("conflict", "changed_meanwhile", "requests.problem.acknowledged_meanwhile", "who", changed.now.AcknowledgedBy)
	}
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case errors.Is(err, errNotMine):
		return refusal(language, "forbidden", "not_allowed")
	case errors.Is(err, errTooMany):
		return refusal(language, "conflict", "too_many_notes")
	case errors.Is(err, errNoSignUp):
		return refusal(language, "unprocessable", "no_sign_up")
	case errors.Is(err, errNoPlace):
		return refusal(language, "conflict", "no_place")
	case errors.Is(err, errWaits):
		return refusal(language, "conflict", "crisis_waits")
	case errors.Is(err, errAgain):
		return refusal(language, "conflict", "signed_up_again")
	}
	return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
}
