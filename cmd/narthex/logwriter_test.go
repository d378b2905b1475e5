package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheLogIsHeldBackForAMomentUnlessItIsUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		w := newLogWriter(&out)
		written := func() string { // since it was asked last
			w.mu.Lock()
			defer w.mu.Unlock()
			defer out.Reset()
			return out.String()
		}
		logger := slog.New(promptHandler{slog.NewTextHandler(w, nil), w}).With("node", 1)
		logger.Info("a request")
		if got := written(); got != "" {
			t.Errorf("written at once: %s", got)
		}
		time.Sleep(logDelay + time.Millisecond)
		if got := written(); !strings.Contains(got, "a request") {
			t.Errorf("not written in time: %q", got)
		}
		logger.Info("before")
		logger.Warn("a failure")
		if got := written(); !strings.Contains(got, "before") || strings.Index(got, "before") > strings.Index(got, "a failure") {
			t.Errorf("written: %s", got)
		}
		logger.Info("last words")
		w.flush()
		if got := written(); !strings.Contains(got, "last words") {
			t.Errorf("the last words are lost: %q", got)
		}
		time.Sleep(time.Minute) // the timer of what was flushed by hand ends
	})
}
