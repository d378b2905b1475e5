package pages

import (
	"cmp"
	"fmt"
	"time"

	"narthex/chat/church"
)

// placeOfWorship says of the church what search engines and assistants read: schema.org's Church, as JSON-LD. The template
// writes it into a block of data, where nothing in it can end the block or become code.
type placeOfWorship struct {
	Context      string          `json:"@context"`
	Type         string          `json:"@type"`
	ID           string          `json:"@id"`
	Name         string          `json:"name"`
	URL          string          `json:"url"`
	SameAs       string          `json:"sameAs,omitempty"` // the church's own site
	Telephone    string          `json:"telephone,omitempty"`
	Image        string          `json:"image,omitempty"`
	Address      *postalAddress  `json:"address,omitempty"`
	Geo          *coordinates    `json:"geo,omitempty"`
	HasMap       string          `json:"hasMap,omitempty"`
	OpeningHours []openingPeriod `json:"openingHoursSpecification,omitempty"`
	Services     []gathering     `json:"event,omitempty"`
}

type postalAddress struct {
	Type       string `json:"@type"`
	Street     string `json:"streetAddress,omitempty"`
	City       string `json:"addressLocality,omitempty"`
	State      string `json:"addressRegion,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
	Country    string `json:"addressCountry,omitempty"`
}

type coordinates struct {
	Type      string  `json:"@type"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// openingPeriod is when the church's doors are known to be open: closing earlier than opening means on the next day.
type openingPeriod struct {
	Type   string `json:"@type"`
	Day    string `json:"dayOfWeek"`
	Opens  string `json:"opens"`
	Closes string `json:"closes"`
}

// gathering is a service of every week, with when it is next.
type gathering struct {
	Type      string        `json:"@type"`
	Name      string        `json:"name"`
	Start     string        `json:"startDate"` // ISO 8601, by the church's clock
	Location  reference     `json:"location"`
	Organizer congregation  `json:"organizer"`
	Schedule  weeklySession `json:"eventSchedule"`
}

// congregation is the church as people: the building has no mail address, and holds no services.
type congregation struct {
	Type  string `json:"@type"`
	Name  string `json:"name"`
	URL   string `json:"url"`
	Email string `json:"email,omitempty"`
}

type reference struct {
	ID string `json:"@id"`
}

type weeklySession struct {
	Type      string `json:"@type"`
	Frequency string `json:"repeatFrequency"`
	Day       string `json:"byDay"`
	Start     string `json:"startTime"`
	End       string `json:"endTime,omitempty"`
	TimeZone  string `json:"scheduleTimezone"`
}

func structured(snapshot *church.Snapshot, page *churchPage, now time.Time) placeOfWorship {
	place := placeOfWorship{
		Context: "https://schema.org", Type: "Church", ID: page.Canonical + "#church", URL: page.Canonical,
		Name: page.Church.Name, SameAs: page.Contact.Website, Telephone: snapshot.Phone,
		Image: page.Photo.URL, HasMap: page.MapURL, OpeningHours: openingPeriods(snapshot.Hours),
	}
	place.Services = gatherings(snapshot, reference{place.ID}, congregation{"Organization", place.Name, cmp.Or(place.SameAs, place.URL), snapshot.Email}, now)
	at := snapshot.Address
	address := postalAddress{"PostalAddress", at.Street, at.City, at.State, at.PostalCode, at.Country}
	if (address != postalAddress{Type: "PostalAddress"}) {
		place.Address = &address
	}
	if at.Latitude != nil && at.Longitude != nil {
		place.Geo = &coordinates{"GeoCoordinates", *at.Latitude, *at.Longitude}
	}
	return place
}

// openingPeriods are those whose end the church has written down: a service that merely begins says nothing of when the
// doors close.
func openingPeriods(hours church.Hours) []openingPeriod {
	var periods []openingPeriod
	for day := time.Sunday; day <= time.Saturday; day++ {
		for _, slot := range hours.On(day) {
			if slot.Timed() && slot.End > 0 && slot.Weeks == 0 { // a week of the month cannot be said of opening hours
				opens := (day + time.Weekday(slot.Start/(24*60))) % 7 // midnight is the next day's
				periods = append(periods, openingPeriod{"OpeningHoursSpecification", opens.String(), clockTime(slot.Start), clockTime(slot.End)})
			}
		}
	}
	return periods
}

// gatherings are the church's services by their next start, or, where it calls nothing a service, all that is not its office's hours.
func gatherings(snapshot *church.Snapshot, at reference, by congregation, now time.Time) (services []gathering) {
	var others []gathering
	for start, slot := range snapshot.Hours.Upcoming(now) {
		if slot.Office() || slot.Weeks != 0 || !snapshot.Holds(&slot, slot.Day(start)) { // what is not held every week is no weekly event
			continue
		}
		g := gathering{
			Type: "Event", Name: cmp.Or(slot.Label, snapshot.DirectoryName), Start: start.Format(time.RFC3339), Location: at, Organizer: by,
			Schedule: weeklySession{
				Type: "Schedule", Frequency: "P1W", Day: "https://schema.org/" + start.Weekday().String(), Start: clockTime(slot.Start), TimeZone: snapshot.Location.String(),
			},
		}
		if slot.End > 0 {
			g.Schedule.End = clockTime(slot.End)
		}
		if slot.Service() {
			services = append(services, g)
		} else {
			others = append(others, g)
		}
	}
	if services == nil {
		return others
	}
	return services
}

// clockTime is minutes after midnight as hh:mm.
func clockTime(minutes int) string {
	return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60)
}
