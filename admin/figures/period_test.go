package figures

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// In Santiago clocks go forward on Sunday, 6 September 2026, from midnight to one.
func TestEveryDayIsThereOnceThoughOneHasNoMidnight(t *testing.T) {
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	noon := func(day int) time.Time { return time.Date(2026, 9, day, 12, 0, 0, 0, santiago) }
	for name, test := range map[string]struct {
		period      Period
		first, last int // of September
		begins      int // hour
	}{
		"it is the first":          {Last(7, noon(12), "America/Santiago"), 6, 12, 1},
		"it is among them":         {Last(9, noon(12), "America/Santiago"), 4, 12, 0},
		"it is long ago":           {Last(15, noon(20), "America/Santiago"), 6, 20, 1},
		"it is today":              {Last(3, noon(6), "America/Santiago"), 4, 6, 0},
		"it was yesterday":         {Last(2, noon(7), "America/Santiago"), 6, 7, 1},
		"they end before it":       {Before(5, time.Date(2026, 9, 6, 0, 0, 0, 0, santiago)), 1, 5, 0},
		"they end a week after it": {Before(7, time.Date(2026, 9, 13, 0, 0, 0, 0, santiago)), 6, 12, 1},
	} {
		var want []string
		for day := test.first; day <= test.last; day++ {
			want = append(want, noon(day).Format(time.DateOnly))
		}
		if got := test.period.dates(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if at := test.period.Start; at.Format("2006-01-02 15") != want[0]+" 0"+strconv.Itoa(test.begins) {
			t.Errorf("%s: begins %v", name, at)
		}
	}
	if dates := Last(30, noon(20), "America/Santiago").dates(); len(slices.Compact(slices.Sorted(slices.Values(dates)))) != 30 {
		t.Errorf("%v", dates)
	}
}
