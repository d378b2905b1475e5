package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"narthex/cmd/dev/leaktest"
)

const (
	// asNarthex makes the test binary behave as the server that dev runs; its value says how.
	asNarthex = "NARTHEX_DEV_TEST_AS"
	// asDev makes it behave as dev itself.
	asDev = "NARTHEX_DEV_TEST_AS_DEV"
)

func TestMain(m *testing.M) {
	if os.Getenv(asDev) != "" {
		main()
	}
	if how := os.Getenv(asNarthex); how != "" {
		os.Exit(fakeNarthex(how))
	}
	leaktest.VerifyTestMain(m)
}

// fakeNarthex prints what it is told and, as "serve", is ready after a few questions.
func fakeNarthex(how string) int {
	fmt.Printf("%s with DATABASE_URL=%s DATABASE_ADMIN_URL=%s extra=%s\n",
		strings.Join(os.Args[1:], " "), os.Getenv("DATABASE_URL"), os.Getenv("DATABASE_ADMIN_URL"), os.Getenv("FOUNDER_EMAIL"))
	if os.Args[1] != "serve" || how == "dies" {
		if how == "dies" {
			return 3
		}
		return 0
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	questions := 0
	server := http.Server{Addr: os.Getenv("METRICS_ADDR"), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if questions++; r.URL.Path != "/readyz" || questions < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})}
	visitors := http.Server{Addr: os.Getenv("LISTEN_ADDR"), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, os.Getpid(), " ", r.Header.Get("X-Forwarded-For"), " ", os.Getenv("NARTHEX_TRUSTED_PROXIES"))
	})}
	go func() { _ = visitors.ListenAndServe() }()
	go func() {
		for received := range signals {
			fmt.Println("received", received)
			if how != "stubborn" || received == os.Interrupt {
				_ = server.Close()
			}
		}
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		fmt.Println(err)
		return 1
	}
	if how == "ends" {
		return 4
	}
	return 0
}

func mustContain(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not mention %q", text, want)
		}
	}
}

func TestExitCode(t *testing.T) {
	child := exec.Command(os.Args[0], "serve")
	child.Env = append(os.Environ(), asNarthex+"=dies")
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"success", nil, 0},
		{"a failure of our own", errors.New("no"), 1},
		{"a failure already on the screen", fmt.Errorf("tests: %w", errSaid), 1},
		{"a failed program's own code", fmt.Errorf("narthex: %w", child.Run()), 3},
		{"a signal", context.Canceled, 130},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := exitCode(test.err); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// deadline bounds what a test waits for.
const deadline = 2 * time.Minute
