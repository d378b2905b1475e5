package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/temoto/robotstxt"
)

// Visit is the reading of one site, a page at a time. It is for one goroutine.
type Visit struct {
	fetcher *Fetcher
	site    Site
	robots  map[string]rules // by scheme and host
	last    time.Time        // when a page was asked for
}

// Visit begins to read a site.
func (f *Fetcher) Visit(site Site) *Visit {
	return &Visit{fetcher: f, site: site, robots: make(map[string]rules)}
}

// rules are those of a host's robots.txt.
type rules struct {
	group    *robotstxt.Group // nil: nothing may be read
	sitemaps []string
	refused  error // why nothing is known of it
}

// mostHosts is how many hosts of a site are asked for their rules.
const mostHosts = 4

// longestPause is the longest that a site may ask for between two pages: with more, next to nothing of it would be read in time.
const longestPause = 10 * time.Second

// pause waits until the next request may be made.
func (v *Visit) pause(ctx context.Context, between time.Duration) error {
	if wait := between - time.Since(v.last); !v.last.IsZero() && wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
		}
	}
	v.last = time.Now()
	return nil
}

// between is the pause before a page of a host.
func (v *Visit) between(r rules) time.Duration {
	if r.group == nil {
		return v.fetcher.config.Pause
	}
	return max(v.fetcher.config.Pause, min(r.group.CrawlDelay, longestPause))
}

// rulesAt are the rules of a host. They are read once a visit.
func (v *Visit) rulesAt(ctx context.Context, address *url.URL) rules {
	host := address.Scheme + "://" + address.Host
	if known, ok := v.robots[host]; ok {
		return known
	}
	if len(v.robots) >= mostHosts {
		return rules{refused: &Refusal{Reason: Forbidden, URL: address.String(), Cause: errors.New("it is on one host too many")}}
	}
	read := v.readRules(ctx, &url.URL{Scheme: address.Scheme, Host: address.Host, Path: "/robots.txt"})
	if ctx.Err() == nil {
		v.robots[host] = read
	}
	return read
}

// readRules reads a robots.txt as RFC 9309 says: what is not there forbids nothing, what cannot be had forbids all.
func (v *Visit) readRules(ctx context.Context, address *url.URL) rules {
	if err := v.pause(ctx, v.fetcher.config.Pause); err != nil {
		return rules{refused: err}
	}
	got, err := v.fetcher.get(ctx, v.site, address, "text/plain", func(*url.URL) error { return nil })
	if refused, ok := errors.AsType[*Refusal](err); ok && refused.Reason == Moved {
		got, err = answer{status: http.StatusNotFound}, nil
	}
	if err != nil {
		return rules{refused: err}
	}
	switch got.status / 100 {
	case 2:
	case 5:
		return rules{refused: &Refusal{Reason: Forbidden, URL: address.String(), Cause: fmt.Errorf("status %d", got.status)}}
	default:
		got.body = nil
	}
	read, err := robotstxt.FromBytes(got.body)
	if err != nil { // not a robots.txt: often the page that says that there is none
		read, _ = robotstxt.FromBytes(nil)
	}
	return rules{group: read.FindGroup(v.fetcher.name()), sitemaps: read.Sitemaps}
}

// name is the agent's, without its version and address.
func (f *Fetcher) name() string {
	name, _, _ := strings.Cut(f.config.Agent, "/")
	return name
}

// may is an error when a page must not be read.
func (v *Visit) may(ctx context.Context, address *url.URL) error {
	known := v.rulesAt(ctx, address)
	if known.refused != nil {
		return known.refused
	}
	path := address.EscapedPath()
	if address.RawQuery != "" {
		path += "?" + address.RawQuery
	}
	if known.group == nil || !known.group.Test(path) {
		return &Refusal{Reason: Forbidden, URL: address.String()}
	}
	return nil
}
