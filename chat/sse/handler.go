package sse

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/turns"
	"narthex/static/web"
)

// Handler serves the chat over HTTP. Its methods return errors for the edge to answer, and only before anything was
// written.
type Handler struct {
	service *turns.Service
	proxies []netip.Prefix
	timing  Timing

	unreadable sync.Once // a proxy's X-Forwarded-For was
}

// Timing bounds the waits of a stream; zero values get the defaults.
type Timing struct {
	KeepAlive time.Duration // a comment line after so much silence, default 15 s
	Write     time.Duration // a reader that takes longer for one event is gone, default 10 s
	Body      time.Duration // the whole request body must arrive in it, default 15 s
}

// NewHandler returns a handler. proxies are the networks whose X-Forwarded-For is believed.
func NewHandler(service *turns.Service, proxies []netip.Prefix, timing Timing) *Handler {
	setDefault := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	setDefault(&timing.KeepAlive, 15*time.Second)
	setDefault(&timing.Write, 10*time.Second)
	setDefault(&timing.Body, 15*time.Second)
	return &Handler{service: service, proxies: proxies, timing: timing}
}

// Routes says where the chat is served. handle turns what a method returns into a response.
func (h *Handler) Routes(r chi.Router, handle func(func(http.ResponseWriter, *http.Request) error) http.HandlerFunc) {
	r.Post("/api/chatbot/stream", handle(h.Stream))
	r.Get("/api/chatbot/turns/{turnId}/stream", handle(h.Resume))
	r.Post("/api/chatbot/turns/{turnId}/stop", handle(h.Stop))
	r.Post("/api/chatbot/turns/{turnId}/feedback", handle(h.Feedback))
	r.Post("/api/chatbot/turns/{turnId}/confirm", handle(h.Confirm))
	r.Delete("/api/chatbot/conversations/{sessionId}", handle(h.Forget))
}

// Stream is POST /api/chatbot/stream: a message in, server-sent events out.
func (h *Handler) Stream(w http.ResponseWriter, r *http.Request) error {
	body, err := h.jsonBody(w, r)
	if err != nil {
		return err
	}
	req, err := chat.DecodeRequest(body)
	if err != nil {
		return err
	}
	about := web.Subject{Church: req.ChurchID, Session: req.SessionID}
	web.About(r.Context(), about)
	reader, err := h.service.Ask(r.Context(), req, h.ClientAddress(r))
	if err != nil {
		return err
	}
	defer reader.Close()
	about.Turn = reader.TurnID()
	web.About(r.Context(), about)
	h.serve(w, r, reader)
	return nil
}

// jsonBody is the body of a request that must be JSON and arrive in time.
func (h *Handler) jsonBody(w http.ResponseWriter, r *http.Request) (io.Reader, error) {
	if !isJSON(r.Header.Get("Content-Type")) {
		return nil, chat.ErrUnsupportedMedia
	}
	// Not every writer has deadlines (a test's recorder has none); the server's own have.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(h.timing.Body))
	return r.Body, nil
}

func isJSON(contentType string) bool {
	const wanted = "application/json"
	if contentType == wanted { // nearly always
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == wanted
}

// serve writes events until there are no more or the visitor has gone. The turn goes on in either case.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, reader *live.Reader) {
	var frames []live.Frame
	var err error
	if !reader.Resumed() { // the first events of a turn are there once it is accepted: nobody waits for these
		if frames, err = reader.Next(r.Context()); err == nil && frames[len(frames)-1].Ends() {
			sendWhole(w, reader.TurnID(), frames)
			return
		}
	}
	// From here the connection is only watched for the visitor leaving.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	stream := startEventStream(w, reader.TurnID(), h.timing, cancel)
	defer stream.close()
	if r.Method == http.MethodGet && stream.open() != nil {
		return
	}
	for ; err == nil; frames, err = reader.Next(ctx) {
		if len(frames) > 0 && stream.send(frames) != nil {
			return
		}
	}
	if errors.Is(err, live.ErrHandedOver) || errors.Is(err, live.ErrReaderSlow) {
		stream.reconnect()
	}
}

// ClientAddress is the peer's address, or, behind believed proxies, the nearest address in X-Forwarded-For that is none. Of
// an IPv6 address it is the network of 64 bits, as 2001:db8:0:1::/64: a host chooses among the others as it likes (RFC 4291, 2.5.1).
func (h *Handler) ClientAddress(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr().Unmap()
	if !h.isProxy(address) {
		return clientOf(address)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && h.isProxy(address); i-- {
		hop, ok := parseHop(strings.TrimSpace(hops[i]))
		if !ok {
			h.noteUnreadable(r, hops[i])
			break
		}
		address = hop.Unmap()
	}
	return clientOf(address)
}

// parseHop reads an address as proxies write it: some add the port (Azure's gateway does), some put IPv6 in brackets.
func parseHop(hop string) (netip.Addr, bool) {
	if address, err := netip.ParseAddr(hop); err == nil {
		return address, true
	}
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr(), true
	}
	bare, opened := strings.CutPrefix(hop, "[")
	bare, closed := strings.CutSuffix(bare, "]")
	address, err := netip.ParseAddr(bare)
	return address, opened && closed && err == nil
}

// noteUnreadable says once that a believed proxy names no client: all who come through it share their limits then. A proxy that
// names nobody at all may be asking for itself.
func (h *Handler) noteUnreadable(r *http.Request, hop string) {
	if strings.TrimSpace(hop) == "" {
		return
	}
	h.unreadable.Do(func() {
		slog.WarnContext(r.Context(), "a trusted proxy sends an X-Forwarded-For that cannot be read: its visitors share one address and its limits", "proxy", r.RemoteAddr, "length", len(hop))
	})
}

// clientOf names whom an address may belong to.
func clientOf(address netip.Addr) string {
	if address.Is4() {
		return address.String()
	}
	return netip.PrefixFrom(address, 64).Masked().String()
}

func (h *Handler) isProxy(address netip.Addr) bool {
	for _, network := range h.proxies {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
