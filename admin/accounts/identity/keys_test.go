package identity_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/accounts/identity"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// shown is the key of RFC 7517, appendix A.1.
const shown = `{"keys":[{"kty":"EC","crv":"P-256","kid":"1","use":"sig",
	"x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}`

// A node that starts has visitors who want nothing of the provider.
func TestNobodyWaitsForAProviderThatShowsItsKeysLate(t *testing.T) {
	var asked atomic.Int32
	show := make(chan struct{})
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		select {
		case <-show:
			_, _ = io.WriteString(w, shown)
		case <-r.Context().Done():
		}
	}))
	defer provider.Close()
	client, err := identity.New(identity.Config{URL: provider.URL, Registerer: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	verifier := client.PublicKeys(t.Context())
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	if err := verifier.Ready(hurried); !errors.Is(err, identity.ErrUnavailable) {
		t.Errorf("before they are shown: %v", err)
	}
	close(show)
	if err := verifier.Ready(t.Context()); err != nil || asked.Load() != 1 {
		t.Errorf("when they are: %v, asked for %d times", err, asked.Load())
	}
}
