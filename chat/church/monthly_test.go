package church

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

func TestWhatIsHeldInSomeWeeksOfTheMonthIsNotOnInTheOthers(t *testing.T) {
	for _, test := range []struct {
		day, line string
		held      []int // days of December 2026
	}{
		{"Saturday", "7:30 AM Men's breakfast (first Saturday of the month)", []int{5}},
		{"Saturday", "7:30 AM Men's breakfast (1st & 3rd Saturdays)", []int{5, 19}},
		{"Saturday", "7:30 AM (on the last Saturday of each month)", []int{26}},
		{"sábado", "7:30 AM Desayuno (primer y último sábado de cada mes)", []int{5, 26}},
		{"Saturday", "7:30 AM Men's breakfast", []int{5, 12, 19, 26}},
		{"Saturday", "7:30 AM Men's breakfast (first Sunday of the month)", []int{5, 12, 19, 26}}, // a slip of the pen
		{"Saturday", "7:30 AM Men's breakfast (the first is free)", []int{5, 12, 19, 26}},
		{"Sunday", "9:00 AM Worship (Communion on the first Sunday of the month)", []int{6, 13, 20, 27}},
		{"Sunday", "9:00 AM Worship with Communion (first Sunday of the month)", []int{6, 13, 20, 27}},
		{"Sunday", "9:00 AM Holy Communion (first Sunday of the month)", []int{6}},
	} {
		raw, err := json.Marshal(map[string][]string{test.day: {test.line}})
		if err != nil {
			t.Fatal(err)
		}
		var dropped droppings
		s := &Snapshot{Location: time.UTC, Hours: decodeHours(raw, "hours", &dropped)}
		var held, upcoming []int
		for day := 1; day <= 31; day++ {
			if len(s.SlotsOn(time.Date(2026, 12, day, 12, 0, 0, 0, time.UTC))) > 0 {
				held = append(held, day)
			}
		}
		from := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		for start := range s.Upcoming(from) {
			if start.Month() == from.Month() && (len(upcoming) == 0 || start.Day() > upcoming[len(upcoming)-1]) {
				upcoming = append(upcoming, start.Day())
			}
		}
		if !slices.Equal(held, test.held) || upcoming[0] != test.held[0] {
			t.Errorf("%s: held on %v, next on %v, want %v", test.line, held, upcoming, test.held)
		}
	}
}
