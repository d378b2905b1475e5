package offline_test

import (
	"strings"
	"testing"
)

// A question about one feast is not answered with the times of another that has a word in common with it.
func TestOfflineAnswersNoFeastWithAnother(t *testing.T) {
	const saturday = "- Hours on Saturday:"
	system := strings.Replace(promptOf(t, "grace-harbor"), saturday, `- Special day: Thursday, 24 December 2026 (Christmas Eve): instead of the usual hours: 4:00 PM Family service; 7:00 PM Candlelight service with choir
- Special day: Saturday, 27 March 2027 (Holy Saturday): instead of the usual hours: 9:00 PM Easter Vigil
`+saturday, 1)
	for _, test := range []struct{ question, has, without string }{
		{"is there church on new years eve", "", "24 December"},
		{"is there mass on new year's eve", "", "24 December"},
		{"what time is mass on easter monday", "", "27 March"},
		{"hay culto en nochevieja", "", "24 December"},
		{"is there candlelight on christmas eve", "24 December", ""},
		{"what is on at christmas eve", "24 December", ""},
		{"when is the easter vigil", "27 March", ""},
	} {
		got := answerTo(t, system, visitor(test.question)).text()
		if !strings.Contains(got, test.has) || test.without != "" && strings.Contains(got, test.without) {
			t.Errorf("%s: %s", test.question, got)
		}
	}
}
