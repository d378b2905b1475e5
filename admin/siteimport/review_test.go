package siteimport

import "testing"

func TestMidnightIsTheSameSlotHoweverItIsWritten(t *testing.T) {
	for line, want := range map[string]bool{"Midnight Mass": true, "00:00 Mass": true, "12:00 AM Mass": true, "12:00 PM Mass": false, "11:00 PM Mass": false} {
		for _, stored := range []string{"Midnight Mass", "00:00 Mass"} {
			if got := sameSlot(stored, line); got != want {
				t.Errorf("%s and %s: %v", stored, line, got)
			}
		}
	}
}
