package draft_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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

// The time of each of these grows with the page, not with its square: what is under a line is not read to the page's end, and what is in
// an element not once more for each that is around it.
func TestReadingTakesTimeInTheLengthOfAPage(t *testing.T) {
	question := "<p><b>" + strings.Repeat("word ", 50) + "ok?</b></p>"
	for name, of := range map[string]func(n int) string{
		"questions under each other": func(n int) string { return strings.Repeat(question, n) },
		"addresses in each other":    func(n int) string { return strings.Repeat("<address>", 390) + strings.Repeat("<p>12 Main Street", n*4) },
		"days on one line":           func(n int) string { return "<p>" + strings.Repeat("Sunday x Monday y ", n*20) },
		"links in each other":        func(n int) string { return strings.Repeat("<div><a>", 190) + strings.Repeat("<i></i>x", n*4) },
	} {
		took := func(n int) uint64 {
			body := of(n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			page(t, "/", body)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if short, long := took(250), took(1000); long > 8*short {
			t.Errorf("%s: %d MB for four times what takes %d", name, long>>20, short>>20)
		}
	}
}

func TestNoCharacterOfAPageKeepsItFromBeingStored(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{`\u0000`, `\u0001`, `\ud800`, `\u200b`, `\u007f`, `\ufffd`} {
		for _, body := range []string{
			`{"@type": "Church", "openingHours": ["Mo 09:00-17:00 ` + odd + `"]}`,
			`{"@type": "Church", "openingHoursSpecification": {"dayOfWeek": "Monday", "opens": "09:00` + odd + `", "closes": "17:00"}}`,
			`{"@type": "Church", "telephone": "217-555` + odd + `-0142", "email": "office` + odd + `@example.org", "address": "1 Main ` + odd + ` Street, Springfield, IL 62701"}`,
			`{"@type": "Church", "potentialAction": {"@type": "DonateAction", "target": "https://tithe.ly/` + odd + `", "name": "Give"}}`,
			`{"@type": "Event", "name": "Prayer ` + odd + `", "eventSchedule": {"repeatFrequency": "weekly", "startTime": "19:00", "byDay": "x` + odd + `/Monday"}}`,
			`{"@type": "Question", "name": "May I ` + odd + ` come?", "acceptedAnswer": {"text": "<p>Of course, on Sunday ` + odd + `"}}`,
		} {
			found := page(t, "/", `<script type="application/ld+json">`+body+`</script>`)
			for _, d := range found.Drafts {
				for _, said := range append(slices.Collect(maps.Values(d.Values)), d.Quote, d.URL) {
					if strings.ContainsFunc(said, unicode.IsControl) || !utf8.ValidString(said) {
						t.Errorf("%s: %q", body, said)
					}
				}
			}
			if len(found.Drafts) == 0 {
				t.Errorf("%s: nothing was found", body)
			}
		}
	}
}
