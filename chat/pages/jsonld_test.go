package pages

import (
	"testing"
	"time"

	"narthex/chat/church"
)

// What is held in some weeks of the month alone is told to search engines neither as held every week nor as when the doors are open.
func TestAMonthlyGatheringIsNoWeeklyOne(t *testing.T) {
	weekly := church.Slot{Start: 9 * 60, End: 10 * 60, Label: "Worship"}
	monthly := church.Slot{Start: 8 * 60, End: 9 * 60, Label: "Men's breakfast", Weeks: 1 << 0}
	snapshot := &church.Snapshot{DirectoryName: "Grace", Location: time.UTC}
	for day := range snapshot.Hours {
		snapshot.Hours[day] = []church.Slot{monthly, weekly}
	}
	for _, period := range openingPeriods(snapshot.Hours) {
		if period.Opens != "09:00" {
			t.Errorf("open %+v", period)
		}
	}
	found := gatherings(snapshot, reference{}, congregation{}, time.Date(2026, time.December, 1, 7, 0, 0, 0, time.UTC))
	if len(found) == 0 {
		t.Error("nothing is held")
	}
	for _, g := range found {
		if g.Name != "Worship" {
			t.Errorf("held every week: %+v", g)
		}
	}
}
