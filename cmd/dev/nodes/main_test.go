package nodes

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"narthex/cmd/dev/leaktest"
)

const (
	// asNode makes the test binary behave as the server; its value says how.
	asNode = "NARTHEX_NODES_TEST_AS"
	// asTest makes it run a cluster, as a test that will be killed.
	asTest = "NARTHEX_NODES_TEST_AS_TEST"
)

func TestMain(m *testing.M) {
	if how := os.Getenv(asNode); how != "" && len(os.Args) == 2 && os.Args[1] == "serve" {
		os.Exit(fakeNode(how))
	}
	leaktest.VerifyTestMain(m)
}

// deadline bounds what a test waits for.
const deadline = time.Minute

// fakeNode is ready at once. Its /stream goes on for ever; /pid says who answers, /environment what it was given.
func fakeNode(how string) int {
	fmt.Printf("serving %s, process %d\n", how, os.Getpid())
	if how == "dies" {
		return 3
	}
	operator := &http.Server{Addr: os.Getenv("METRICS_ADDR"), Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if how == "slow" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})}
	visitor := &http.Server{Addr: os.Getenv("LISTEN_ADDR"), Handler: http.HandlerFunc(answerAsNode)}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	go func() {
		<-signals
		fmt.Print("the last word, without an end of line")
		_, _ = operator.Close(), visitor.Close()
	}()
	failed := make(chan error, 2)
	for _, srv := range []*http.Server{operator, visitor} {
		go func() { failed <- srv.ListenAndServe() }()
	}
	for range 2 {
		if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
			fmt.Println(err)
			return 1
		}
	}
	if how == "ends badly" {
		return 4
	}
	return 0
}

func answerAsNode(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	switch r.URL.Path {
	case "/pid":
		fmt.Fprint(w, os.Getpid())
	case "/environment":
		fmt.Fprint(w, strings.Join(os.Environ(), "\n"))
	case "/stream":
		for {
			if _, err := fmt.Fprintln(w, "token"); err != nil {
				return
			}
			if http.NewResponseController(w).Flush() != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}
