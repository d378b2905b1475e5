package church

import (
	"encoding/json"
	"testing"
	"time"
)

func TestNextServicePassesOverTheOfficeAndOtherGatherings(t *testing.T) {
	tests := map[string]struct{ hours, want, at string }{
		"worship after the office and a breakfast": {`{"saturday": ["9:00 AM Office", "10:00 AM Men's breakfast"], "sunday": ["8:15 AM Prayer", "9:00 AM Traditional worship"]}`, "9:00 AM Traditional worship", "Sun 09:00"},
		"a Mass on the same day":                   {`{"saturday": ["17:00 Parish office", "18:30 Vigil Mass"], "sunday": ["10:00 Mass"]}`, "18:30 Vigil Mass", "Sat 18:30"},
		"a service in Spanish":                     {`{"friday": ["7:30 PM Jóvenes"], "sunday": ["10:30 AM Culto de adoración"]}`, "10:30 AM Culto de adoración", "Sun 10:30"},
		"evening prayer that is sung":              {`{"saturday": ["9:00 AM Choir practice", "17:00 Choral Evensong"], "sunday": ["8:00 Holy Eucharist"]}`, "17:00 Choral Evensong", "Sat 17:00"},
		"a gathering, and one for some":            {`{"saturday": ["9:00 Men's gathering"], "sunday": ["9:00 Sunday gathering", "19:00 Compline"]}`, "9:00 Sunday gathering", "Sun 09:00"},
		"times without labels":                     {`{"sunday": ["10:30"], "saturday": ["18:00"]}`, "18:00", "Sat 18:00"},
		"no service by name, but not the office":   {`{"saturday": ["16:00 Office"], "monday": ["19:00 Alpha"]}`, "19:00 Alpha", "Mon 19:00"},
		"only the office":                          {`{"monday": ["9:00 AM - 3:00 PM Church office"]}`, "", ""},
		"nothing":                                  {`{}`, "", ""},
	}
	saturday := time.Date(2026, 5, 16, 8, 0, 0, 0, time.UTC)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dropped := &droppings{}
			slot, start, ok := decodeHours(json.RawMessage(test.hours), "custom_hours", dropped).NextService(saturday)
			if ok != (test.want != "") || slot.Text != test.want || ok && start.Format("Mon 15:04") != test.at {
				t.Errorf("%q at %s, %v", slot.Text, start.Format("Mon 15:04"), ok)
			}
		})
	}
}
