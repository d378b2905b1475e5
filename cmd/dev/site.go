package main

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/cmd/dev/stack"
)

const sitePort = 8090

// siteCommand serves what a church's own website might be, for trying out the widget on a page that is not ours.
type siteCommand struct {
	Church  string `default:"grace-harbor" help:"Whose chat the page shows."`
	Foreign bool   `help:"A site that the church has not listed: the button does not appear, and the attempt is counted."`
	Strict  bool   `help:"With a strict content security policy, which allows what the widget needs and nothing else."`
}

func (c siteCommand) Run(ctx context.Context) error {
	servers, err := stack.Running(ctx)
	if err != nil {
		return err
	}
	home, err := stack.Home()
	if err != nil {
		return err
	}
	narthex, ok := findRunning(home)
	if !ok || narthex.Base == "" {
		return errors.New("start Narthex first, with `go run ./cmd/dev`")
	}
	address, err := freeAddress(sitePort, "the site", os.Stderr)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen for the site: %w", err)
	}
	origin := "http://" + address
	if !c.Foreign {
		forget, err := listSite(ctx, servers.DatabaseURL, c.Church, origin)
		if err != nil {
			_ = listener.Close()
			return err
		}
		defer forget()
	}
	fmt.Fprintf(os.Stdout, "A page with the chat of %s: %s\n", c.Church, origin)
	return serveSite(ctx, listener, c.handler(narthex.Base))
}

// listSite lists the site with the church for as long as it is served.
func listSite(ctx context.Context, database, slug, origin string) (forget func(), err error) {
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return nil, err
	}
	var id uuid.UUID
	if err := pool.QueryRow(ctx, `select id from churches where slug = $1`, slug).Scan(&id); err != nil {
		pool.Close()
		return nil, fmt.Errorf("look for the church %s: %w", slug, err)
	}
	widgets := church.NewWidgets(pool)
	if _, err := widgets.Allow(ctx, id, origin); err != nil {
		pool.Close()
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := widgets.Disallow(ctx, id, origin); err != nil {
			fmt.Fprintln(os.Stderr, "dev:", err)
		}
		pool.Close()
	}, nil
}

func serveSite(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

var sitePage = template.Must(template.New("site").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Somebody's website</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Somebody's website</h1>
<p>This page stands for a church's own website. The button in its corner comes from one line:</p>
<pre>{{.Snippet}}</pre>
<p><a href="{{.Base}}/chat/{{.Church}}" data-narthex-open data-narthex-message="When are your services?">Ask about our services</a></p>
<script src="{{.Base}}/widget.js" data-church="{{.Church}}" async></script>
</body>
</html>
`))

// handler serves the page, on every path.
func (c siteCommand) handler(base string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if c.Strict {
			w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "+
				"require-trusted-types-for 'script'; trusted-types 'none'; script-src %s; frame-src %s", base, base))
		}
		if err := c.write(w, base); err != nil {
			fmt.Fprintln(os.Stderr, "dev: the site:", err)
		}
	})
}

func (c siteCommand) write(w io.Writer, base string) error {
	snippet := fmt.Sprintf(`<script src="%s/widget.js" data-church="%s" async></script>`, base, c.Church)
	return sitePage.Execute(w, struct{ Base, Church, Snippet string }{base, c.Church, snippet})
}
