package sse

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"narthex/chat"
)

// Forget is DELETE /api/chatbot/conversations/{sessionId}?churchId=: deletes a conversation for its visitor, who alone knows
// the session. It answers 204, also when there is no such conversation (any more). Requests that were made in it stay: the
// people of the church have been told of them.
func (h *Handler) Forget(w http.ResponseWriter, r *http.Request) error {
	session, err := chat.ParseID(chi.URLParam(r, "sessionId"))
	if err != nil {
		return chat.ErrInvalidSessionID.Because(err)
	}
	churchID, err := chat.ParseID(r.URL.Query().Get("churchId"))
	if err != nil {
		return chat.ErrInvalidChurchID.Because(err)
	}
	if err := h.service.Forget(r.Context(), churchID, session, h.ClientAddress(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
