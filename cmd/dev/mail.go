package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/mailbox"
)

const (
	mailboxPort = 8025 // the page's
	smtpPort    = 1025
)

// post is the mailbox that messages of the local Narthex arrive in.
type post struct {
	smtp, web net.Listener
	stop      context.CancelFunc
	serving   errgroup.Group
}

// openPost brings a mailbox up, on this machine alone. It runs until close.
func openPost(progress io.Writer) (*post, error) {
	p := &post{}
	var err error
	if p.smtp, err = listenNear(smtpPort, "the mail server", progress); err != nil {
		return nil, err
	}
	if p.web, err = listenNear(mailboxPort, "the mailbox", progress); err != nil {
		_ = p.smtp.Close() // the error at hand says more
		return nil, err
	}
	var ctx context.Context
	ctx, p.stop = context.WithCancel(context.Background()) // it outlasts the nodes, which may have something to send to the end
	box := mailbox.New(mailbox.Config{})
	p.serving.Go(func() error { return box.ServeSMTP(ctx, p.smtp) })
	p.serving.Go(func() error { return box.ServeHTTP(ctx, p.web) })
	return p, nil
}

func listenNear(port int, what string, progress io.Writer) (net.Listener, error) {
	address, err := freeAddress(port, what, progress)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for %s: %w", what, err)
	}
	return listener, nil
}

// url is where the mailbox's page is.
func (p *post) url() string { return "http://" + p.web.Addr().String() }

// settings send Narthex's messages to the mailbox. What the environment names, if only as empty, stays as it is; of
// Twilio's settings all or none are ours.
func (p *post) settings(inherited []string) (ours []string) {
	for _, setting := range []string{
		"SMTP_URL=smtp://" + p.smtp.Addr().String() + "?tls=none", "MAIL_FROM=hello@narthex.localhost", "FOUNDER_EMAIL=founder@narthex.localhost",
	} {
		if name, _, _ := strings.Cut(setting, "="); !names(inherited, name) {
			ours = append(ours, setting)
		}
	}
	if !names(inherited, "TWILIO_ACCOUNT_SID") {
		ours = append(ours, "TWILIO_ACCOUNT_SID=AClocal", "TWILIO_AUTH_TOKEN=local", "TWILIO_FROM=+15005550006", "TWILIO_API_BASE="+p.url())
	}
	return ours
}

// names reports whether the environment has the variable.
func names(environment []string, variable string) bool {
	for _, setting := range environment {
		if strings.HasPrefix(setting, variable+"=") {
			return true
		}
	}
	return false
}

// close ends the mailbox; what has arrived is gone.
func (p *post) close(progress io.Writer) {
	p.stop()
	if err := p.serving.Wait(); err != nil {
		fmt.Fprintln(progress, "dev: the mailbox:", err)
	}
}
