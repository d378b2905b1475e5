package chat

import "net/http"

// ClientAddress is whose request it is, for those who serve the chat in other protocols.
func (h *Handler) ClientAddress(r *http.Request) string { return h.clientAddress(r) }
