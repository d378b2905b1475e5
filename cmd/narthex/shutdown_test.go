package main

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"
)

// Browsers open connections before they need them. One that says nothing is nobody's request.
func TestAConnectionThatSaysNothingDoesNotMakeAStopFail(t *testing.T) {
	s, _ := inProcess(t)
	s.public.Addr, s.config.LameDuck, s.config.ShutdownLimit = freeAddress(t), 0, 10*time.Second
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.run(ctx) }()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // each answer says that the connections before are accepted
	healthy := func() bool {
		res, err := client.Get("http://" + s.public.Addr + "/healthz")
		if err == nil {
			_ = res.Body.Close()
		}
		return err == nil
	}
	for !healthy() {
		select {
		case err := <-ended:
			t.Fatalf("it ended with %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	silent, err := net.Dial("tcp", s.public.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if !healthy() {
		t.Fatal("it does not answer")
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}
