package compat

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/sse"
	"narthex/static/web"
)

// UI speaks the AI SDK's UI message stream. Its handlers return errors for the edge to answer.
type UI struct {
	service Service
	config  Config
}

// Config is what both protocols need to serve HTTP.
type Config struct {
	// Address tells whose request it is, for limits.
	Address func(*http.Request) string
	// Timing bounds the waits; zero values get the chat's defaults.
	Timing sse.Timing
}

func (c Config) withDefaults() Config {
	setDefault := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	setDefault(&c.Timing.KeepAlive, 15*time.Second)
	setDefault(&c.Timing.Write, 10*time.Second)
	setDefault(&c.Timing.Body, 15*time.Second)
	return c
}

// NewUI returns the handlers.
func NewUI(service Service, config Config) *UI {
	return &UI{service: service, config: config.withDefaults()}
}

// Routes adds the protocol's addresses.
func (u *UI) Routes(r chi.Router, edge *web.Edge) {
	r.Post("/api/chatbot/ui", edge.Handle(u.Ask))
	r.Get("/api/chatbot/ui/{chatId}/stream", edge.Handle(u.Resume))
}

// Ask is POST /api/chatbot/ui, what sendMessage and regenerate call.
func (u *UI) Ask(w http.ResponseWriter, r *http.Request) error {
	var body uiRequest
	if err := readJSON(w, r, u.config.Timing.Body, &body); err != nil {
		return err
	}
	req, err := body.decode(r)
	if err != nil {
		return err
	}
	ref := chat.TurnRef{Session: req.SessionID, Church: req.ChurchID}
	replaced := ref
	if body.Trigger == triggerRegenerate {
		replaced.Turn, _ = u.service.Running(r.Context(), ref)
	}
	reader, err := u.service.Ask(r.Context(), req, u.config.Address(r))
	if err != nil {
		return err // what is being answered goes on: nothing takes its place
	}
	ref.Turn = reader.TurnID()
	if replaced.Turn != uuid.Nil && replaced.Turn != ref.Turn {
		u.stop(r.Context(), replaced)
	}
	web.About(r.Context(), web.Subject{Church: ref.Church, Session: ref.Session, Turn: ref.Turn})
	turn := follow(u.service, ref, reader)
	defer turn.close()
	return u.stream(w, r, turn)
}

// stop ends the answer whose place another takes. One that cannot be stopped goes on unread, which is no reason to withhold the other.
func (u *UI) stop(ctx context.Context, ref chat.TurnRef) {
	if err := u.service.Stop(ctx, ref, ""); err != nil && !errors.Is(err, chat.ErrTurnNotFound) {
		slog.WarnContext(ctx, "the answer that is asked for anew could not be stopped", "turn", ref.Turn, "church", ref.Church, "error", err)
	}
}

// Resume is GET /api/chatbot/ui/{chatId}/stream, what resumeStream calls: the running answer from its start, or nothing.
func (u *UI) Resume(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	var ref chat.TurnRef
	var ok bool
	if ref.Session, ok = parseID(chi.URLParam(r, "chatId")); !ok {
		return chat.ErrInvalidSessionID
	}
	if ref.Church, ok = parseID(query.Get("churchId")); !ok {
		return chat.ErrInvalidChurchID
	}
	if ref.Turn, ok = parseID(query.Get("turn")); !ok {
		return chat.ErrTurnNotFound
	}
	if !query.Has("turn") {
		if ref.Turn, ok = u.service.Running(r.Context(), ref); !ok {
			return nothingRuns(w)
		}
	}
	reader, err := u.service.Resume(r.Context(), ref, live.Place{}, u.config.Address(r))
	if errors.Is(err, chat.ErrTurnNotFound) {
		return nothingRuns(w)
	}
	if err != nil {
		return err
	}
	turn := follow(u.service, ref, reader)
	defer turn.close()
	return u.stream(w, r, turn)
}

func nothingRuns(w http.ResponseWriter) error {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// stream writes a turn. What cannot be followed to its end is cut off: to the client a stream that just ends would be a
// whole answer, while after a broken one it resumes.
func (u *UI) stream(w http.ResponseWriter, r *http.Request, turn source) error {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	w.Header().Set("X-Vercel-Ai-Ui-Message-Stream", "v1")
	out := startStream(w, u.config.Timing, cancel)
	defer out.close()
	err := out.copy(ctx, turn, (&uiEncoder{}).append)
	if errors.Is(err, errGone) || ctx.Err() != nil {
		return nil
	}
	return err
}
