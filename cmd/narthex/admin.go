package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/calls"
	"narthex/admin/conversations"
	"narthex/admin/dashboard"
	"narthex/admin/data"
	"narthex/admin/digest"
	"narthex/admin/documents"
	"narthex/admin/drafts"
	"narthex/admin/faqs"
	"narthex/admin/notify"
	"narthex/admin/regression"
	"narthex/admin/requests"
	"narthex/admin/settings"
	"narthex/admin/simulator"
	"narthex/admin/siteimport"
	"narthex/admin/team"
	"narthex/admin/website"
	"narthex/chat/church"
	"narthex/chat/conduct"
	"narthex/static/web"
)

// adminRoutes adds the admin's house: the way in, and a line for each part. A crisis that is taken on there is told to acknowledged.
func (s *server) adminRoutes(r chi.Router, address func(*http.Request) string, acknowledged func(after time.Duration), pages *web.Pages, edge *web.Edge) {
	baseURL := s.config.BaseURL
	limit := s.limitAnywhere(address)
	guard := access.NewGuard(s.pool, edge, baseURL)
	guard.Through(s.drafts.Entry(pages))
	drafts.NewHandler(drafts.Parts{Drafts: s.drafts, Guard: guard, Pages: pages, Edge: edge}).Routes(r)
	asked := requests.NewHandler(requests.Parts{Pool: s.pool, Guard: guard, Acknowledged: acknowledged, Pages: pages, Edge: edge})
	weekly := digest.NewHandler(s.pool, guard, edge)
	board := dashboard.NewHandler(dashboard.Parts{
		Pool: s.pool, Guard: guard, Limit: limit, Pages: pages, Edge: edge, Logger: s.logger, BaseURL: baseURL, Portal: s.payments.portal(), Tally: asked.Tally, Digest: weekly.Wanted,
		ProveAgain: s.proveAgain,
	})
	people := team.NewHandler(team.Parts{
		Pool: s.pool, Links: s.teamLinks, Mailer: s.notices, Guard: guard, Pages: pages, Edge: edge, Limit: limit,
	})
	access.NewHandler(access.Parts{
		Guard: guard, Pages: pages, Edge: edge, Limit: limit, Home: http.HandlerFunc(edge.Handle(board.Home)),
		Resend: func(ctx context.Context, email string) error { return s.resendLinks(ctx, people, email) },
	}).Routes(r)
	board.Routes(r)
	weekly.Routes(r)
	questions := faqs.NewHandler(faqs.Parts{
		Pool: s.pool, Guard: guard, Embedder: s.embedder, Unfit: s.unfit, Jobs: s.jobs.client, Pages: pages, Edge: edge, Logger: s.logger,
	})
	questions.Routes(r)
	s.learning(guard, questions, pages, edge).Routes(r)
	documents.NewHandler(documents.Parts{
		Pool: s.pool, Guard: guard, Library: s.library, Pages: pages, Edge: edge, Logger: s.logger,
	}).Routes(r)
	asked.Routes(r)
	conversations.NewHandler(conversations.Parts{Pool: s.pool, Guard: guard, Forget: s.chat.ForgetFor, Pages: pages, Edge: edge}).Routes(r)
	calls.NewHandler(calls.Parts{Pool: s.pool, Guard: guard, Forget: s.chat.ForgetFor, Pages: pages, Edge: edge}).Routes(r)
	data.NewHandler(data.Parts{
		Pool: s.pool, Guard: guard, Notices: deletionMail{s.notices}, Limit: s.limitBy(address), Pages: pages, Edge: edge,
	}).Routes(r)
	facts := settings.NewHandler(settings.Parts{Pool: s.pool, Guard: guard, Pages: pages, Edge: edge})
	facts.Routes(r)
	siteimport.NewHandler(siteimport.Parts{
		Pool: s.pool, Guard: guard, Fetcher: s.sites, Facts: facts, FAQs: questions, Jobs: s.jobs.client, Pages: pages, Edge: edge,
	}).Routes(r)
	website.NewHandler(website.Parts{
		Pool: s.pool, Guard: guard, Keys: church.NewAPIKeys(s.churches), Pages: pages, Edge: edge, BaseURL: baseURL,
	}).Routes(r)
	people.Routes(r)
	s.teaching(guard, pages, edge).Routes(r)
	regression.NewHandler(regression.Parts{Pool: s.pool, Guard: guard, Jobs: s.jobs.client, Pages: pages, Edge: edge}).Routes(r)
	simulator.NewHandler(simulator.Parts{
		Pool: s.pool, Guard: guard, Pages: pages, Edge: edge, Churches: s.churches.ByID, Ask: s.tryOut, Within: s.drafts.Within, Limit: s.limitAdmins,
	}).Routes(r)
}

// resendLinks has the links to all dashboards that an address is the admin's of, or somebody of the team's, sent to it, each at most
// once an hour.
func (s *server) resendLinks(ctx context.Context, people *team.Handler, email string) error {
	rows, err := s.pool.Query(ctx, "select churches_administered_by($1)", email)
	if err != nil {
		return fmt.Errorf("look for the churches of an address: %w", err)
	}
	churches, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("look for the churches of an address: %w", err)
	}
	for _, id := range churches {
		if _, err := s.resendLink(ctx, id, email, resendEvery); err != nil {
			return err
		}
	}
	rows, err = s.pool.Query(ctx, "select church, identity from admins_at_address($1)", email)
	if err != nil {
		return fmt.Errorf("look for whom an address is of: %w", err)
	}
	members, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Church, Identity uuid.UUID }])
	if err != nil {
		return fmt.Errorf("look for whom an address is of: %w", err)
	}
	for _, m := range members {
		if err := people.Resend(ctx, m.Church, m.Identity); err != nil {
			return err
		}
	}
	return nil
}

// deletionMail tells a church's admins that it is to be deleted, or is not any more. Package data may not import notify.
type deletionMail struct{ service *notify.Service }

// DeletionAsked implements data.Notices.
func (m deletionMail) DeletionAsked(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error {
	return m.tell(ctx, tx, churchID, "deletion_asked", due, admins, notify.Line{Label: "deleted_at", Text: due.Format(time.RFC3339)}, notify.Line{Label: "asked_by", Text: by})
}

// DeletionWithdrawn implements data.Notices.
func (m deletionMail) DeletionWithdrawn(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error {
	return m.tell(ctx, tx, churchID, "deletion_withdrawn", due, admins, notify.Line{Label: "stopped_at", Text: time.Now().Format(time.RFC3339)}, notify.Line{Label: "stopped_by", Text: by})
}

// tell mails each admin once what became of the deletion that is, or was, due then.
func (m deletionMail) tell(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, kind string, due time.Time, admins []string, lines ...notify.Line) error {
	for _, email := range admins {
		err := m.service.Mail(ctx, tx, notify.Mail{Key: keyOf(churchID, kind, due.Unix(), email), ChurchID: churchID, Kind: kind, To: email, Lines: lines})
		if errors.Is(err, notify.ErrNoticeIncomplete) {
			continue // what is stored is no address
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unfit reports whether a text must not be said in a church's name: the moderation service says, and where there is none or it does
// not answer, the rules for messages of visitors.
func (s *server) unfit(ctx context.Context, text string) bool {
	if s.moderator != nil {
		if verdict, err := s.moderator.Check(ctx, text); err == nil {
			return verdict.Hostile || slices.ContainsFunc(verdict.Categories, func(c string) bool { return strings.HasPrefix(c, "sexual") })
		}
	}
	return conduct.Judge(text) != conduct.Fine
}
