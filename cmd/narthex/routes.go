package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"narthex/admin/acknowledge"
	"narthex/admin/ownership"
	"narthex/admin/signup"
	"narthex/admin/terms"
	"narthex/chat/church"
	"narthex/chat/compat"
	"narthex/chat/pages"
	"narthex/chat/panics"
	"narthex/chat/sse"
	"narthex/chat/tools/events"
	"narthex/chat/websocket"
	"narthex/static"
	"narthex/static/messages"
	"narthex/static/web"
)

// listen sets up the HTTP servers; run starts them.
func (s *server) listen(ctx context.Context) error {
	assets, err := web.NewAssets(static.Assets, static.Modules)
	if err != nil {
		return fmt.Errorf("read the assets: %w", err)
	}
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		return fmt.Errorf("read the interface texts: %w", err)
	}
	templates, err := web.NewPages(static.Templates, languages, assets)
	if err != nil {
		return fmt.Errorf("read the pages: %w", err)
	}
	edge, guard := web.NewEdge(s.logger, s.registry, templates), panics.New(s.logger, s.registry)
	edge.OnPanic(func() { guard.Count("request") })
	if s.widget, err = s.newWidget(ctx, templates, edge, assets); err != nil {
		return err
	}
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders, web.StrictTransport(s.config.BaseURL), s.strayCodes, s.widget.Preflights)
	r.NotFound(edge.Handle(web.NotFound))
	r.MethodNotAllowed(edge.Handle(web.MethodNotAllowed))
	r.Get("/assets/*", edge.Handle(assets.Serve))
	visitors := sse.NewHandler(s.chat, s.config.TrustedProxies, sse.Timing{})
	pages.NewHandler(pages.Parts{
		Lookup: s.churches.BySlug, Directory: s.churches.Directory, Events: events.NewStore(s.pool).Public,
		Limit: s.limitBy(visitors.ClientAddress), Previews: s.previews,
		Pages: templates, Edge: edge, BaseURL: s.config.BaseURL,
	}).Routes(r)
	s.widget.Routes(r)
	crises := acknowledge.NewHandler(acknowledge.Parts{
		Pool: s.pool, Links: s.links, Pages: templates, Edge: edge, Registerer: s.registry, Logger: s.logger,
	})
	crises.Routes(r)
	ownership.NewHandler(ownership.Parts{
		Pool: s.pool, Links: s.owners, Refuse: s.payments.refuse, Tell: tellRejected(s.notices), Pages: templates, Edge: edge, Logger: s.logger,
	}).Routes(r)
	catalogue, err := s.catalogue(ctx, templates)
	if err != nil {
		return err
	}
	s.onboardingRoutes(r, catalogue, s.limitAnywhere(visitors.ClientAddress), templates, edge)
	terms.NewHandler(terms.Parts{Facts: s.config.facts(), BaseURL: s.config.BaseURL, Pages: templates, Edge: edge}).Routes(r)
	if err := s.blogRoutes(ctx, r, assets, templates, edge); err != nil {
		return err
	}
	s.adminRoutes(r, visitors.ClientAddress, crises.Acknowledged, templates, edge)
	if err := s.accountRoutes(r, visitors.ClientAddress, templates, edge); err != nil {
		return err
	}
	s.payments.routes(r, s, catalogue, visitors.ClientAddress, templates, edge)
	handle := func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return edge.Handle(h) }
	guarded := r.With(s.widget.Guard)
	visitors.Routes(guarded, handle)
	// Whose pages may open sockets the guard says, who knows our own address as well.
	if s.sockets, err = websocket.New(s.chat, visitors.ClientAddress, websocket.Config{
		PerAddress: s.connections.PerAddress, Registerer: s.registry, Logger: s.logger,
	}); err != nil {
		return err
	}
	s.sockets.Routes(guarded, handle)
	if err := s.voiceRoutes(ctx, r, edge); err != nil {
		return err
	}
	others := compat.Config{Address: visitors.ClientAddress}
	compat.NewUI(s.chat, others).Routes(guarded, edge)
	compat.NewOpenAI(s.chat, s.churches, church.NewAPIKeys(s.churches), others, s.logger).Routes(r, edge)
	s.health(r, s.config.PublicMetrics)
	if s.config.PublicMetrics {
		r.Handle("/metrics", s.metricsHandler())
	}
	if s.config.MetricsAddr != "" {
		s.internal = newHTTPServer(s.config.MetricsAddr, s.internalRoutes())
	}
	s.public = newHTTPServer(s.config.ListenAddr, r)
	return nil
}

// catalogue is what the onboarding form offers to choose from.
func (s *server) catalogue(ctx context.Context, pages *web.Pages) (*signup.Catalogue, error) {
	var languages []string
	for _, language := range pages.Languages() {
		languages = append(languages, language.Code)
	}
	return signup.ReadCatalogue(ctx, s.pool, languages)
}

// limitBy counts requests by the address that they come from, over all nodes together.
func (s *server) limitBy(address func(*http.Request) string) pages.Limit {
	return func(r *http.Request, churchID uuid.UUID, kind string, perMinute int) (time.Duration, error) {
		decision, err := s.limiter.Allow(r.Context(), churchID, kind, address(r), perMinute)
		if err != nil || decision.Allowed {
			return 0, err
		}
		return max(decision.RetryAfter, time.Second), nil
	}
}

func (s *server) metricsHandler() http.Handler {
	return promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{Registry: s.registry})
}

// internalRoutes are for operators alone.
func (s *server) internalRoutes() http.Handler {
	r := chi.NewRouter()
	s.health(r, true)
	r.Handle("/metrics", s.metricsHandler())
	r.HandleFunc("/debug/pprof/*", pprof.Index)
	r.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	r.HandleFunc("/debug/pprof/profile", pprof.Profile)
	r.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	r.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return r
}
