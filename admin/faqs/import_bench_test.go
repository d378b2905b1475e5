package faqs_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// The largest file, while an admin looks at the pages: how long it takes, how long a page does meanwhile, and what it takes of memory.
func BenchmarkTenThousandFAQsImported(b *testing.B) {
	var content strings.Builder
	content.WriteString("question,answer,category\n")
	for i := range 10_000 {
		fmt.Fprintf(&content, "Where is room %d and who has its key on day %d?,\"%s\",rooms\n", i, i%31, strings.Repeat("It is on the left, behind the hall. ", 12))
	}
	var pages []time.Duration
	var before, peak runtime.MemStats
	for b.Loop() {
		b.StopTimer()
		db := pgtest.New(b)
		h := newHouse(b, db.Admin, db.Pool, retrieval.NewOffline())
		_, admin := h.church(b, "grace", "suite_chat")
		jobs := newImporter(b, db.Pool)
		jobs.start(b)
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		page := h.begin(b, admin, content.String())
		for working := true; working; time.Sleep(100 * time.Millisecond) {
			for _, path := range []string{page, "/admin/training/faqs", "/admin/training/faqs?q=room+77"} {
				begun := time.Now()
				if got := h.ask(b, http.MethodGet, h.url+path, admin, nil); got.Status != 200 {
					b.Fatal(got.Body)
				}
				pages = append(pages, time.Since(begun))
			}
			working = strings.Contains(h.ask(b, http.MethodGet, h.url+"/api/admin/faq-imports/"+filepath.Base(page), admin, nil).Body, `"working"`)
			var now runtime.MemStats
			if runtime.ReadMemStats(&now); now.HeapInuse > peak.HeapInuse {
				peak = now
			}
		}
		b.StopTimer()
		if got := h.outcome(b, admin, page); got != "done 10000/10000: 10000 created, 0 changed, 0 unchanged, 0 refused" {
			b.Fatal(got)
		}
		jobs.stop()
		b.StartTimer()
	}
	slices.Sort(pages)
	b.ReportMetric(float64(pages[len(pages)*95/100].Milliseconds()), "p95-page-ms")
	b.ReportMetric(float64(peak.HeapInuse-before.HeapInuse)/(1<<20), "MB-heap")
}
