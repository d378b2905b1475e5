package crawl

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"narthex/admin/siteimport/markup"
)

// Page is one that was read.
type Page struct {
	URL   *url.URL // where it was in the end
	Root  *html.Node
	Links []Link // to pages of the same site, those that may be followed
}

// Read reads a page. It fails with a *Refusal, or as ctx did.
func (v *Visit) Read(ctx context.Context, address *url.URL) (Page, error) {
	if !v.fetcher.fetchable(address) || !v.site.Has(address) {
		return Page{}, &Refusal{Reason: Moved, URL: address.String(), To: address.String()}
	}
	known := v.rulesAt(ctx, address)
	if err := v.pause(ctx, v.between(known)); err != nil {
		return Page{}, err
	}
	got, err := v.fetcher.get(ctx, v.site, address, "text/html, application/xhtml+xml", func(to *url.URL) error { return v.may(ctx, to) })
	if ctx.Err() != nil {
		return Page{}, context.Cause(ctx)
	}
	if err != nil {
		return Page{}, err
	}
	refused := func(reason Reason, cause error) (Page, error) {
		return Page{}, &Refusal{Reason: reason, URL: got.url.String(), Cause: cause}
	}
	switch {
	case got.status == http.StatusUnauthorized || got.status == http.StatusForbidden:
		return refused(Login, fmt.Errorf("status %d", got.status))
	case got.status != http.StatusOK:
		return refused(NotFound, fmt.Errorf("status %d", got.status))
	case got.mediaType != "text/html" && got.mediaType != "application/xhtml+xml":
		return refused(NoPage, fmt.Errorf("content type %q", got.mediaType))
	}
	root, err := parse(ctx, got)
	switch {
	case ctx.Err() != nil:
		return Page{}, context.Cause(ctx)
	case errors.Is(err, markup.ErrTooLarge):
		return refused(TooLarge, err)
	case err != nil:
		return refused(NoPage, err)
	}
	wishes := wishesOf(root, got.header, v.fetcher.name())
	if wishes.noindex {
		return refused(Forbidden, fmt.Errorf("noindex"))
	}
	page := Page{URL: got.url, Root: root}
	if !wishes.nofollow {
		page.Links = v.links(got.url, root)
	}
	return page, nil
}

// byteOrder is the mark before texts of some editors, in UTF-8.
const byteOrder = "\uFEFF"

// parse makes a tree of a page, whatever characters it is written in.
func parse(ctx context.Context, got answer) (*html.Node, error) {
	encoding, name, certain := charset.DetermineEncoding(got.body, got.header.Get("Content-Type"))
	var decoded io.Reader = bytes.NewReader(got.body)
	// Only the first 1,024 bytes are looked at, and a page whose first accent comes later is taken for Windows-1252.
	if certain || name != "windows-1252" || !utf8.Valid(got.body) {
		decoded = encoding.NewDecoder().Reader(decoded)
	}
	buffered := bufio.NewReader(decoded)
	if mark, err := buffered.Peek(len(byteOrder)); err == nil && string(mark) == byteOrder {
		_, _ = buffered.Discard(len(byteOrder)) // is there: it was peeked at
	}
	return markup.Parse(ctx, buffered)
}

// wishes are what a page asks of programs that read it.
type wishes struct{ noindex, nofollow bool }

func (w *wishes) hear(directives string) {
	for one := range strings.SplitSeq(strings.ToLower(directives), ",") {
		switch strings.TrimSpace(one) {
		case "noindex":
			w.noindex = true
		case "nofollow":
			w.nofollow = true
		case "none":
			w.noindex, w.nofollow = true, true
		}
	}
}

func wishesOf(root *html.Node, header http.Header, agent string) (w wishes) {
	for _, line := range header.Values("X-Robots-Tag") {
		switch who, directives, _ := strings.Cut(line, ":"); {
		case !namesAgent(line):
			w.hear(line)
		case strings.EqualFold(strings.TrimSpace(who), agent):
			w.hear(directives)
		}
	}
	for node := range root.Descendants() {
		if node.DataAtom != atom.Meta {
			continue
		}
		if name := attribute(node, "name"); strings.EqualFold(name, "robots") || strings.EqualFold(name, agent) {
			w.hear(attribute(node, "content"))
		}
	}
	return w
}

// namesAgent reports whether a line of X-Robots-Tag is for one program: what stands before its first colon is then no directive, of
// which some have a value, and no list of them.
func namesAgent(line string) bool {
	who, _, found := strings.Cut(line, ":")
	if !found || strings.Contains(who, ",") {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(who)) {
	case "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after":
		return false
	}
	return true
}

func attribute(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
