package identity

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/time/rate"
)

const (
	keysEvery = 2 * time.Second // that keys are read again at most, for a token whose key is not known
	keysWait  = 5 * time.Second // that a token's check waits for them at most: the wait for its turn, and a request
)

// publicKeys are the public halves of the provider's key pairs.
type publicKeys struct {
	asked   chan struct{}   // closed once they were asked for the first time
	keyfunc keyfunc.Keyfunc // from then on
	read    *atomic.Bool    // the last time that they were asked for they could be read
}

// PublicKeys checks tokens that are signed with one of the provider's key pairs, whose public halves stand at
// /.well-known/jwks.json. They are read beside whatever goes on, again now and then, and for an unknown key id, until ctx ends; that they
// cannot be read yet is no error.
func (c *Client) PublicKeys(ctx context.Context) *Verifier {
	keys := &publicKeys{asked: make(chan struct{}), read: new(atomic.Bool)}
	go keys.ask(ctx, c.base.JoinPath(".well-known", "jwks.json").String(), &http.Client{Transport: watched{http.DefaultTransport, keys.read}, CheckRedirect: c.http.CheckRedirect})
	key := func(token *jwt.Token) (any, error) { return keys.key(ctx, token) }
	return newVerifier(key, keys.ready, "ES256", "RS256", "EdDSA")
}

// ask asks for the keys, which takes as long as the provider does: a node that starts does not wait for it.
func (k *publicKeys) ask(ctx context.Context, address string, client *http.Client) {
	defer close(k.asked)
	unread := func(_ context.Context, err error) {
		if k.read.Store(false); ctx.Err() == nil {
			slog.Default().ErrorContext(ctx, "the identity provider's keys cannot be read", "error", err)
		}
	}
	var err error
	k.keyfunc, err = keyfunc.NewDefaultOverrideCtx(ctx, []string{address}, keyfunc.Override{
		Client: client, HTTPTimeout: keysWait,
		RefreshUnknownKID: rate.NewLimiter(rate.Every(keysEvery), 1), RateLimitWaitMax: keysWait,
		RefreshErrorHandlerFunc: func(string) func(context.Context, error) { return unread },
	})
	if err != nil {
		unread(ctx, err)
	}
}

// held are the keys, as far as they could be read.
func (k *publicKeys) held(ctx context.Context) (keyfunc.Keyfunc, error) {
	select {
	case <-k.asked:
		if k.keyfunc != nil {
			return k.keyfunc, nil
		}
	case <-ctx.Done():
	}
	return nil, fmt.Errorf("identity: %w: its keys were not read yet", ErrUnavailable)
}

// key is the one that a token was signed with. That it is not among the provider's keys says something of the token only if they have
// just been read: whoever is signed in must not be signed out because they could not be.
func (k *publicKeys) key(ctx context.Context, token *jwt.Token) (any, error) {
	held, err := k.held(ctx)
	if err != nil {
		return nil, err
	}
	if id, named := token.Header[jwkset.HeaderKID].(string); named {
		_, err := held.Storage().KeyRead(ctx, id)
		switch {
		case errors.Is(err, jwkset.ErrKeyNotFound) && k.read.Load():
			return nil, err
		case err != nil:
			return nil, errors.Join(ErrUnavailable, err)
		}
	}
	return held.Keyfunc(token)
}

// ready asks for the keys if there are none.
func (k *publicKeys) ready(ctx context.Context) error {
	keys, err := k.held(ctx)
	if err != nil {
		return err
	}
	for _, first := range []bool{true, false} {
		held, err := keys.Storage().KeyReadAll(ctx)
		if err == nil && len(held) > 0 {
			return nil
		}
		if first {
			_, _ = keys.Storage().KeyRead(ctx, "none") // has them read
		}
	}
	return fmt.Errorf("identity: %w: it has shown no keys", ErrUnavailable)
}

// watched notes that an answer came. That it could not be read after all is noted where that is found.
type watched struct {
	http.RoundTripper
	came *atomic.Bool
}

func (w watched) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := w.RoundTripper.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusOK {
		w.came.Store(true)
	}
	return response, err
}
