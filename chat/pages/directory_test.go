package pages_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
)

func TestTheDirectoryShowsWhatTheChurchSays(t *testing.T) {
	grace := graceHarbor()
	grace.DirectoryName = "Grace Harbor Community Church"
	grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Traditional worship", time.Tuesday: "9:00 AM - 3:00 PM Church office"})
	grace.Expect.Parking = "Behind the building."
	grace.Ministries = []church.Ministry{{Name: "Harbor Kids", Description: "Ages 3 to 11."}}
	grace.Staff = []church.StaffMember{
		{Name: "Ruth Alden", Title: "Associate Pastor of Care", Bio: "A hospice nurse before.", PhotoURL: "https://grace.example/ruth.jpg"},
		{Name: "Rev. Daniel Whitcomb", Title: "Lead Pastor", PhotoURL: "javascript:alert(1)"},
	}
	page := body(t, having(grace), "/churches/grace-harbor")
	mustContain(t, page, `<h1 dir="auto">Grace Harbor Community Church</h1>`, "<title>Grace Harbor Community Church, Rockland, ME</title>",
		"Sunday", "9:00 AM Traditional worship", "Tuesday", "Behind the building.", "Harbor Kids", "Ruth Alden", "A hospice nurse before.", `src="https://grace.example/ruth.jpg"`, ">RA<", ">DW</span>",
		`href="https://www.google.com/maps/search/?api=1&amp;query=212&#43;Breakwater&#43;Lane%2C&#43;Rockland%2C&#43;ME&#43;04841"`,
		`class="float" href="https://narthex.example/care/grace-harbor"`,
		`property="og:title" content="Grace Harbor Community Church"`, `property="og:url" content="https://narthex.example/churches/grace-harbor"`)
	mustLack(t, page, "Is this your church?", "<iframe", "javascript:alert")
	if person, assistant := strings.Index(page, `class="person"`), strings.Index(page, `class="float"`); person < 0 || person > assistant {
		t.Errorf("a person's number is at %d, the assistant at %d", person, assistant)
	}
}

func TestTheFloatingButtonIsThereWhileTheAssistantAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*church.Snapshot)
		shown  bool
	}{
		"active":                   {func(*church.Snapshot) {}, true},
		"canceled":                 {func(s *church.Snapshot) { s.Status = church.Canceled }, false},
		"chatbot not enabled":      {func(s *church.Snapshot) { s.ChatbotEnabled = false }, false},
		"a plan for the telephone": {func(s *church.Snapshot) { s.Plan = church.ProVoice }, true},
	} {
		if got := strings.Contains(body(t, with(tt.change), "/churches/grace-harbor"), `class="float"`); got != tt.shown {
			t.Errorf("%s: shown %v", name, got)
		}
	}
}

func TestWhatAChurchToldUsIsShownWhileItIsSubscribed(t *testing.T) {
	page := body(t, with(func(s *church.Snapshot) {
		s.Status = church.Canceled
		s.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Traditional worship"})
	}), "/churches/grace-harbor")
	mustLack(t, page, "Traditional worship", "Is this your church?")
	mustContain(t, page, "212 Breakwater Lane")
}

func TestAChurchThatIsOnlyListedCanBeClaimed(t *testing.T) {
	response := visitWith(t, nil, listedOnly(directoryOf(graceHarbor())), "/churches/grace-harbor")
	if response.Code != http.StatusOK {
		t.Fatalf("status %d", response.Code)
	}
	mustContain(t, response.Body.String(), "Is this your church?", `href="/pricing?church=grace-harbor"`, "212 Breakwater Lane", "has not published its times")
	mustLack(t, response.Body.String(), `class="float"`)
}

func TestTheDirectoryDoesNotKnowEveryChurch(t *testing.T) {
	if got := visit(t, having(), http.MethodGet, "/churches/nowhere"); got.Code != http.StatusNotFound {
		t.Errorf("status %d", got.Code)
	}
	if got := visit(t, failing(church.ErrUnavailable), http.MethodGet, "/churches/grace-harbor"); got.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d", got.Code)
	}
}

// jsonLD is the structured data of a page.
func jsonLD(t *testing.T, page string) map[string]any {
	t.Helper()
	match := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(page)
	if match == nil {
		t.Fatalf("no structured data in %s", page)
	}
	var data map[string]any
	if err := json.Unmarshal([]byte(match[1]), &data); err != nil {
		t.Fatalf("%v: %s", err, match[1])
	}
	return data
}

func TestSearchEnginesAreToldWhereAndWhenTheChurchIs(t *testing.T) {
	latitude, longitude := 44.1, -69.1
	grace := graceHarbor()
	grace.Address.Latitude, grace.Address.Longitude = &latitude, &longitude
	grace.Hours = week(map[time.Weekday]string{time.Sunday: "9:00 AM Worship", time.Tuesday: "9:00 AM - 3:00 PM Church office"})
	data := jsonLD(t, body(t, having(grace), "/churches/grace-harbor"))
	for key, want := range map[string]string{
		"@context": "https://schema.org", "@type": "Church", "@id": "https://narthex.example/churches/grace-harbor#church",
		"name": "Grace Harbor Church", "sameAs": "https://graceharbor.example.org", "telephone": "(207) 555-0142",
		"address":                   "map[@type:PostalAddress addressCountry:US addressLocality:Rockland addressRegion:ME postalCode:04841 streetAddress:212 Breakwater Lane]",
		"geo":                       "map[@type:GeoCoordinates latitude:44.1 longitude:-69.1]",
		"openingHoursSpecification": "[map[@type:OpeningHoursSpecification closes:15:00 dayOfWeek:Tuesday opens:09:00]]",
	} {
		if got := fmt.Sprint(data[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	services, _ := data["event"].([]any)
	if len(services) != 1 {
		t.Fatalf("services: %v", data["event"])
	}
	service := services[0].(map[string]any)
	next, err := time.Parse(time.RFC3339, fmt.Sprint(service["startDate"]))
	if err != nil || next.Weekday() != time.Sunday || next.Hour() != 9 || service["name"] != "Worship" {
		t.Errorf("the service on Sunday: %v, %v", service, err)
	}
	if got := fmt.Sprint(service["organizer"]); got != "map[@type:Organization email:"+grace.Email+" name:Grace Harbor Church url:https://graceharbor.example.org]" {
		t.Errorf("who holds it: %s", got)
	}
	if got := fmt.Sprint(service["eventSchedule"]); got != "map[@type:Schedule byDay:https://schema.org/Sunday repeatFrequency:P1W scheduleTimezone:"+grace.Location.String()+" startTime:09:00]" {
		t.Errorf("its schedule: %s", got)
	}
}
