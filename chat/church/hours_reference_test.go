package church

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is read by hand of a line of hours says the same as these.
var (
	// In order: word | hour, separator, minutes | am or pm, "h" or "hrs" | a lone a or p close to the digits.
	clockPattern = regexp.MustCompile(`(?i)\b(?:12 )?(noon|midday|midnight|mediod[ií]a|medianoche)\b` +
		`|\b(\d{1,2})(?:([:.h])(\d{2}))?(?:\s?(a\.?\s?m\b\.?|p\.?\s?m\b\.?|hrs?\b|hs?\b|(?:de|por|en) la (?:ma[ñn]ana|madrugada|tarde|noche)\b|in the (?:morning|afternoon|evening)\b|at night\b)|([ap])\b)?`)

	rangeGap    = regexp.MustCompile(`(?i)^\s*(?:[-–—~]|to|until|till?|a|al|a las?|hasta|hasta las?)\s*$`)
	listGap     = regexp.MustCompile(`(?i)^\s*(?:[,;/&+|·•]|and|or|y|e|o|, ?and|, ?or|, ?y|and at|y a las?)\s*$`)
	newStartGap = regexp.MustCompile(`(?i)^\s*(?:[,;/&+|·•]|and\b|y\b)|(?:[,;/&+|·•]|\band|\by)\s*(?:at|a las?)?\s*$`)
	onlyLeadIn  = regexp.MustCompile(`(?i)^\s*(?:at|from|de|desde|a|las?|de las?|desde las?|a las?)?\s*$`)

	joint  = regexp.MustCompile(`(?i)^(?:and|y|or)\s|\s(?:and|y|or)$|^(?:and|y|or)$`)
	leadIn = regexp.MustCompile(`(?i)(?:^|\s)(?:at|from|@|a las?|las?|desde|desde las?|de|de las?)$`)
)

func clocksByPattern(line string) (clocks []clockText) {
	for _, m := range clockPattern.FindAllStringSubmatchIndex(line, -1) {
		part := func(group int) string {
			if m[2*group] < 0 {
				return ""
			}
			return line[m[2*group]:m[2*group+1]]
		}
		clocks = append(clocks, clockText{m[0], m[1], part(1), part(2), part(3), part(4), part(5) + part(6)})
	}
	return clocks
}

func clocksByHand(line string) (clocks []clockText) {
	for c, ok := nextClock(line, 0); ok; c, ok = nextClock(line, c.to) {
		clocks = append(clocks, c)
	}
	return clocks
}

// compareHours holds what is read by hand of a text to what the patterns say.
func compareHours(t *testing.T, text string) {
	t.Helper()
	if got, want := clocksByHand(text), clocksByPattern(text); !slices.Equal(got, want) {
		t.Errorf("clocks of %q: %+v, want %+v", text, got, want)
	}
	for name, test := range map[string]struct {
		by      func(string) bool
		pattern *regexp.Regexp
	}{
		"a range": {isRangeGap, rangeGap}, "a list": {isListGap, listGap}, "a new start": {isNewStartGap, newStartGap}, "a lead-in": {isOnlyLeadIn, onlyLeadIn},
	} {
		if got, want := test.by(text), test.pattern.MatchString(text); got != want {
			t.Errorf("%q is %s: %v, want %v", text, name, got, want)
		}
	}
	if got, want := trimJoint(text), joint.ReplaceAllString(text, ""); got != want {
		t.Errorf("%q without its joints: %q, want %q", text, got, want)
	}
	if got, want := trimLeadInWords(text), leadIn.ReplaceAllString(text, ""); got != want {
		t.Errorf("%q without its lead-in: %q, want %q", text, got, want)
	}
}

// pieces are what lines of hours are made of, and what comes close to it.
var pieces = strings.Split(`0|1|7|9|10|12|24|30|00|05|123|:30|.15|h30|H45|:|.|h|hs|hrs|Hr|hrsx|a|p|A|P|am|PM|a.m.|p. m.|A. M|a.mx|pmx|noon|Noon|NOON|noons|midday|midnight|mediodia|mediodía|MEDIODÍA|medianoche|12 noon|x`+
	`|and|And|y|Y|or|e|o|to|until|til|till|al|a la|a las|A LAS|hasta|hasta las|de|de la|desde|desde las|from|at|@|la|las|Las|and at|yat|sand|éy|día|Mass|Culto|(|)|_|-|–|—|~|,|;|/|&|+|·|•| | |  |`+"\t|\n|\u00a0|\u00e9|\u2013", "|")

func TestHoursAreReadByHandAsByPattern(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var text strings.Builder
		for range 1 + random.IntN(7) {
			text.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(3) == 0 {
				text.WriteByte(' ')
			}
		}
		compareHours(t, text.String())
		if t.Failed() {
			return
		}
	}
	for _, piece := range append(pieces, "|") { // which separates them
		compareHours(t, piece)
		compareHours(t, "|"+piece)
	}
}

func FuzzHoursAreReadByHandAsByPattern(f *testing.F) {
	f.Add("9:00 a. m. y a las 12 noon")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\u017f\u212a") { // patterns take them for an s and a k
			return
		}
		compareHours(t, text)
	})
}

func BenchmarkParseSlots(b *testing.B) {
	lines := []string{
		"8:15 AM Prayer in the library", "9:00 AM Traditional worship", "10:10 AM Sunday school", "9:00 AM - 3:00 PM Church office",
		"7:30 AM Men's breakfast (first Saturday of the month)", "8:00, 9:30 and 11:00 AM Mass", "de 7 a 9 pm Oración",
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			ParseSlots(line)
		}
	}
}
