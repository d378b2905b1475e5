package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/migrations/seed"
)

// A load balancer needs a while to notice that a node is not ready: whom it sends until then is answered.
func TestANodeThatIsToStopServesUntilLoadBalancersKnow(t *testing.T) {
	s, _ := inProcess(t)
	s.config.LameDuck = time.Hour // until the second signal
	s.config.ShutdownLimit = 10 * time.Second
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.run(ctx) }()
	if said := readiness(t, s.internalRoutes()); said.Node != "ready" {
		t.Fatalf("before, it says %+v", said)
	}
	stop()
	for readiness(t, s.internalRoutes()).Node != "shutting down" {
		time.Sleep(10 * time.Millisecond)
	}
	recorder := httptest.NewRecorder()
	question := `{"message":"What time is church on Sunday?","churchId":"` + seed.ChurchID("grace-harbor").String() + `","sessionId":"` + uuid.NewString() + `"}`
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/chatbot/stream", strings.NewReader(question))
	req.Header.Set("Content-Type", "application/json")
	s.public.Handler.ServeHTTP(recorder, req)
	if body := recorder.Body.String(); recorder.Code != http.StatusOK || !strings.Contains(body, "event: done") {
		t.Errorf("who comes meanwhile gets %d: %s", recorder.Code, body)
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if !s.chat.Closed() {
		t.Error("it ended without refusing anybody")
	}
}
