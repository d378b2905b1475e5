package settings

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

const patience = 5 * time.Second // for Postgres

// answer is what came of a change.
type answer struct {
	OK      bool     `json:"ok"`
	ID      string   `json:"id,omitempty"` // of what is new
	Version string   `json:"version"`
	Changed []string `json:"changed"` // fields that hold something else now
	// Notes are, by their paths, of what is stored otherwise than it was sent, or is told to nobody.
	Notes map[string]string `json:"notes,omitempty"`
}

// update changes a church's record: PATCH /api/premium/update and PATCH /api/admin/settings.
func (h *Handler) update(rec record) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		a, t := access.From(ctx), h.texts(r)
		sent, err := read(w, r)
		if err != nil {
			return err
		}
		if err := errors.Join(sent.check(a, rec, t), sent.mayLose(a)); err != nil {
			return err
		}
		var done merged
		err = church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
			done, err = change(ctx, tx, a, rec, sent, t)
			return err
		})
		if err != nil {
			return unlessSaid(err)
		}
		notes := done.notesIn(t)
		if t.err != nil {
			return t.err
		}
		return respond(w, http.StatusOK, answer{OK: true, Version: done.shown.in(rec), Changed: done.write.names(), Notes: notes})
	}
}

// change stores what is sent for a record, unless it is refused: then nothing is stored.
func change(ctx context.Context, tx pgx.Tx, a access.Admin, rec record, sent request, t *texts) (merged, error) {
	if err := lock(ctx, tx, a.ChurchID); err != nil {
		return merged{}, err
	}
	if err := complete(ctx, tx, a.ChurchID); err != nil {
		return merged{}, err
	}
	if err := lockContacts(ctx, tx, a.ChurchID); err != nil {
		return merged{}, err
	}
	now, err := readRecord(ctx, tx, a, rec)
	if err != nil {
		return merged{}, err
	}
	also, err := apart(ctx, tx, a.ChurchID, now.held)
	if err != nil {
		return merged{}, err
	}
	done, err := decide(rec, now.held, sent, now.reading, also, t)
	if err != nil {
		return merged{}, err
	}
	if locked := rec.notTheirs(done.write, now.proven); len(locked) > 0 {
		return merged{}, refused(locked, t)
	}
	missing, err := write(ctx, tx, a.ChurchID, rec, done.write)
	if err != nil {
		return merged{}, err
	}
	if len(missing) > 0 {
		f := faults{}
		for _, name := range missing {
			f.add(name, "no_chatbot")
		}
		return merged{}, refused(f, t)
	}
	for _, name := range done.write.names() {
		if err := audit.Record(ctx, tx, "changed."+name, nil); err != nil {
			return merged{}, err
		}
	}
	return done, nil
}

// rules are what holds for a record beside those of its fields.
type rules struct {
	check  func(held values, f faults) // of fields against one another
	labels string                      // what the keys of its labels begin with
}

// decide says what of what is sent is to be written, or why nothing is.
func decide(rec record, held values, sent request, r reading, also rules, t *texts) (merged, error) {
	wanted, f := sent.values(rec, held, r)
	done := merge(rec, held, wanted, sent.version(rec))
	if also.check != nil {
		whole := values{}
		for name := range held {
			whole[name] = held[name]
			if changed, is := done.write[name]; is {
				whole[name] = changed
			}
		}
		also.check(whole, f)
	}
	switch {
	case len(f) > 0:
		return merged{}, refused(f, t)
	case len(done.conflict) > 0:
		return merged{}, changedMeanwhile(rec, done, also.labels, t)
	}
	done.notes = r.notes
	return done, nil
}

// notesIn are the notes of what was written, in words.
func (m merged) notesIn(t *texts) map[string]string {
	notes := map[string]string{}
	for path, note := range m.notes {
		name, _, _ := strings.Cut(path, ".")
		if _, is := m.write[name]; is {
			notes[path] = t.of(note.key, note.pairs...)
		}
	}
	return notes
}

// unlessSaid is err: that Postgres is away, unless it says what is the matter.
func unlessSaid(err error) error {
	if _, said := errors.AsType[web.Problem](err); said {
		return err
	}
	return errors.Join(web.ErrUnavailable, err)
}

func respond(w http.ResponseWriter, status int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err = w.Write(text)
	return err
}
