package sse

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// Resume is GET /api/chatbot/turns/{turnId}/stream: the events after Last-Event-ID, or ?after=, and those still to come.
// Nothing known, or nothing more to come, is 204.
func (h *Handler) Resume(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	ref, err := turnRef(r, query.Get("sessionId"), query.Get("churchId"))
	if err != nil {
		return err
	}
	after, err := lastEvent(r, ref.Turn)
	if err != nil {
		return err
	}
	reader, err := h.service.Resume(r.Context(), ref, after, h.ClientAddress(r))
	if errors.Is(err, chat.ErrTurnNotFound) {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err != nil {
		return err
	}
	defer reader.Close()
	if reader.Over() {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	h.serve(w, r, reader)
	return nil
}

// Stop is POST /api/chatbot/turns/{turnId}/stop.
func (h *Handler) Stop(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		SessionID string `json:"sessionId"`
		ChurchID  string `json:"churchId"`
	}
	if err := h.decode(w, r, &body); err != nil {
		return err
	}
	ref, err := turnRef(r, body.SessionID, body.ChurchID)
	if err != nil {
		return err
	}
	if err := h.service.Stop(r.Context(), ref, h.ClientAddress(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Feedback is POST /api/chatbot/turns/{turnId}/feedback.
func (h *Handler) Feedback(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		SessionID string `json:"sessionId"`
		ChurchID  string `json:"churchId"`
		Value     string `json:"value"`
		Comment   string `json:"comment"`
	}
	if err := h.decode(w, r, &body); err != nil {
		return err
	}
	ref, err := turnRef(r, body.SessionID, body.ChurchID)
	if err != nil {
		return err
	}
	if err := h.service.Feedback(r.Context(), ref, chat.Opinion{Value: body.Value, Comment: body.Comment}, h.ClientAddress(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Confirm is POST /api/chatbot/turns/{turnId}/confirm: the answer to a tool event that asks first. What became of it is the tool's new
// status.
func (h *Handler) Confirm(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		SessionID string `json:"sessionId"`
		ChurchID  string `json:"churchId"`
		CallID    string `json:"callId"`
		Accept    *bool  `json:"accept"`
	}
	if err := h.decode(w, r, &body); err != nil {
		return err
	}
	ref, err := turnRef(r, body.SessionID, body.ChurchID)
	if err != nil {
		return err
	}
	answer, err := chat.ParseConfirmation(body.CallID, body.Accept)
	if err != nil {
		return err
	}
	status, err := h.service.Confirm(r.Context(), ref, answer, h.ClientAddress(r))
	if err != nil {
		return err
	}
	data, err := json.Marshal(status)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(data)
	return err
}

// maxSmallBody is more than any of these requests needs.
const maxSmallBody = 8 << 10

func (h *Handler) decode(w http.ResponseWriter, r *http.Request, into any) error {
	body, err := h.jsonBody(w, r)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(body, maxSmallBody+1))
	if err != nil {
		return chat.ErrInvalidJSON.Because(err)
	}
	if len(data) > maxSmallBody {
		return chat.ErrBodyTooLarge
	}
	if err := json.Unmarshal(data, into); err != nil {
		return chat.ErrInvalidJSON.Because(err)
	}
	return nil
}

// turnRef reads which turn is meant, by whom. The church may be left out.
func turnRef(r *http.Request, sessionID, churchID string) (ref chat.TurnRef, err error) {
	if ref.Turn, err = chat.ParseID(chi.URLParam(r, "turnId")); err != nil {
		return ref, chat.ErrInvalidTurnID.Because(err)
	}
	if ref.Session, err = chat.ParseID(sessionID); err != nil {
		return ref, chat.ErrInvalidSessionID.Because(err)
	}
	if churchID != "" {
		if ref.Church, err = chat.ParseID(churchID); err != nil {
			return ref, chat.ErrInvalidChurchID.Because(err)
		}
	}
	return ref, nil
}

// lastEvent is the place of the last event that the client has seen, by its id or its number.
func lastEvent(r *http.Request, turn uuid.UUID) (live.Place, error) {
	given := r.Header.Get("Last-Event-ID")
	if given == "" {
		given = r.URL.Query().Get("after")
	}
	return live.ParseEventID(given, turn)
}
