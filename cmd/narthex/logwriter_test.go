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
		logger := slog.New(promptHandler{slog.NewTextHandler(w, nil), w}).With("node", 1)
		logger.Info("a request")
		synctest.Wait()
		if out.Len() != 0 {
			t.Errorf("written at once: %s", &out)
		}
		time.Sleep(logDelay + time.Millisecond)
		synctest.Wait()
		if !strings.Contains(out.String(), "a request") {
			t.Error("not written in time")
		}
		out.Reset()
		logger.Info("before")
		logger.Warn("a failure")
		if got := out.String(); !strings.Contains(got, "before") || !strings.Contains(got, "a failure") || strings.Index(got, "before") > strings.Index(got, "a failure") {
			t.Errorf("written: %s", got)
		}
		out.Reset()
		logger.Info("last words")
		w.flush()
		if !strings.Contains(out.String(), "last words") {
			t.Error("the last words are lost")
		}
		time.Sleep(time.Minute)
	})
}
