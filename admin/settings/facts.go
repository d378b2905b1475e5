package settings

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/static/web"
)

// Facts are what a church's record holds, for another part of the house that shows and changes some of it.
type Facts struct {
	values  values
	version version
}

// Facts reads them.
func (h *Handler) Facts(ctx context.Context, a access.Admin) (Facts, error) {
	facts := Facts{values: values{}, version: version{}}
	for _, rec := range []record{premium, general} {
		found, err := h.store.find(ctx, a, rec)
		if err != nil {
			return Facts{}, err
		}
		maps.Copy(facts.values, found.held)
		maps.Copy(facts.version, versionOf(rec, found.held))
	}
	return facts, nil
}

// Value is what a field holds, in the types of JSON.
func (f Facts) Value(field string) any { return f.values[field] }

// Version is that of some fields, to be given to ChangeFacts by whoever was shown them.
func (f Facts) Version(fields ...string) string {
	return f.version.in(append(premium.fields(fields...), general.fields(fields...)...))
}

// Area is the area of a field.
func Area(field string) access.Area {
	for _, rec := range []record{premium, general} {
		if of, ok := rec.of(field); ok {
			return of.area
		}
	}
	return ""
}

// ChangeFacts stores fields as the forms do, all or none: checked, unless others have changed them since the version was shown, and
// noted. What an error says is in a language.
func (h *Handler) ChangeFacts(ctx context.Context, a access.Admin, language *web.Language, fields map[string]any, shown string) error {
	t := &texts{language: language}
	err := church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
		for _, rec := range []record{premium, general} {
			sent := request{fields: map[string]json.RawMessage{}, shown: shown, known: true}
			for name, value := range fields {
				if _, ok := rec.of(name); ok {
					sent.fields[name] = encoded(value, 1).(json.RawMessage)
				}
			}
			if len(sent.fields) == 0 {
				continue
			}
			if err := sent.check(a, rec, t); err != nil {
				return err
			}
			if _, err := change(ctx, tx, a, rec, sent, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return unlessSaid(err)
	}
	return nil
}
