package settings

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

// longestDetail is how much of an item's name is noted, in characters.
const longestDetail = 100

// addItem is POST /api/admin/<list>. Who names the id of what is new can send the same again when no answer came: it is added once.
func (h *Handler) addItem(l list) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		a, t := access.From(ctx), h.texts(r)
		sent, err := read(w, r)
		if err != nil {
			return err
		}
		id, err := sent.takeID()
		if err != nil {
			return err
		}
		if err := sent.check(a, l.rec, t); err != nil {
			return err
		}
		blank := l.blank()
		for _, f := range l.rec {
			if _, is := sent.fields[f.name]; !is {
				sent.fields[f.name] = nil // so that what must be there is asked for
				if _, yes := f.kind.(flag); yes {
					delete(sent.fields, f.name)
				}
			}
		}
		held, f := sent.values(l.rec, values{}, reading{place: placeOf(a)})
		for name, value := range blank {
			if _, is := held[name]; !is {
				held[name] = value
			}
		}
		if l.check != nil {
			l.check(held, f)
		}
		if len(f) > 0 {
			return refused(f, t)
		}
		err = church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
			added, err := insertItem(ctx, tx, a, l, id, held)
			switch {
			case errors.Is(err, errListFull):
				return t.problem(web.Refuse("conflict", "list_full", t.of("set.full")))
			case errors.Is(err, errIDTaken):
				return t.problem(web.Refuse("conflict", "id_taken", t.of("set.id_taken")))
			case err != nil || !added:
				return err
			}
			return audit.Record(ctx, tx, "added."+l.singular, l.detail(held))
		})
		if err != nil {
			return unlessSaid(err)
		}
		return respond(w, http.StatusCreated, answer{OK: true, ID: id.String(), Version: versionOf(l.rec, held).in(l.rec), Changed: held.names()})
	}
}

// changeItem is PATCH /api/admin/<list>/{id}.
func (h *Handler) changeItem(l list) web.HandlerFunc {
	return h.onItem(l, func(ctx context.Context, tx pgx.Tx, a access.Admin, one item, sent request, t *texts) (merged, error) {
		done, err := decide(l.rec, one.held, sent, reading{place: placeOf(a)}, rules{l.check, l.singular + "."}, t)
		if err != nil || len(done.write) == 0 {
			return done, err
		}
		if err := updateItem(ctx, tx, a, l, one.ID, done.write); err != nil {
			return merged{}, err
		}
		return done, audit.Record(ctx, tx, "changed."+l.singular, l.detail(one.held))
	})
}

// removeItem is DELETE /api/admin/<list>/{id}. What visitors have asked for stays: it would be deleted with what they asked of it.
func (h *Handler) removeItem(l list) web.HandlerFunc {
	return h.onItem(l, func(ctx context.Context, tx pgx.Tx, a access.Admin, one item, sent request, t *texts) (merged, error) {
		if one.Asked > 0 {
			return merged{}, t.problem(web.Refuse("conflict", "asked_for", t.of("set.asked."+l.singular)))
		}
		gone := merged{shown: versionOf(l.rec, one.held), conflict: values{}}
		for name, of := range sent.version(l.rec) {
			if of != gone.shown[name] {
				gone.conflict[name] = one.held[name]
			}
		}
		if len(gone.conflict) > 0 {
			return merged{}, changedMeanwhile(l.rec, gone, l.singular+".", t)
		}
		if err := deleteItem(ctx, tx, a, l, one.ID); err != nil {
			return merged{}, err
		}
		return gone, audit.Record(ctx, tx, "removed."+l.singular, l.detail(one.held))
	})
}

// onItem does something with the item that the address names.
func (h *Handler) onItem(l list, do func(context.Context, pgx.Tx, access.Admin, item, request, *texts) (merged, error)) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		a, t := access.From(ctx), h.texts(r)
		id, err := uuid.Parse(chi.URLParam(r, "id"))
		if err != nil {
			return errNoItem
		}
		sent, err := read(w, r)
		if err != nil {
			return err
		}
		if err := errors.Join(sent.check(a, l.rec, t), sent.mayLose(a)); err != nil {
			return err
		}
		var done merged
		err = church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
			one, err := lockItem(ctx, tx, a, l, id)
			if err != nil {
				return err
			}
			done, err = do(ctx, tx, a, one, sent, t)
			return err
		})
		if err != nil {
			return unlessSaid(err)
		}
		return respond(w, http.StatusOK, answer{OK: true, Version: done.shown.in(l.rec), Changed: done.write.names()})
	}
}

// blank is what a new item begins with: it is seen by visitors, and takes people where that is asked.
func (l list) blank() values {
	held := l.rec.read(nil, &reading{})
	for _, name := range []string{"is_public", "is_open"} {
		if _, is := held[name]; is {
			held[name] = true
		}
	}
	if _, is := held["kind"]; is {
		held["kind"] = "small"
	}
	return held
}

// detail names an item, for the list of changes.
func (l list) detail(held values) map[string]string {
	name := []rune(held[l.title].(string))
	return map[string]string{"name": string(name[:min(len(name), longestDetail)])}
}
