package compat

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/static/web"
)

// OpenAI speaks OpenAI's chat completions to programs that hold a key of a church. It answers errors itself, in OpenAI's
// form.
type OpenAI struct {
	service  Service
	churches *church.Store
	keys     *church.APIKeys
	config   Config
	logger   *slog.Logger
}

// NewOpenAI returns the handlers.
func NewOpenAI(service Service, churches *church.Store, keys *church.APIKeys, config Config, logger *slog.Logger) *OpenAI {
	return &OpenAI{service: service, churches: churches, keys: keys, config: config.withDefaults(), logger: logger}
}

// Routes adds the protocol's addresses.
func (o *OpenAI) Routes(r chi.Router, edge *web.Edge) {
	handle := func(handler keyed) http.HandlerFunc { return edge.Handle(o.authenticated(handler)) }
	r.Post("/v1/chat/completions", handle(o.complete))
	r.Get("/v1/models", handle(o.models))
	r.Get("/v1/models/{model}", handle(o.model))
	r.HandleFunc("/v1/*", edge.Handle(o.answered(func(_ http.ResponseWriter, r *http.Request) error { return unknownURL(r) })))
}

// keyed handles a request whose key is known to be good.
type keyed func(w http.ResponseWriter, r *http.Request, key *church.APIKey) error

// authenticated checks the key first.
func (o *OpenAI) authenticated(handler keyed) web.HandlerFunc {
	return o.answered(func(w http.ResponseWriter, r *http.Request) error {
		key, err := o.authenticate(r)
		if err != nil {
			return err
		}
		return handler(w, r, key)
	})
}

// answered answers with the error that a handler returns, which it does only before anything was written.
func (o *OpenAI) answered(handler web.HandlerFunc) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := handler(w, r)
		if err == nil || r.Context().Err() != nil {
			return nil
		}
		refusal := asAPIError(err)
		if refusal.status >= http.StatusInternalServerError {
			o.logger.WarnContext(r.Context(), "a request of a church's program failed", "request_id", web.RequestID(r.Context()), "code", refusal.Code, "error", err)
		}
		refusal.write(w)
		return nil
	}
}

func (o *OpenAI) authenticate(r *http.Request) (*church.APIKey, error) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil, invalidKey()
	}
	key, err := o.keys.Authenticate(r.Context(), strings.TrimSpace(secret))
	switch {
	case errors.Is(err, church.ErrUnknownAPIKey):
		return nil, invalidKey()
	case errors.Is(err, church.ErrUnavailable):
		return nil, chat.ErrUnavailable
	}
	return key, err
}

// complete is POST /v1/chat/completions.
func (o *OpenAI) complete(w http.ResponseWriter, r *http.Request, key *church.APIKey) error {
	var body completionRequest
	if err := readJSON(w, r, o.config.Timing.Body, &body); err != nil {
		return wrongType(err)
	}
	agent, err := o.agent(r.Context(), key, body.Model)
	if err != nil {
		return err
	}
	req, err := body.decode(key, agent, r.Header)
	if err != nil {
		return err
	}
	// A program's visitors all come from its own address, so what is limited is the key.
	reader, err := o.service.Ask(r.Context(), req, "key "+key.ID.String())
	if err != nil {
		return err
	}
	ref := chat.TurnRef{Turn: reader.TurnID(), Session: req.SessionID, Church: req.ChurchID}
	web.About(r.Context(), web.Subject{Church: ref.Church, Session: ref.Session, Turn: ref.Turn})
	turn := follow(o.service, ref, reader)
	defer turn.close()
	err = o.write(w, r, turn, &body)
	if r.Context().Err() != nil && !turn.ended && r.Header.Get("Idempotency-Key") == "" {
		o.abandon(r.Context(), ref)
	}
	return err
}

func (o *OpenAI) write(w http.ResponseWriter, r *http.Request, turn source, body *completionRequest) error {
	if body.Stream {
		return o.stream(w, r, turn, body)
	}
	return o.writeWhole(r.Context(), w, turn, body.Model, time.Now())
}

// stopLimit bounds the stopping of an answer that nobody waits for.
const stopLimit = 5 * time.Second

// abandon stops an answer for which nobody can come back.
func (o *OpenAI) abandon(ctx context.Context, ref chat.TurnRef) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer cancel()
	if err := o.service.Stop(ctx, ref, ""); err != nil && !errors.Is(err, chat.ErrTurnNotFound) {
		o.logger.WarnContext(ctx, "an answer that nobody waits for could not be stopped", "church", ref.Church, "turn", ref.Turn, "error", err)
	}
}

// stream writes a turn as chunks. What goes wrong in mid-stream is told in the stream.
func (o *OpenAI) stream(w http.ResponseWriter, r *http.Request, turn source, body *completionRequest) error {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := startStream(w, o.config.Timing, cancel)
	defer out.close()
	encoder := &completionEncoder{model: body.Model, created: time.Now(), counted: body.StreamOptions.IncludeUsage}
	err := out.copy(ctx, turn, encoder.append)
	if err == nil || errors.Is(err, errGone) || ctx.Err() != nil {
		return nil
	}
	o.logger.WarnContext(ctx, "a streamed answer broke off", "request_id", web.RequestID(ctx), "error", err)
	_ = out.write(errorChunk(nil, err)) // a client that is gone needs no error
	return nil
}

// agent finds the agent that a model's name stands for, if the church has it switched on.
func (o *OpenAI) agent(ctx context.Context, key *church.APIKey, model string) (church.Agent, error) {
	snapshot, err := o.church(ctx, key)
	if err != nil {
		return "", err
	}
	agent, ok := agentOf(model)
	if !ok || !snapshot.Agents[agent].Enabled {
		return "", modelNotFound(model)
	}
	return agent, nil
}

func (o *OpenAI) church(ctx context.Context, key *church.APIKey) (*church.Snapshot, error) {
	snapshot, err := o.churches.ByID(ctx, key.ChurchID)
	switch {
	case errors.Is(err, church.ErrNotFound), errors.Is(err, church.ErrNotSubscribed):
		return nil, chat.ErrChatNotEnabled
	case errors.Is(err, church.ErrUnavailable):
		return nil, chat.ErrUnavailable
	}
	return snapshot, err
}

// modelEntry is an agent as OpenAI's clients list it.
type modelEntry struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

// agentsSince is when the agents came into being, for clients that sort by it.
const agentsSince = 1_767_225_600

func entryOf(agent church.Agent) modelEntry {
	return modelEntry{ID: modelPrefix + string(agent), Object: "model", Created: agentsSince, OwnedBy: "narthex"}
}

// models is GET /v1/models.
func (o *OpenAI) models(w http.ResponseWriter, r *http.Request, key *church.APIKey) error {
	snapshot, err := o.church(r.Context(), key)
	if err != nil {
		return err
	}
	entries := []modelEntry{}
	for _, agent := range snapshot.ActiveAgents() {
		entries = append(entries, entryOf(agent))
	}
	return writeJSON(w, object{"object": "list", "data": entries})
}

// model is GET /v1/models/{model}.
func (o *OpenAI) model(w http.ResponseWriter, r *http.Request, key *church.APIKey) error {
	agent, err := o.agent(r.Context(), key, chi.URLParam(r, "model"))
	if err != nil {
		return err
	}
	return writeJSON(w, entryOf(agent))
}

func writeJSON(w http.ResponseWriter, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(body)
	return nil
}
