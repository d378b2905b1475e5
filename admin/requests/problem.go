package requests

import (
	"errors"
	"fmt"

	"narthex/static/web"
)

// problem is a refusal that is safe to show.
type problem struct{ kind, code, public string }

func (p *problem) Error() string  { return p.code }
func (p *problem) Kind() string   { return p.kind }
func (p *problem) Code() string   { return p.code }
func (p *problem) Public() string { return p.public }

// refusal is a problem in the admin's language.
func refusal(language *web.Language, kind, code string, pairs ...string) error {
	public, err := language.Text("requests.problem."+code, pairs...)
	if err != nil {
		return err
	}
	return &problem{kind, code, public}
}

// refused is what an admin is told of an error of the store.
func refused(language *web.Language, err error) error {
	if changed, ok := errors.AsType[*changedError](err); ok {
		if changed.now.AcknowledgedBy == "" {
			return refusal(language, "conflict", "changed_meanwhile")
		}
		public, err := language.Text("requests.problem.acknowledged_meanwhile", "who", changed.now.AcknowledgedBy)
		if err != nil {
			return err
		}
		return &problem{"conflict", "changed_meanwhile", public}
	}
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case errors.Is(err, errNotMine):
		return refusal(language, "forbidden", "not_allowed")
	case errors.Is(err, errTooMany):
		return refusal(language, "conflict", "too_many_notes")
	}
	return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
}
