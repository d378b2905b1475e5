package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/notify"
	"narthex/admin/ownership"
	"narthex/admin/team"
	"narthex/chat/church"
)

// openNotifications returns what tells churches of their visitors.
func (c notifyConfig) openNotifications(pool *pgxpool.Pool, baseURL string, links *notify.Links, makers map[string]notify.LinkMaker, registerer prometheus.Registerer, logger *slog.Logger) (*notify.Service, error) {
	service, err := notify.New(pool, notify.Config{
		BaseURL: baseURL, Links: links, LinkMakers: makers, SMTPURL: c.SMTPURL.reveal(), MailFrom: c.MailFrom, FounderEmail: c.FounderEmail,
		Twilio: notify.Twilio{
			AccountSID: c.TwilioAccountSID, AuthToken: c.TwilioAuthToken.reveal(), From: c.TwilioFrom, APIBase: c.TwilioAPIBase,
		},
		Registerer: registerer, Logger: logger,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the notifications: %w", err)
	}
	return service, nil
}

// openLinks returns the links by which people acknowledge crises, signed with a key that all nodes share.
func openLinks(ctx context.Context, pool *pgxpool.Pool, baseURL string) (*notify.Links, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "acknowledgement")
	if err != nil {
		return nil, err
	}
	return notify.NewLinks(baseURL, key)
}

// openTeamLinks returns the links of people of a team to their dashboard.
func openTeamLinks(ctx context.Context, pool *pgxpool.Pool, baseURL string) (*team.Links, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "team")
	if err != nil {
		return nil, err
	}
	return team.NewLinks(baseURL, key)
}

// openOwners returns the links by which it is settled whose a church is.
func openOwners(ctx context.Context, pool *pgxpool.Pool, baseURL string) (*ownership.Links, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, pool, "ownership")
	if err != nil {
		return nil, err
	}
	return ownership.NewLinks(baseURL, key)
}

// notificationsCommand is for operators: it shows whom what was sent to, and never what it said.
type notificationsCommand struct {
	List  notificationsListCommand  `cmd:"" help:"List notifications, newest first."`
	Retry notificationsRetryCommand `cmd:"" help:"Have notifications sent that wait or were given up; a running server does so within seconds."`
}

// notificationsScope says whose are meant.
type notificationsScope struct {
	databaseConfig `embed:""`
	Church         string `help:"The church's slug; all churches by default."`
}

// open opens the database, hands its queue and the church, zero for all, to do, and closes it.
func (s notificationsScope) open(ctx context.Context, do func(*notify.Queue, uuid.UUID) error) error {
	pool, err := openDatabase(ctx, s.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	var churchID uuid.UUID
	if s.Church != "" {
		if churchID, err = churchBySlug(ctx, pool, s.Church); err != nil {
			return err
		}
	}
	return do(notify.NewQueue(pool), churchID)
}

type notificationsListCommand struct {
	notificationsScope `embed:""`
	Status             string `enum:",queued,sending,sent,failed,dead,skipped" default:"" help:"queued, sending, sent, failed (nobody to send it to), dead (given up) or skipped; all by default."`
	Limit              int    `default:"100" help:"At most so many, the newest."`
}

// Run is called by kong.
func (c *notificationsListCommand) Run(ctx context.Context) error {
	return c.open(ctx, func(queue *notify.Queue, churchID uuid.UUID) error {
		entries, err := queue.List(ctx, notify.Filter{ChurchID: churchID, Status: c.Status, Limit: c.Limit})
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tCHURCH\tKIND\tCHANNEL\tSTATUS\tATTEMPTS\tMADE\tDUE\tSENT\tTO\tERROR")
		for _, e := range entries {
			kind, to := e.Kind, e.SentTo
			if e.Urgent {
				kind += " (urgent)"
			}
			if to == "" {
				to = e.Audience
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", e.ID, e.Church, kind, e.Channel, e.Status, e.Attempts, moment(&e.CreatedAt), moment(dueOf(e)), moment(e.SentAt), to, e.LastError)
		}
		return table.Flush()
	})
}

// dueOf is when an entry is tried, nil when it is not tried any more or just now.
func dueOf(e notify.Entry) *time.Time {
	if e.Status == "queued" || e.Status == "failed" {
		return &e.DueAt
	}
	return nil
}

type notificationsRetryCommand struct {
	notificationsScope `embed:""`
	Status             string      `enum:",queued,failed,dead" default:"" help:"Retry all that are queued, failed or dead."`
	IDs                []uuid.UUID `arg:"" optional:"" name:"id" help:"Their ids, from list."`
}

// Run is called by kong.
func (c *notificationsRetryCommand) Run(ctx context.Context) error {
	if (c.Status == "") == (len(c.IDs) == 0) {
		return errors.New("say which: either ids or --status")
	}
	return c.open(ctx, func(queue *notify.Queue, churchID uuid.UUID) error {
		retried, err := queue.Retry(ctx, notify.Filter{ChurchID: churchID, Status: c.Status, IDs: c.IDs})
		fmt.Printf("%d notifications are tried again\n", retried.Count)
		if retried.Held > 0 {
			fmt.Printf("%d of them are held back on purpose, and go out when they are due, as list shows\n", retried.Held)
		}
		if err == nil && retried.Count < len(c.IDs) {
			return fmt.Errorf("%d are not among those that wait or were given up", len(c.IDs)-retried.Count)
		}
		return err
	})
}
