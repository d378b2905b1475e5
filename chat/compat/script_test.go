package compat_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/static/web"
)

// frames makes events of lines such as `delta {"text":"Hello"}`, numbered from 1.
func frames(lines ...string) []live.Frame {
	var all []live.Frame
	for i, line := range lines {
		kind, data, _ := strings.Cut(line, " ")
		all = append(all, live.Frame{Seq: i + 1, Kind: chat.EventKind(kind), Data: []byte(data)})
	}
	return all
}

const (
	startLine = `start {"turnId":"0197a3c0-0000-7000-8000-000000000001","sessionId":"0197a3c0-0000-7000-8000-000000000002","agent":"care","resumed":false}`
	tierLine  = `tier {"tier":4,"reason":"model"}`
	doneLine  = `done {"finish":"stop","tier":4,"ms":12,"usage":{"promptTokens":30,"cachedTokens":10,"completionTokens":5}}`
)

// serveScript serves one turn of scripted events, one by one or all together.
func serveScript(t *testing.T, handle func(w http.ResponseWriter, r *http.Request, batches ...[]live.Frame) error, lines ...string) (base string) {
	t.Helper()
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), nil)
	return serve(t, edge.Handle(func(w http.ResponseWriter, r *http.Request) error {
		all := frames(lines...)
		if r.URL.Query().Has("together") {
			return handle(w, r, all)
		}
		var batches [][]live.Frame
		for i := range all {
			batches = append(batches, all[i:i+1])
		}
		return handle(w, r, batches...)
	}))
}

func serve(t *testing.T, handler http.Handler) (base string) {
	server := httptest.NewUnstartedServer(handler)
	server.Config.ReadTimeout, server.Config.WriteTimeout = ordinary, ordinary
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return server.URL
}
