package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof" // profiles of the floors, beside their metrics
	"os"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"narthex/cmd/loadtest/floor"
	"narthex/cmd/loadtest/upstream"
)

// announcement is the first line a server prints, for whoever started it.
type announcement struct {
	Address string `json:"address"`
	Metrics string `json:"metrics,omitempty"`
}

func (a announcement) print(out io.Writer) error { return json.NewEncoder(out).Encode(a) }

type upstreamCommand struct {
	Listen     string        `default:"127.0.0.1:0" help:"Loopback address; port 0 takes a free one, which is printed."`
	Tokens     int           `default:"150" help:"Tokens in an answer; a question that says \"answer in 37 tokens\" gets 37."`
	Rate       float64       `default:"4" help:"Tokens a second in one answer."`
	FirstToken time.Duration `default:"300ms" help:"From the request to the first token."`
	Jitter     float64       `default:"0.2" help:"Share of each wait by which it may be longer or shorter."`
	Says       string        `help:"A sentence before the tokens of each streamed answer."`
	TooMany    float64       `name:"fault-429" help:"Share of the requests that are refused with 429."`
	Internal   float64       `name:"fault-500" help:"Share of the requests that fail with 500."`
	Silent     float64       `name:"fault-silent" help:"Share of the requests that are never answered."`
	Cut        float64       `name:"fault-cut" help:"Share of the answers that break off."`
	CutAfter   int           `default:"10" help:"Tokens before an answer breaks off."`
}

func (c *upstreamCommand) config() upstream.Config {
	return upstream.Config{
		Tokens: c.Tokens, Rate: c.Rate, FirstToken: c.FirstToken, Jitter: c.Jitter, Says: c.Says,
		Faults: upstream.Faults{TooMany: c.TooMany, Internal: c.Internal, Silent: c.Silent, Cut: c.Cut, CutAfter: c.CutAfter},
	}
}

// lazyGC is for the load's own processes: they hold little, and what they spend is missing to what is measured.
const lazyGC = 800

// Run is called by kong.
func (c *upstreamCommand) Run(ctx context.Context) error {
	debug.SetGCPercent(lazyGC)
	server, err := upstream.New(c.config())
	if err != nil {
		return err
	}
	listener, err := upstream.Listen(c.Listen)
	if err != nil {
		return err
	}
	if err := (announcement{Address: listener.Addr().String()}).print(os.Stdout); err != nil {
		return err
	}
	return server.Serve(ctx, listener)
}

type floorCommand struct {
	Relay   relayCommand   `cmd:"" help:"Copy each answer of a model service to its visitor."`
	Handler handlerCommand `cmd:"" help:"Give every question the answer read from the standard input."`
	Echo    echoCommand    `cmd:"" help:"Take WebSockets and send every message back."`
	Calls   callsFloor     `cmd:"" help:"Take the sockets of calls: one question gets the answer read from the standard input, the others the model's."`
}

type floorConfig struct {
	Listen string `default:"127.0.0.1:0" help:"Loopback address; port 0 takes a free one, which is printed."`
}

type relayCommand struct {
	floorConfig `embed:""`
	Upstream    string `required:"" help:"Base URL of the model service."`
	PromptBytes int    `default:"6000" help:"Length of the prompt before each question."`
}

// Run is called by kong.
func (c *relayCommand) Run(ctx context.Context) error {
	return c.serve(ctx, floor.NewRelay(c.Upstream, c.PromptBytes))
}

type handlerCommand struct {
	floorConfig `embed:""`
}

// maxAnswer bounds the answer that is read, in bytes.
const maxAnswer = 1 << 20

// Run is called by kong.
func (c *handlerCommand) Run(ctx context.Context) error {
	answer, err := io.ReadAll(io.LimitReader(os.Stdin, maxAnswer))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return c.serve(ctx, floor.NewHandler(answer))
}

type echoCommand struct {
	floorConfig `embed:""`
}

// Run is called by kong.
func (c *echoCommand) Run(ctx context.Context) error { return c.serve(ctx, floor.Echo{}) }

type callsFloor struct {
	relayCommand `embed:""`
	Question     string `required:"" help:"The question whose answer is known."`
}

// Run is called by kong.
func (c *callsFloor) Run(ctx context.Context) error {
	answer, err := io.ReadAll(io.LimitReader(os.Stdin, maxAnswer))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return c.serve(ctx, floor.NewCalls(floor.NewRelay(c.Upstream, c.PromptBytes), c.Question, string(answer)))
}

// serve runs a floor on one port, and its metrics and profiles on another, until ctx ends.
func (c floorConfig) serve(ctx context.Context, handler http.Handler) error {
	public, err := upstream.Listen(c.Listen)
	if err != nil {
		return err
	}
	internal, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, public.Close())
	}
	http.Handle("/metrics", promhttp.Handler())
	servers := map[net.Listener]*http.Server{
		public: {Handler: handler, ReadHeaderTimeout: 10 * time.Second}, internal: {ReadHeaderTimeout: 10 * time.Second},
	}
	ended := make(chan error, len(servers))
	for listener, server := range servers {
		go func() { ended <- server.Serve(listener) }() // waited for below
	}
	err = announcement{Address: public.Addr().String(), Metrics: internal.Addr().String()}.print(os.Stdout)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-ended:
			ended <- nil
		}
	}
	for _, server := range servers {
		_ = server.Close()
	}
	for range servers {
		<-ended
	}
	return err
}
