package floor

import (
	"net/http"

	"github.com/coder/websocket"
)

// Echo takes WebSockets and sends every message back.
type Echo struct{}

func (Echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	for {
		kind, data, err := conn.Read(r.Context())
		if err != nil {
			return
		}
		if conn.Write(r.Context(), kind, data) != nil {
			return
		}
	}
}
