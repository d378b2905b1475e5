package stems_test

import (
	"testing"

	"narthex/chat/tools/stems"
)

func TestStemsAreAlikeThatBeginWithTheSameLetters(t *testing.T) {
	for _, tt := range []struct {
		said, written string
		alike         bool
	}{
		{"child", "children", true},
		{"hospit", "hospitaliz", true},
		{"chur", "church", false},
		{"pastor", "pasta", false},
		{"больница", "больничный", true},
		{"молитва", "молитвы", true},
		{"мама", "магазин", false},
		{"помощь", "полка", false},
		{"спасибо", "спальня", false},
		{"병원에서", "병원", true},
		{"병원", "병아리", false},
		{"我丈夫去世了", "我丈夫", true},
		{"教会", "教室", false},
	} {
		if got := (stems.Set{tt.said: true}).HasAlike(tt.written); got != tt.alike {
			t.Errorf("%s and %s are alike: %v", tt.said, tt.written, got)
		}
	}
}
