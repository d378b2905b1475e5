package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/chat/words"
)

func TestSentencesEndWhereAReaderWouldEndThem(t *testing.T) {
	for name, marked := range map[string]string{ // a bar stands where a sentence ends
		"plain":                 "We meet on Sunday.| Everyone is welcome!| Will you come?| Do.",
		"saints":                "St. Brigid's is on Main St. near the quay.| SS. Peter and Paul is not.",
		"titles":                "Fr. Declan and Dr. J. R. Moore spoke.| Rev. Dr. Alden prayed with Mr. and Mrs. Hall.",
		"times":                 "Mass is at 9:00 a.m. on Sundays and 7.30 p.m. on Saturdays.| Come early.",
		"a time at the end":     "The doors open at 9 a.m.| The choir sings.",
		"numbers":               "It costs $3.50 each.| See no. 7 in ch. 2 of the book.",
		"Scripture":             "He read Matt. 5 and Rom. 8.| Then we sang.",
		"Spanish":               "¿A qué hora es la misa?| A las nueve.| ¡Vengan todos!| Pregunte a la Sra. Núñez.",
		"Spanish in the middle": "Preguntó: ¿listo? y siguió cantando.| Luego calló.",
		"quotes":                "He said, “Go in peace.”| We went.| (It was late.)| Then home.",
		"addresses":             "Write to office@graceharbor.org or see graceharbor.org/give today.| Thanks.",
		"ellipsis":              "Wait… and see.| Well…| Now go.",
		"lower case goes on":    "The U.S. and e.g. the U.K. differ, i.e. not much.",
		"Chinese":               "星期天有礼拜。|欢迎大家！|请早到。",
		"no end":                "without any end",
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			for part := range strings.SplitSeq(marked, "|") {
				want = append(want, strings.TrimSpace(part))
			}
			if diff := cmp.Diff(want, words.Sentences(strings.ReplaceAll(marked, "|", ""))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
