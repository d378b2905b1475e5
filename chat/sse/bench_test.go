package sse_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
)

// BenchmarkTier0OverHTTP measures a stored fact from request to last byte over a kept-alive loopback connection, message
// and answer journaled, against a bare handler that writes the same bytes (the floor) in the same run.
func BenchmarkTier0OverHTTP(b *testing.B) {
	server := chattest.NewServer(b)
	churchID := server.NewChurch(b)
	body := tier0Question(churchID)
	always := func() []byte { return body }
	var answer []byte
	b.Run("tier 0", func(b *testing.B) { answer = measure(b, server.StreamURL, always) })
	floor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(answer)
	}))
	defer floor.Close()
	b.Run("floor", func(b *testing.B) { measure(b, floor.URL, always) })
}

func tier0Question(churchID uuid.UUID) []byte {
	return fmt.Appendf(nil, `{"message":"What time is church on Sunday?","churchId":%q,"sessionId":%q}`, churchID, uuid.New())
}

func measure(b *testing.B, url string, question func() []byte) (answer []byte) {
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		res, err := http.Post(url, "application/json", bytes.NewReader(question()))
		if err != nil {
			b.Fatal(err)
		}
		answer, err = io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(answer, []byte("9:00 AM Worship")) {
			b.Fatalf("%d %v %s", res.StatusCode, err, answer)
		}
		took = append(took, time.Since(start))
	}
	reportTimes(b, took)
	return answer
}

func reportTimes(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
