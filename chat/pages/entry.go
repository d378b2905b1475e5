package pages

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/static/web"
)

// Entry is what programs are told of a church: what its pages tell everybody, and the id by which it is asked.
type Entry struct {
	ID       uuid.UUID      `json:"id"`
	Slug     string         `json:"slug"`
	Name     string         `json:"name"`
	City     string         `json:"city,omitempty"`
	State    string         `json:"state,omitempty"`
	Country  string         `json:"country,omitempty"`
	Language string         `json:"language"` // BCP 47
	TimeZone string         `json:"timeZone"` // IANA
	Page     string         `json:"page"`     // for people
	Answers  bool           `json:"answers"`  // an assistant answers for it now
	Agents   []church.Agent `json:"agents"`   // empty where none answers
}

// entry is GET /api/churches/{slug}. Pages of other sites may read it: nothing in it is more than anybody can see.
func (h *Handler) entry(w http.ResponseWriter, r *http.Request) error {
	slug := chi.URLParam(r, "slug")
	listed, err := h.directory(r.Context(), slug)
	if errors.Is(err, church.ErrNotFound) {
		return web.ErrNotFound
	}
	if err := lookupError(slug, err); err != nil {
		return err
	}
	told := &Entry{
		ID: listed.ID, Slug: listed.Slug, Name: listed.Name, City: listed.Address.City, State: listed.Address.State, Country: listed.Address.Country,
		Language: listed.Language, TimeZone: listed.Location.String(), Page: h.baseURL + directoryPath(listed.Slug), Agents: []church.Agent{},
	}
	snapshot, err := h.find(r.Context(), slug)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
	case err != nil:
		return err
	case snapshot.Served():
		told.Answers, told.Agents = true, append(told.Agents, snapshot.ActiveAgents()...)
	}
	body, err := json.Marshal(told)
	if err != nil {
		return err
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	return web.Shared{ContentType: "application/json", Body: body}.Serve(w, r)
}
