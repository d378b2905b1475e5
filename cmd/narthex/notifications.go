package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"text/tabwriter"

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

// notificationsFilter says which ones are meant.
type notificationsFilter struct {
	databaseConfig `embed:""`
	Church         string `help:"The church's slug; all churches by default."`
	Limit          int    `default:"100" help:"At most so many, the newest."`
}

// find opens the database, hands the entries to do and closes it.
func (f notificationsFilter) find(ctx context.Context, wanted notify.Filter, do func(*notify.Queue, []notify.Entry) error) error {
	pool, err := openDatabase(ctx, f.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	wanted.Limit = f.Limit
	if f.Church != "" {
		if wanted.ChurchID, err = churchBySlug(ctx, pool, f.Church); err != nil {
			return err
		}
	}
	queue := notify.NewQueue(pool)
	entries, err := queue.List(ctx, wanted)
	if err != nil {
		return err
	}
	return do(queue, entries)
}

type notificationsListCommand struct {
	notificationsFilter `embed:""`
	Status              string `enum:",queued,sending,sent,failed,dead,skipped" default:"" help:"queued, sending, sent, failed (nobody to send it to), dead (given up) or skipped; all by default."`
}

// Run is called by kong.
func (c *notificationsListCommand) Run(ctx context.Context) error {
	return c.find(ctx, notify.Filter{Status: c.Status}, func(_ *notify.Queue, entries []notify.Entry) error {
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tCHURCH\tKIND\tCHANNEL\tSTATUS\tATTEMPTS\tMADE\tSENT\tTO\tERROR")
		for _, e := range entries {
			kind, to := e.Kind, e.SentTo
			if e.Urgent {
				kind += " (urgent)"
			}
			if to == "" {
				to = e.Audience
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", e.ID, e.Church, kind, e.Channel, e.Status, e.Attempts, moment(&e.CreatedAt), moment(e.SentAt), to, e.LastError)
		}
		return table.Flush()
	})
}

type notificationsRetryCommand struct {
	notificationsFilter `embed:""`
	Status              string      `enum:",queued,failed,dead" default:"" help:"Retry all that are queued, failed or dead."`
	IDs                 []uuid.UUID `arg:"" optional:"" name:"id" help:"Their ids, from list."`
}

// Run is called by kong.
func (c *notificationsRetryCommand) Run(ctx context.Context) error {
	if (c.Status == "") == (len(c.IDs) == 0) {
		return errors.New("say which: either ids or --status")
	}
	return c.find(ctx, notify.Filter{Status: c.Status, IDs: c.IDs}, func(queue *notify.Queue, entries []notify.Entry) error {
		retried := 0
		for _, e := range entries {
			ok, err := queue.Retry(ctx, e.ChurchID, e.ID)
			if err != nil {
				return err
			}
			if ok {
				retried++
			}
		}
		fmt.Printf("%d notifications are tried again\n", retried)
		if wanted := max(len(c.IDs), len(entries)); retried < wanted {
			return fmt.Errorf("%d are not among those that wait or were given up", wanted-retried)
		}
		return nil
	})
}
