package main

import (
	"context"
	"fmt"
	"io"
	"net"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/telephone"
)

const telephonePort = 8027

// demoNumbers can be called: those that the seed gives to churches, and one that nobody has.
var demoNumbers = []telephone.Number{
	{Number: "+12075550145", Name: "Grace Harbor"},
	{Number: "+12075550199", Name: "nobody"},
}

// exchange is the page that plays a caller; nil where the environment's account cannot be known.
type exchange struct {
	listener net.Listener
	stop     context.CancelFunc
	serving  errgroup.Group
}

// openTelephone brings the page up, on this machine alone. It runs until close.
func openTelephone(environment []string, where addresses, progress io.Writer) (*exchange, error) {
	token := lookup(environment, "TWILIO_AUTH_TOKEN")
	if token == "" {
		return nil, nil // no calls are taken
	}
	listener, err := listenNear(telephonePort, "the telephone", progress)
	if err != nil {
		return nil, err
	}
	e := &exchange{listener: listener}
	var ctx context.Context
	ctx, e.stop = context.WithCancel(context.Background()) // a call goes on while nodes end
	page := telephone.New(telephone.Config{Base: "http://" + nodes.Dialable(where.Listen), Told: where.Base, Token: token, Numbers: demoNumbers})
	e.serving.Go(func() error { return page.Serve(ctx, listener) })
	return e, nil
}

// url is where the page is; "" where there is none.
func (e *exchange) url() string {
	if e == nil {
		return ""
	}
	return "http://" + e.listener.Addr().String()
}

func (e *exchange) close(progress io.Writer) {
	if e == nil {
		return
	}
	e.stop()
	if err := e.serving.Wait(); err != nil {
		fmt.Fprintf(progress, "the telephone: %v\n", err)
	}
}
