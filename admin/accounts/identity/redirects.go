package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// noToken is used as a mailed link's token where none is meant.
const noToken = "narthex-asks-where-links-may-lead"

// LeadsTo is where the provider leads a browser that is to go to redirectTo: there, if its list of allowed addresses has it, else to its
// site's own address, without a word. It is found out by a link that never was one, whose error leads there, and changes nothing.
func (c *Client) LeadsTo(ctx context.Context, redirectTo string) (string, error) {
	request, err := c.request(ctx, call{
		name: "redirects", method: http.MethodGet, path: "verify", query: url.Values{"token": {noToken}, "type": {"signup"}, "redirect_to": {redirectTo}},
	})
	if err != nil {
		return "", fmt.Errorf("identity: redirects: %w", err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.asked.WithLabelValues("redirects", "failed").Inc()
		return "", fmt.Errorf("identity: redirects: %w", errors.Join(ErrUnavailable, err))
	}
	_ = response.Body.Close() // nothing in it is of use
	to, err := response.Location()
	if response.StatusCode < 300 || response.StatusCode > 399 || err != nil {
		c.asked.WithLabelValues("redirects", "failed").Inc()
		return "", fmt.Errorf("identity: redirects: %w: it answered %d", ErrUnavailable, response.StatusCode)
	}
	c.asked.WithLabelValues("redirects", "ok").Inc()
	plain, _, _ := strings.Cut(to.String(), "#") // what comes behind says that the link was none
	return plain, nil
}
