package team

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/static/web"
)

// input is what somebody asks for, as JSON or as a form. Which of it counts depends on what is asked.
type input struct {
	Email   string   `json:"email"`
	Name    string   `json:"name"`
	Roles   []string `json:"roles"`
	Version int      `json:"version"` // of the member, as they were shown

	id uuid.UUID // in the path
}

// action is something that is done on a page or by a program.
type action struct {
	do   func(ctx context.Context, in input) (answer any, err error)
	done string // the text that says so is team.done.<done>
	back string // the page to go on with
	show func(w http.ResponseWriter, r *http.Request, said said) error
}

// said is what a page says of what was asked on it.
type said struct {
	Done  string   // the rest of a text's key, team.done.<done>
	Fault *refusal // why it was not done
	Input input
}

const (
	longestInput  = 16 << 10 // bytes
	actsPerMinute = 30       // of one address
)

// act serves an action. A program gets what came of it as JSON; a page is shown again.
func (h *Handler) act(a action) http.HandlerFunc {
	return h.parts.Edge.Handle(func(w http.ResponseWriter, r *http.Request) error {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		wait, err := h.parts.Limit(r, "team", actsPerMinute)
		if err != nil {
			return err
		}
		if wait > 0 {
			return h.problem(r, errTooMany, wait)
		}
		in, err := read(w, r)
		var answer any
		if err == nil {
			answer, err = a.do(ctx, in)
		}
		refused, is := errors.AsType[*refusal](err)
		program := strings.HasPrefix(r.URL.Path, "/api/")
		switch {
		case err == nil && program:
			return send(w, answer)
		case err == nil:
			http.Redirect(w, r, a.back+"?done="+a.done, http.StatusSeeOther)
			return nil
		case !is:
			return errors.Join(web.ErrUnavailable, err)
		case program:
			return h.problem(r, refused, 0)
		}
		return a.show(w, r, said{Fault: refused, Input: in})
	})
}

// read reads what is asked for.
func read(w http.ResponseWriter, r *http.Request) (in input, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, longestInput)
	sent, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case sent == "application/json":
		err = json.NewDecoder(r.Body).Decode(&in)
	case !strings.HasPrefix(r.URL.Path, "/api/"):
		if err = r.ParseForm(); err == nil {
			in = input{Email: r.PostForm.Get("email"), Name: r.PostForm.Get("name"), Roles: r.PostForm["roles"]}
			in.Version, _ = strconv.Atoi(r.PostForm.Get("version"))
		}
	}
	if err != nil {
		return input{}, errUnreadable
	}
	if path := chi.URLParam(r, "id"); path != "" {
		if in.id, err = uuid.Parse(path); err != nil {
			return input{}, errNobody
		}
	}
	return in, nil
}

// send answers a program.
func send(w http.ResponseWriter, answer any) error {
	if answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, err = w.Write(encoded)
	return err
}

// problem is a refusal in the reader's language.
func (h *Handler) problem(r *http.Request, refused *refusal, wait time.Duration) error {
	problem := h.language(r).Refuse(refused.kind, refused.code, "team.fault."+refused.code).After(wait)
	if refused.field != "" {
		problem = problem.In(map[string]string{refused.field: problem.Public()})
	}
	return problem
}

// language is the one that the reader asks for, or the church's.
func (h *Handler) language(r *http.Request) *web.Language {
	return h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)
}
