package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/capture"
	"narthex/cmd/dev/identity"
)

const (
	identityPort = 9999 // which GoTrue takes by itself
	eventsPort   = 8026
)

// accounts are what the sermon app has elsewhere: the service that keeps its users, and the store that counts them. Either is nil
// where the environment names another one.
type accounts struct {
	identity, events net.Listener
	secret           string // that the service signs tokens with
	pool             *pgxpool.Pool
	stop             context.CancelFunc
	serving          errgroup.Group
}

const analyticsKey = "phc_local"

// openAccounts brings them up, on this machine alone. The service's tables stand in Narthex's database, in a schema of their own, and
// keep their users until the data is removed. What the service mails comes from smtp's mailbox, and its links lead to base.
func openAccounts(ctx context.Context, environment []string, databaseURL, smtp, base string, progress io.Writer) (*accounts, error) {
	a := &accounts{}
	var serving context.Context
	serving, a.stop = context.WithCancel(context.WithoutCancel(ctx)) // they outlast the nodes
	if err := a.open(ctx, serving, environment, databaseURL, smtp, base, progress); err != nil {
		a.stop()
		a.close(progress)
		return nil, err
	}
	return a, nil
}

func (a *accounts) open(ctx, serving context.Context, environment []string, databaseURL, smtp, base string, progress io.Writer) (err error) {
	if !names(environment, "POSTHOG_HOST") && !names(environment, "POSTHOG_PUBLIC_KEY") {
		if a.events, err = listenNear(eventsPort, "the analytics store", progress); err != nil {
			return err
		}
		store := capture.New()
		a.serving.Go(func() error { return store.Serve(serving, a.events) })
	}
	if names(environment, "IDENTITY_URL") {
		return nil
	}
	if a.pool, err = pgxpool.New(ctx, databaseURL); err != nil {
		return fmt.Errorf("open the database for the identity service: %w", err)
	}
	// The same at every start, so that who is signed in stays so; known to nobody who does not know the database's password.
	sum := sha256.Sum256([]byte("identity " + databaseURL))
	a.secret = hex.EncodeToString(sum[:])
	config := identity.Config{
		Pool: a.pool, JWTSecret: a.secret, SiteURL: base, AnonKey: anonKey, Providers: []string{"google"}, AddressHeader: addressHeader,
		Mail: identity.SMTP(smtp, "accounts@narthex.localhost"), Logger: slog.New(slog.NewTextHandler(progress, nil)),
	}
	if a.events != nil { // the database's trigger finds the store by its secrets
		config.Secrets = map[string]string{"POSTHOG_PUBLIC_KEY": analyticsKey, "POSTHOG_HOST": a.eventsURL()}
	}
	service, err := identity.New(ctx, config)
	if err != nil {
		return err
	}
	if a.identity, err = listenNear(identityPort, "the identity service", progress); err != nil {
		return err
	}
	a.serving.Go(func() error { return service.Serve(serving, a.identity) })
	return nil
}

const (
	anonKey       = "sb_publishable_local"
	addressHeader = "Sb-Forwarded-For"
)

// identityURL is where the service is; "" if it is not ours.
func (a *accounts) identityURL() string { return listenerURL(a.identity) }

// eventsURL is where the store's page is; "" if it is not ours.
func (a *accounts) eventsURL() string { return listenerURL(a.events) }

func listenerURL(listener net.Listener) string {
	if listener == nil {
		return ""
	}
	return "http://" + listener.Addr().String()
}

// settings lead Narthex to them. What the environment names, if only as empty, stays as it is.
func (a *accounts) settings(inherited []string) (ours []string) {
	if a.events != nil {
		ours = append(ours, "POSTHOG_HOST="+a.eventsURL(), "POSTHOG_PUBLIC_KEY="+analyticsKey)
	}
	if a.identity == nil {
		return ours
	}
	ours = append(ours, "IDENTITY_URL="+a.identityURL(), "IDENTITY_ANON_KEY="+anonKey, "IDENTITY_JWT_SECRET="+a.secret, "IDENTITY_ADDRESS_HEADER="+addressHeader)
	if !names(inherited, "IDENTITY_PROVIDERS") {
		ours = append(ours, "IDENTITY_PROVIDERS=google")
	}
	return ours
}

// close ends them; the users stay.
func (a *accounts) close(progress io.Writer) {
	a.stop()
	if err := a.serving.Wait(); err != nil {
		fmt.Fprintln(progress, "dev: the identity service:", err)
	}
	if a.pool != nil {
		a.pool.Close()
	}
}
