package crawl

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// Config says who asks, and how patiently. Zero values are the defaults.
type Config struct {
	Agent     string        // what a site's owner reads in their log, with an address that says more
	Pause     time.Duration // between two pages; 1 s. A site that asks for more is given it
	PageLimit time.Duration // for one page with its redirects; 10 s
	MostBytes int64         // of a page; what is beyond is not read; 2 MB
	Resolver  *net.Resolver
	// Allowed may be dialled whatever they are: the listeners of tests.
	Allowed []netip.AddrPort
}

// Fetcher asks for pages. It is safe for concurrent use.
type Fetcher struct {
	config Config
	client *http.Client
}

const (
	mostRedirects  = 5
	mostHeader     = 64 << 10 // bytes
	connectTimeout = 5 * time.Second
)

// New returns a fetcher.
func New(config Config) *Fetcher {
	config.Pause = cmp.Or(config.Pause, time.Second)
	config.PageLimit = cmp.Or(config.PageLimit, 10*time.Second)
	config.MostBytes = cmp.Or(config.MostBytes, 2<<20)
	f := &Fetcher{config: config}
	dialer := &net.Dialer{Timeout: connectTimeout, Resolver: config.Resolver, Control: f.control}
	f.client = &http.Client{
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, TLSHandshakeTimeout: connectTimeout, ForceAttemptHTTP2: true,
			MaxResponseHeaderBytes: mostHeader, MaxIdleConnsPerHost: 1, IdleConnTimeout: 5 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return f
}

// Close gives up the connections that wait for another page.
func (f *Fetcher) Close() { f.client.CloseIdleConnections() }

// Reason says why there is nothing to read at an address.
type Reason string

// The reasons.
const (
	Unreadable  Reason = "unreadable"  // no address of a website
	Forbidden   Reason = "robots"      // its owner does not want it read by programs
	Unreachable Reason = "unreachable" // no answer, or one that makes no sense
	NotFound    Reason = "not_found"   // or another error of the site's own
	Login       Reason = "login"       // for those who sign in
	Moved       Reason = "moved"       // to another website
	NoPage      Reason = "no_page"     // something else than a page
	TooLarge    Reason = "too_large"
	TooSlow     Reason = "too_slow"
	Wordless    Reason = "wordless" // only pictures, or a page that is put together by a script
)

// Refusal is the error of an address that cannot be read.
type Refusal struct {
	Reason Reason
	URL    string
	To     string // where it has moved
	Cause  error  // nil: none but the reason
}

func (r *Refusal) Error() string {
	if r.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", r.URL, r.Reason, r.Cause)
	}
	return fmt.Sprintf("%s: %s", r.URL, r.Reason)
}

// Unwrap gives the cause.
func (r *Refusal) Unwrap() error { return r.Cause }

// ReasonOf is why an address could not be read.
func ReasonOf(err error) Reason {
	if refused, ok := errors.AsType[*Refusal](err); ok {
		return refused.Reason
	}
	return Unreachable
}

var errNotPublic = errors.New("this is no address of the public Internet")

// answer is what came from an address, once all redirects were followed.
type answer struct {
	url       *url.URL
	status    int
	header    http.Header
	mediaType string
	body      []byte
}

// get asks for an address of a site. May is asked about every address on the way, also after a redirect.
func (f *Fetcher) get(ctx context.Context, site Site, address *url.URL, accept string, may func(*url.URL) error) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, f.config.PageLimit)
	defer cancel()
	for range mostRedirects + 1 {
		if err := may(address); err != nil {
			return answer{}, err
		}
		got, next, err := f.once(ctx, address, accept)
		if err != nil || next == nil {
			return got, err
		}
		if !f.fetchable(next) || !site.Has(next) {
			return answer{}, &Refusal{Reason: Moved, URL: address.String(), To: next.String()}
		}
		address = next
	}
	return answer{}, &Refusal{Reason: Unreachable, URL: address.String(), Cause: errors.New("it is redirected again and again")}
}

// once asks for an address once; next is where it leads instead.
func (f *Fetcher) once(ctx context.Context, address *url.URL, accept string) (got answer, next *url.URL, err error) {
	refused := func(reason Reason, cause error) (answer, *url.URL, error) {
		if ctx.Err() != nil && reason == Unreachable {
			reason = TooSlow
		}
		return answer{}, nil, &Refusal{Reason: reason, URL: address.String(), Cause: cause}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return refused(Unreadable, err)
	}
	request.Header.Set("User-Agent", f.config.Agent)
	request.Header.Set("Accept", accept)
	response, err := f.client.Do(request)
	if err != nil {
		return refused(Unreachable, err)
	}
	defer response.Body.Close()
	if location := response.Header.Get("Location"); response.StatusCode/100 == 3 && location != "" {
		if next, err = address.Parse(location); err != nil {
			return refused(Unreachable, err)
		}
		tidy(next)
		return answer{}, next, nil
	}
	if packed := response.Header.Get("Content-Encoding"); packed != "" { // gzip alone was asked for, and is unpacked by then
		return refused(NoPage, fmt.Errorf("packed as %q", packed))
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(io.LimitReader(response.Body, f.config.MostBytes)); err != nil {
		return refused(Unreachable, err)
	}
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return answer{address, response.StatusCode, response.Header, mediaType, body.Bytes()}, nil, nil
}
