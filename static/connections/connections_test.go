package connections

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

// serving is an HTTP server behind a listener with limits.
func serving(t *testing.T, limits Limits) *Listener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	limits.Registerer = prometheus.NewRegistry()
	listener := Listen(inner, limits)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		_ = server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener
}

// dial opens a connection from an address of this machine, which is closed with the test.
func dial(t *testing.T, listener net.Listener, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// ask gives the status of a request from an address.
func ask(t *testing.T, listener net.Listener, from string) int {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	client := http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}, Timeout: time.Minute}
	res, err := client.Get("http://" + listener.Addr().String())
	if err != nil {
		return 0 // closed before the refusal was read
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// await waits until so many connections are counted.
func await(t *testing.T, listener *Listener, open float64) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); testutil.ToFloat64(listener.open) != open; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%v connections are open, not %v", testutil.ToFloat64(listener.open), open)
		}
	}
}

// A series that begins at 1 has never gone up, as alerts see it.
func TestBothLimitsAreShownBeforeAnybodyIsRefused(t *testing.T) {
	listener := serving(t, Limits{Most: 1, PerAddress: 1})
	if shown := testutil.CollectAndCount(listener.refused); shown != 2 {
		t.Errorf("%d are shown", shown)
	}
}

func TestASilentAddressKeepsNobodyElseOut(t *testing.T) {
	listener := serving(t, Limits{Most: 100, PerAddress: 10})
	var silent []net.Conn
	for range 30 {
		silent = append(silent, dial(t, listener, "127.0.0.1"))
	}
	await(t, listener, 10)
	if status := ask(t, listener, "127.0.0.1"); status == http.StatusNoContent {
		t.Error("one more was let in")
	}
	if status := ask(t, listener, "127.0.0.2"); status != http.StatusNoContent {
		t.Errorf("another address got %d", status)
	}
	if refused := testutil.ToFloat64(listener.refused.WithLabelValues("address")); refused != 21 {
		t.Errorf("%v were refused", refused)
	}
	for _, conn := range silent {
		_ = conn.Close()
	}
	await(t, listener, 0)
	if status := ask(t, listener, "127.0.0.1"); status != http.StatusNoContent {
		t.Errorf("after the silent ones left it got %d", status)
	}
	await(t, listener, 0)
	if len(listener.byAddress) != 0 {
		t.Errorf("%v are still counted", listener.byAddress)
	}
}

func TestThereAreNoMoreThanTheProcessHasFilesFor(t *testing.T) {
	listener := serving(t, Limits{Most: 5, PerAddress: 2, Exempt: []netip.Prefix{netip.MustParsePrefix("127.0.0.9/32")}})
	for range 4 { // a proxy brings many
		dial(t, listener, "127.0.0.9")
	}
	await(t, listener, 4)
	last := dial(t, listener, "127.0.0.1")
	await(t, listener, 5)
	for _, from := range []string{"127.0.0.1", "127.0.0.9"} {
		if status := ask(t, listener, from); status == http.StatusNoContent {
			t.Errorf("one more was let in from %s", from)
		}
	}
	_ = last.Close()
	await(t, listener, 4)
	if status := ask(t, listener, "127.0.0.1"); status != http.StatusNoContent {
		t.Errorf("when there was room again it got %d", status)
	}
}

func TestLimitsLeaveFilesForEverythingElse(t *testing.T) {
	for files, want := range map[int]Limits{
		100: {Most: 1, PerAddress: 1}, 1024: {Most: 768, PerAddress: 192}, 3000: {Most: 2250, PerAddress: 562}, 1 << 20: {Most: 1<<20 - 2048, PerAddress: (1<<20 - 2048) / 4},
	} {
		if got := ByFiles(files); got.Most != want.Most || got.PerAddress != want.PerAddress {
			t.Errorf("%d files: %+v", files, got)
		}
	}
	if files, err := Files(); err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}
