package team

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"narthex/static/web"
)

func (h *Handler) invite(ctx context.Context, in input) (any, error) {
	email, err := addressOf(in.Email)
	if err != nil {
		return nil, err
	}
	name, err := nameOf(in.Name)
	if err != nil {
		return nil, err
	}
	roles, ok := rolesOf(in.Roles)
	if !ok {
		return nil, errRoles
	}
	id, err := h.store.invite(ctx, invitation{email, name, roles})
	return struct {
		ID uuid.UUID `json:"id"`
	}{id}, err
}

func (h *Handler) changeRoles(ctx context.Context, in input) (any, error) {
	roles, ok := rolesOf(in.Roles)
	if !ok {
		return nil, errRoles
	}
	version, err := h.store.give(ctx, in.id, roles, in.Version)
	return struct {
		Version int `json:"version"`
	}{version}, err
}

func (h *Handler) remove(ctx context.Context, in input) (any, error) {
	return nil, h.store.remove(ctx, in.id, in.Version)
}

func (h *Handler) resend(ctx context.Context, in input) (any, error) {
	return nil, h.store.resend(ctx, in.id)
}

func (h *Handler) askAddress(ctx context.Context, in input) (any, error) {
	email, err := addressOf(in.Email)
	if err != nil {
		return nil, err
	}
	return nil, h.store.askAddress(ctx, email)
}

func (h *Handler) withdrawAddress(ctx context.Context, _ input) (any, error) {
	return nil, h.store.withdrawAddress(ctx)
}

func (h *Handler) renewAccount(ctx context.Context, _ input) (any, error) {
	return nil, h.store.renewAccount(ctx)
}

func (h *Handler) renewOwn(ctx context.Context, _ input) (any, error) {
	return nil, h.store.renew(ctx)
}

func (h *Handler) endSession(ctx context.Context, in input) (any, error) {
	return nil, h.store.endSession(ctx, in.id)
}

func (h *Handler) endOthers(ctx context.Context, _ input) (any, error) {
	ended, err := h.store.endOthers(ctx)
	return struct {
		Ended int64 `json:"ended"`
	}{ended}, err
}

// listTeam is GET /api/admin/team.
func (h *Handler) listTeam(w http.ResponseWriter, r *http.Request) error {
	members, err := h.store.members(r.Context())
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return send(w, map[string]any{"members": members})
}

// listSessions is GET /api/admin/sessions.
func (h *Handler) listSessions(w http.ResponseWriter, r *http.Request) error {
	sessions, err := h.store.sessions(r.Context())
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return send(w, map[string]any{"sessions": sessions})
}

// listActivity is GET /api/admin/audit, and with ?before=<id> what was changed before that.
func (h *Handler) listActivity(w http.ResponseWriter, r *http.Request) error {
	changes, more, err := h.store.changes(r.Context(), beforeOf(r))
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return send(w, map[string]any{"changes": changes, "more": more})
}

// beforeOf is the change before which a page begins; nil: it is the first page.
func beforeOf(r *http.Request) *uuid.UUID {
	id, err := uuid.Parse(r.URL.Query().Get("before"))
	if err != nil {
		return nil
	}
	return &id
}
