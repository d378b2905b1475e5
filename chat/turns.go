package chat

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
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
	reader, err := h.service.Resume(r.Context(), ref, after)
	if errors.Is(err, ErrTurnNotFound) {
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
	if err := h.service.Stop(r.Context(), ref); err != nil {
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
	if err := h.service.Feedback(r.Context(), ref, Opinion{Value: body.Value, Comment: body.Comment}); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
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
		return ErrInvalidJSON.because(err)
	}
	if len(data) > maxSmallBody {
		return ErrBodyTooLarge
	}
	if err := json.Unmarshal(data, into); err != nil {
		return ErrInvalidJSON.because(err)
	}
	return nil
}

// turnRef reads which turn is meant, by whom. The church may be left out.
func turnRef(r *http.Request, sessionID, churchID string) (ref TurnRef, err error) {
	if ref.Turn, err = parseID(chi.URLParam(r, "turnId")); err != nil {
		return ref, ErrInvalidTurnID.because(err)
	}
	if ref.Session, err = parseID(sessionID); err != nil {
		return ref, ErrInvalidSessionID.because(err)
	}
	if churchID != "" {
		if ref.Church, err = parseID(churchID); err != nil {
			return ref, ErrInvalidChurchID.because(err)
		}
	}
	return ref, nil
}

// lastEvent is the number of the last event that the client has seen: <turn>:<seq> or <seq>, 0 for none.
func lastEvent(r *http.Request, turn uuid.UUID) (int, error) {
	given := r.Header.Get("Last-Event-ID")
	if given == "" {
		given = r.URL.Query().Get("after")
	}
	return parseEventID(given, turn)
}

// parseEventID reads the id of an event of the turn, or its number alone; "" is 0.
func parseEventID(given string, turn uuid.UUID) (int, error) {
	if given == "" {
		return 0, nil
	}
	seq, err := strconv.Atoi(strings.TrimPrefix(given, turn.String()+":"))
	if err != nil || seq < 0 {
		return 0, ErrInvalidEventID.because(err)
	}
	return seq, nil
}
