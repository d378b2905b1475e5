package attribution_test

import (
	"testing"

	"narthex/chat/attribution"
)

func TestAnAnswerNamesATextByItsWholeTitle(t *testing.T) {
	for _, test := range []struct {
		answer, title string
		want          bool
	}{
		{"See our Hall Rental Policy for that.", "Hall rental policy", true},
		{"The hall rental policyholder", "Hall rental policy", false},
		{"I have nothing on file about marriage.", "Marriage", false},
		{"See “Marriage” for more.", "Marriage", true},
		{"See **Marriage**.", "Marriage", true},
		{"The women's retreat is in June.", "Men", false},
		{"The \"women's\" retreat is in June.", "Men", false},
		{"Who we are is on our page.", "The church", false},
		{"请看大厅租赁规定。", "大厅租赁规定", true},
		{"Anything", "", false},
	} {
		if got := attribution.Names(test.answer, test.title); got != test.want {
			t.Errorf("%q names %q: %v", test.answer, test.title, got)
		}
	}
}
