package draft_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// A browser makes four million elements of this answer of 240 KB.
func TestAnAnswerThatBrowsersMultiplyIsReadAsItIsWritten(t *testing.T) {
	var answer strings.Builder
	answer.WriteString(`\u003cp>`)
	for i := range 250 {
		fmt.Fprintf(&answer, `\u003cb %d>`, i)
	}
	answer.WriteString(strings.Repeat(`\u003cp>word`, 18_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	page(t, "/", `<script type="application/ld+json">{"@type": "Question", "name": "May I come?", "acceptedAnswer": {"text": "`+answer.String()+`"}}</script>`)
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 200 {
		t.Errorf("reading it took %d MB", took)
	}
}
