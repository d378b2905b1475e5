package settings

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/admin/access"
)

// mostBytes is how much is read of a request: a hundred members of staff with all that they may have.
const mostBytes = 1 << 20

// request is what is sent: fields of a record, and the version that the sender was shown.
type request struct {
	fields map[string]json.RawMessage
	shown  string
	known  bool // the sender was shown a version
}

// read reads the body of a request.
func read(w http.ResponseWriter, r *http.Request) (sent request, err error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return request{}, errTooLarge
	}
	if err != nil {
		return request{}, err
	}
	if json.Unmarshal(body, &sent.fields) != nil || sent.fields == nil {
		return request{}, errMalformed
	}
	if raw, ok := sent.fields["version"]; ok {
		if json.Unmarshal(raw, &sent.shown) != nil {
			return request{}, errVersion
		}
		sent.known = true
		delete(sent.fields, "version")
	}
	return sent, nil
}

// takeID takes the id under which something new is to be stored from the fields: a new one, unless the sender names it.
func (q request) takeID() (uuid.UUID, error) {
	raw, named := q.fields["id"]
	if !named {
		return uuid.NewV7()
	}
	delete(q.fields, "id")
	var id uuid.UUID
	if json.Unmarshal(raw, &id) != nil || id == uuid.Nil {
		return uuid.Nil, errID
	}
	return id, nil
}

// mayLose is errVersion when others' changes would be lost: a page says what it was filled with. A program that names the church's token
// may set what it sets.
func (q request) mayLose(a access.Admin) error {
	if !q.known && a.SessionID != uuid.Nil {
		return errVersion
	}
	return nil
}

// version is what the sender was shown of a record, nil for a program that was shown nothing.
func (q request) version(rec record) version {
	if !q.known {
		return nil
	}
	return parseVersion(rec, q.shown)
}

// check refuses fields that the record does not have, and those that are not the admin's to change.
func (q request) check(a access.Admin, rec record, t *texts) error {
	unknown, others := faults{}, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(q.fields)) {
		f, known := rec.of(name)
		switch {
		case !known:
			unknown.add(strings.ToValidUTF8(name, "\uFFFD"), "unknown")
		case !a.Changes(f.area):
			others = append(others, name)
		}
	}
	if len(unknown) > 0 {
		return refused(unknown, t)
	}
	if len(others) > 0 {
		return notAllowed(others, t)
	}
	return nil
}

// country is the one that is sent, or the church's own: a telephone number that comes with another country is one of that country.
func (q request) country(rec record, own string) string {
	of, known := rec.of("country")
	raw, is := q.fields["country"]
	if !known || !is {
		return own
	}
	found := faults{}
	code, _ := of.kind.read(raw, of.name, &reading{faults: found}).(string)
	if len(found) > 0 {
		return own
	}
	return code
}

// values are the fields that are sent, read against what is held.
func (q request) values(rec record, held values, r reading) (sent values, f faults) {
	sent, f = values{}, faults{}
	r.country = q.country(rec, r.country)
	for name, raw := range q.fields {
		of, _ := rec.of(name)
		found := faults{}
		value := of.kind.read(raw, name, &reading{place: r.place, country: r.country, answered: r.answered, before: held[name], faults: found, notes: r.notes})
		sent[name] = value
		// What is stored has been taken once: that the rules have become stricter is no reason to refuse the rest of a form.
		if digest(value) == digest(held[name]) {
			taken := faults{}
			of.kind.read(encoded(held[name], 1).(json.RawMessage), name, &reading{place: r.place, country: r.country, answered: r.answered, before: held[name], faults: taken})
			maps.DeleteFunc(found, func(path string, _ fault) bool { _, already := taken[path]; return already })
		}
		maps.Copy(f, found)
	}
	return sent, f
}
