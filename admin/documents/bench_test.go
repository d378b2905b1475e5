package documents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"time"
)

// pdf is a file with so many pages of text, no two of which are the same.
func pdf(pages int) []byte {
	var file bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, file.Len())
		fmt.Fprintf(&file, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(at)}, args...)...)
	}
	file.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids bytes.Buffer
	for n := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*n)
	}
	object("<< /Type /Pages /Count %d /Kids [%s] >>", pages, kids.String())
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for n := range pages {
		var text bytes.Buffer
		text.WriteString("BT /F1 11 Tf 72 720 Td 14 TL\n")
		for line := range 40 {
			fmt.Fprintf(&text, "(Room %d.%d is booked at the office, and its key %d hangs behind the door of the sacristy.) Tj T*\n", n, line, n*40+line)
		}
		text.WriteString("ET")
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", 5+2*n)
		object("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String())
	}
	table := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return file.Bytes()
}

// BenchmarkATwoHundredPagePDFUploaded uploads a PDF while an admin looks at the documents: how long it takes until it answers, how long
// the page does meanwhile, which states it is seen in, and how much the heap grows.
func BenchmarkATwoHundredPagePDFUploaded(b *testing.B) {
	h := newHouse(b)
	h.work(b)
	_, admin := h.church(b, "grace")
	content := pdf(200)
	var pages []time.Duration
	var before, peak runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	states, n := make(map[string]int), 0
	for b.Loop() {
		n++
		title := fmt.Sprint("Rooms ", n)
		body, kind := form(b, "rooms.pdf", append(content, fmt.Sprint("%", n)...), "title", title)
		if status, answer := h.send(b, http.MethodPost, upload, admin, body, kind); status/100 != 2 && status != http.StatusSeeOther {
			b.Fatal(status, answer)
		}
		for at := ""; at != "ready"; time.Sleep(50 * time.Millisecond) {
			begun := time.Now()
			if status, answer := h.send(b, http.MethodGet, "/admin/training/documents", admin, nil, ""); status != http.StatusOK {
				b.Fatal(status, answer)
			}
			pages = append(pages, time.Since(begun))
			_, answer := h.send(b, http.MethodGet, "/api/admin/documents", admin, nil, "")
			var list struct {
				Documents []struct{ Title, Status, Reason string }
			}
			must(b, json.Unmarshal([]byte(answer), &list))
			for _, d := range list.Documents {
				if d.Title == title {
					if at = d.Status; at == "failed" {
						b.Fatal(d.Reason)
					}
					states[at]++
				}
			}
			var now runtime.MemStats
			if runtime.ReadMemStats(&now); now.HeapInuse > peak.HeapInuse {
				peak = now
			}
		}
	}
	slices.Sort(pages)
	b.ReportMetric(float64(pages[len(pages)*95/100].Microseconds())/1000, "p95-page-ms")
	b.ReportMetric(float64(peak.HeapInuse-before.HeapInuse)/(1<<20), "MB-heap")
	b.Logf("seen: %v", states)
}
