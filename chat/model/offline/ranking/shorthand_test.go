package ranking

import (
	"slices"
	"testing"
)

func TestWedIsADayOnlyWhereADayCanStand(t *testing.T) {
	for question, isDay := range map[string]bool{
		"what is on wed": true, "is there supper this wed": true, "tuesday to wed": true, "wed night": true, "what time is wed mass": true, "moved to wed?": true,
		"can we get wed here": false, "we want to wed in june": false, "may two members be wed outside": false, "are newly wed couples welcome": false, "can couples wed on a sunday": false, "when can we both wed": false,
	} {
		terms := Question{Text: question, Language: "en"}.query().terms
		if slices.Contains(terms, "=wednesday") != isDay || slices.Contains(terms, "=wedding") == isDay {
			t.Errorf("%q is of %v", question, terms)
		}
	}
}
