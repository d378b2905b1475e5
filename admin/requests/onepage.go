package requests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/chat/voice/number"
	"narthex/static/web"
)

// onePage is what request.html shows.
type onePage struct {
	Frame        frame.Frame
	Church       string
	Changes      bool // the admin may
	TakesAlong   bool // the admin may take along what is stored of the visitor
	Problem      string
	Request      row
	Dial         string // the visitor's number, as the link to it has a telephone dial it
	Acknowledged string // when
	Details      []pair
	Notes        []shownNote
	Note         string // that could not be added
	Team         []member
	AssigneeID   string
	Undelivered  []unsent
	SignUps      []row // of the same visitor, beside a message of theirs
	Conversation []said
}

type pair struct{ Label, Text string }

type shownNote struct{ Who, When, Text string }

type said struct{ Role, When, Content string }

// showOne is GET /admin/requests/{id}.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	return h.renderOne(w, r, http.StatusOK, "", "")
}

// renderOne shows a request, with what is wrong and the note that is still to be added.
func (h *Handler) renderOne(w http.ResponseWriter, r *http.Request, status int, trouble, note string) error {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	shown := &onePage{Frame: frame.Of(a, frame.Requests), Church: a.Church.Name, Problem: trouble, Note: note}
	err = church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error { return shown.read(ctx, tx, a, id, notify.WordsIn(language.Code)) })
	if err != nil {
		return refused(language, err)
	}
	undelivered, err := h.store.undelivered(ctx, a, &id)
	if err != nil {
		return refused(language, err)
	}
	shown.Undelivered = unsentOf(a, undelivered)
	return h.parts.Pages.Render(w, status, language, "request", shown)
}

// read reads a request with what belongs to it. The words are those for its details.
func (p *onePage) read(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID, words notify.Words) error {
	found, err := find(ctx, tx, a, id)
	if err != nil {
		return err
	}
	p.Request, p.Changes, p.TakesAlong = row{found, clock(a, found.CreatedAt)}, a.Changes(found.Area), a.Changes(access.Data)
	var country string
	if err := tx.QueryRow(ctx, "select coalesce(country, '') from churches where id = $1", a.ChurchID).Scan(&country); err != nil {
		return err
	}
	p.Dial = number.Dialled(found.Phone, country)
	if found.AcknowledgedAt != nil {
		p.Acknowledged = clock(a, *found.AcknowledgedAt)
	}
	if found.AssigneeID != nil {
		p.AssigneeID = found.AssigneeID.String()
	}
	for _, key := range slices.Sorted(maps.Keys(found.Details)) {
		label, text := words.Line(notify.Line{Label: key, Text: fmt.Sprint(found.Details[key])})
		p.Details = append(p.Details, pair{label, text})
	}
	var notes []note
	if err := json.Unmarshal(found.Notes, &notes); err != nil {
		return err
	}
	for _, one := range notes {
		p.Notes = append(p.Notes, shownNote{one.Who, clock(a, one.At), one.Text})
	}
	signedUp, err := signUpsBeside(ctx, tx, a, found, country)
	if err != nil {
		return err
	}
	p.SignUps = rowsOf(a, signedUp)
	if p.Team, err = members(ctx, tx, a, found.Area); err != nil || found.Kind != "crisis" {
		return err
	}
	around, err := notify.ReadDanger(ctx, tx, a.ChurchID, id)
	if err != nil {
		return err
	}
	for _, one := range slices.Concat(around.Before, around.Since) {
		p.Conversation = append(p.Conversation, said{one.Role, clock(a, one.At), one.Content})
	}
	return nil
}

// team are those who see one of some areas.
func (s store) team(ctx context.Context, a access.Admin, of ...access.Area) (team []member, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		for _, area := range of {
			found, err := members(ctx, tx, a, area)
			if err != nil {
				return err
			}
			team = append(team, found...)
		}
		return nil
	})
	slices.SortFunc(team, func(x, y member) int { return strings.Compare(x.Name+x.ID.String(), y.Name+y.ID.String()) })
	return slices.CompactFunc(team, func(x, y member) bool { return x.ID == y.ID }), err
}

const (
	longestBody = 32 << 10 // bytes
	longestNote = 2000     // characters
)

// changeOnPage is POST /admin/requests/{id}.
func (h *Handler) changeOnPage(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, longestBody)
	_, err := h.change(r, change{Version: r.PostFormValue("version"), Action: r.PostFormValue("action"), Assignee: r.PostFormValue("assignee"), Note: r.PostFormValue("note")})
	if refusal, ok := errors.AsType[*web.Refusal](err); ok {
		return h.renderOne(w, r, web.Status(refusal), refusal.Public(), r.PostFormValue("note"))
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, path+"/"+chi.URLParam(r, "id"), http.StatusSeeOther)
	return nil
}

// changeByAPI is PATCH /api/admin/requests/{id}.
func (h *Handler) changeByAPI(w http.ResponseWriter, r *http.Request) error {
	var body change
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody))
	err := decoder.Decode(&body)
	if err == nil {
		if _, end := decoder.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more than one object")
		}
	}
	if err != nil {
		return refusal(h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language), "invalid", "unreadable")
	}
	changed, err := h.change(r, body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]string{"id": changed.ID.String(), "status": changed.Status, "version": changed.Version})
}

// change does what was asked for, or says why not.
func (h *Handler) change(r *http.Request, c change) (Request, error) {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return Request{}, web.ErrNotFound
	}
	c.Note = strings.TrimSpace(strings.ReplaceAll(c.Note, "\r\n", "\n")) // a form sends two characters where its page counts one
	switch {
	case !slices.Contains(actions, c.Action):
		return Request{}, refusal(language, "invalid", "unknown_action")
	case c.Action == doNote && (c.Note == "" || c.Note != cut(c.Note, longestNote)):
		return Request{}, refusal(language, "unprocessable", "note")
	}
	changed, err := h.store.change(ctx, a, id, c)
	if err != nil {
		return Request{}, refused(language, err)
	}
	return changed, nil
}

// resend is POST /admin/requests/notifications/{id}.
func (h *Handler) resend(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	if err := h.store.resend(ctx, a, id); err != nil {
		return refused(h.parts.Pages.Asked(r, a.Church.Language), err)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
