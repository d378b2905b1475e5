package pages_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/pages"
	"narthex/cmd/dev/stack"
	"narthex/static/web"
)

// cluster is the real chat and the real pages on two nodes that share Postgres and Redis, behind a proxy that leads to one
// of them at a time. Only the model is played.
type cluster struct {
	*chattest.Server // the first node
	t                *testing.T
	church           uuid.UUID
	nodes            [2]*chattest.Server
	current          atomic.Int32
	network          *stack.Outage // between the visitor and the proxy
	url              string
}

func openCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, church: uuid.Must(uuid.NewV7())}
	c.nodes[0], c.nodes[1] = chattest.TwoNodes(t, c.withPages)
	c.Server = c.nodes[0]
	c.Exec(t, `insert into churches (id, slug, name, country) values ($1, 'grace-harbor', 'Grace Harbor Church', 'US')`, c.church)
	c.Exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id)
		values ($1, 'pro_chat', 'chat', true, $1)`, c.church)
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Rewrite: func(r *httputil.ProxyRequest) {
			address, err := url.Parse(c.nodes[c.current.Load()].URL)
			if err != nil {
				t.Error(err)
			}
			r.SetURL(address)
		},
	})
	t.Cleanup(func() {
		proxy.CloseClientConnections()
		proxy.Close()
	})
	c.url, c.network = stack.NewOutage(t, proxy.URL)
	return c
}

// withPages has a node serve the pages too, and wait for its model as long as a browser may take.
func (c *cluster) withPages(config *chattest.Config) {
	const slow = 30 * time.Second
	config.Timeouts = model.Timeouts{Connect: time.Second, FirstByte: slow, Idle: slow, Whole: 2 * slow}
	config.Routes = func(node *chattest.Server, router chi.Router) {
		edge, views, assets := newEdge(c.t)
		router.Use(edge.Observe, web.SecurityHeaders)
		router.NotFound(edge.Handle(web.NotFound))
		router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
		pages.NewHandler(partsOf(node.Churches.BySlug, views, edge)).Routes(router)
	}
}

// restart ends the node in use in good order, and leads to the other.
func (c *cluster) restart() {
	old := c.nodes[c.current.Load()]
	c.current.Store(1 - c.current.Load())
	old.Service.Close()
	now, cancel := context.WithCancel(context.Background())
	cancel()
	old.Service.Finish(now)
}

// transcript is what the server has stored of all conversations, when there are so many messages.
func (c *cluster) transcript(messages int) (said []string) {
	c.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		rows, err := c.DB.Admin.Query(c.t.Context(), `select content from messages where church_id = $1 order by created_at, role desc`, c.church)
		chattest.Must(c.t, err)
		said, err = pgx.CollectRows(rows, pgx.RowTo[string])
		chattest.Must(c.t, err)
		if len(said) == messages || time.Now().After(deadline) {
			return said
		}
		time.Sleep(20 * time.Millisecond)
	}
}
