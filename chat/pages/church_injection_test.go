package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"golang.org/x/net/html"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/chat/tools/events"
)

// saying is a church all of whose words are these, the same number of them whatever they are. Its web addresses are kept,
// since a page says more where there are some.
func saying(words func(field int) string) *church.Snapshot {
	grace := graceHarbor()
	field := 0
	next := func() string { field++; return words(field - 1) }
	grace.Name, grace.DirectoryName, grace.Denomination, grace.Phone, grace.Email = next(), next(), next(), next(), next()
	grace.Address = church.Address{Street: next(), City: next(), State: next(), PostalCode: next(), Country: "US"}
	grace.PhotoAlt, grace.PastorName, grace.PastorAvailabilityText, grace.SermonTopic = next(), next(), next(), next()
	grace.WelcomeGreeting, grace.CrisisMessage, grace.WeeklyAnnouncement = next(), next(), next()
	grace.Expect = church.WhatToExpect{
		DressCode: next(), Parking: next(), Children: next(), FirstVisit: next(), MusicStyle: next(), ServiceLength: next(),
	}
	for day := range grace.Hours {
		grace.Hours[day] = []church.Slot{{Start: 600, End: 660, Label: next(), Text: next()}, {Start: church.Untimed, Text: next()}}
	}
	for range 3 {
		grace.Staff = append(grace.Staff, church.StaffMember{Name: next(), Title: next(), Bio: next()})
		grace.Ministries = append(grace.Ministries, church.Ministry{Name: next(), Description: next()})
	}
	grace.Voice = church.Voice{CarrierNumber: "+12075550145", AssistantNumber: "+12075550145"}
	grace.Demo, grace.LensSource = true, church.LensDefault
	grace.Lens = church.Lens{ID: 10, Slug: "christocentric", Name: next()}
	grace.Catalogue = []church.Tradition{{Lens: church.Lens{ID: 1, Slug: "evangelical", Name: next()}}}
	return grace
}

// plainWords are words that can do no harm, and with which a page has all its parts.
func plainWords(int) string { return "Plain 1" }

// rotated gives every field a payload of its own, another one in each round. A digit keeps a telephone number one.
func rotated(round int) func(int) string {
	return func(field int) string { return payloads[(round+field)%len(payloads)] + " 1" }
}

// whole gives every field many payloads.
func whole(some []string) func(int) string {
	return func(field int) string {
		at := field % len(some)
		return strings.Join(slices.Concat(some[at:], some[:at]), " ") + " 1"
	}
}

// pagesOfChurch are the pages on which a church's words stand, with what makes them look so.
var pagesOfChurch = []struct {
	name, path string
	change     func(*church.Snapshot)
}{
	{"care", "/care/grace-harbor", func(*church.Snapshot) {}},
	{"offline", "/care/grace-harbor", func(s *church.Snapshot) { s.CareEnabled = false }},
	{"paused", "/care/grace-harbor", func(s *church.Snapshot) { s.Status = church.Paused }},
	{"chat", "/chat/grace-harbor?agent=care", func(*church.Snapshot) {}},
	{"directory", "/churches/grace-harbor", func(*church.Snapshot) {}},
	{"directory without a subscription", "/churches/grace-harbor", func(s *church.Snapshot) { s.Status = church.Canceled }},
}

// skeletonOf is what a browser's parser makes of a page, without its words.
func skeletonOf(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var elements []string
	for node := range root.Descendants() {
		if node.Type != html.ElementNode || node.Data == "wbr" {
			continue
		}
		attributes := make([]string, 0, len(node.Attr))
		var schemes string
		for _, attribute := range node.Attr {
			attributes = append(attributes, attribute.Key)
			if attribute.Key == "href" || attribute.Key == "src" {
				parsed, err := url.Parse(attribute.Val)
				if err != nil {
					t.Errorf("address %q", attribute.Val)
					continue
				}
				schemes += parsed.Scheme
			}
		}
		slices.Sort(attributes)
		elements = append(elements, node.Data+"["+strings.Join(attributes, ",")+"]"+schemes)
	}
	return strings.Join(elements, " ")
}

func bodyFor(t *testing.T, snapshot *church.Snapshot, change func(*church.Snapshot), path string) string {
	t.Helper()
	change(snapshot)
	return body(t, having(snapshot), path)
}

// Every payload in every field, on every page: the page's elements and attributes are those of a page with plain words.
func TestAChurchsWordsStayWords(t *testing.T) {
	for _, page := range pagesOfChurch {
		t.Run(page.name, func(t *testing.T) {
			want := skeletonOf(t, bodyFor(t, saying(plainWords), page.change, page.path))
			for round := range payloads {
				if got := skeletonOf(t, bodyFor(t, saying(rotated(round)), page.change, page.path)); got != want {
					t.Errorf("round %d: %s", round, differs(got, want))
				}
			}
		})
	}
}

// The same in Chromium, with many payloads at once: nothing runs, nothing is asked of anybody else, nothing is left to the policy.
func TestAChurchsWordsDoNothingInABrowser(t *testing.T) {
	churches := []*church.Snapshot{saying(plainWords)}
	s := serve(t, churches...)
	for _, at := range pagesOfChurch {
		t.Run(at.name, func(t *testing.T) {
			page := newTrap(t, phone, s.url)
			show := func(words func(int) string) string {
				churches[0] = saying(words)
				at.change(churches[0])
				page.do(chromedp.Navigate(s.url + at.path))
				page.wait(`document.readyState === "complete"`)
				return eval[string](page, skeleton)
			}
			want := show(plainWords)
			for some := range slices.Chunk(payloads, 30) {
				if got := show(whole(some)); got != want {
					t.Error(differs(got, want))
				}
				page.mustHaveNoComplaint(strings.Join(some, " "))
			}
		})
	}
}

var structuredData = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

// What search engines read is what the church has written, whatever that is.
func TestStructuredDataSaysWhatTheChurchSays(t *testing.T) {
	for round := range payloads {
		snapshot := saying(rotated(round))
		match := structuredData.FindStringSubmatch(body(t, having(snapshot), "/churches/grace-harbor"))
		if match == nil {
			t.Fatalf("round %d: no structured data", round)
		}
		var read struct {
			Name, Telephone string
			Event           []struct{ Organizer struct{ Email string } }
			Address         struct{ StreetAddress, AddressLocality, AddressRegion, PostalCode string }
		}
		if err := json.Unmarshal([]byte(match[1]), &read); err != nil {
			t.Fatalf("round %d: %v in %s", round, err, match[1])
		}
		if len(read.Event) == 0 {
			t.Fatalf("round %d: no services in %s", round, match[1])
		}
		address := snapshot.Address
		for got, want := range map[string]string{
			read.Name: snapshot.DirectoryName, read.Telephone: snapshot.Phone, read.Event[0].Organizer.Email: snapshot.Email,
			read.Address.StreetAddress: address.Street, read.Address.AddressLocality: address.City,
			read.Address.AddressRegion: address.State, read.Address.PostalCode: address.PostalCode,
		} {
			if got != want {
				t.Errorf("%q became %q", want, got)
			}
		}
	}
}

// Addresses on file that are none of the web's lead nowhere: no page has a link to them, or loads them.
func TestAddressesOnFileLeadToTheWebOrNowhere(t *testing.T) {
	addresses := []string{
		"javascript:window.pwned=1", "JavaScript://x.example/%0awindow.pwned=1", " javascript:window.pwned=1", "java\nscript:window.pwned=1",
		"data:text/html,<script>window.pwned=1</script>", "data:image/svg+xml,<svg onload=window.pwned=1>", "vbscript:x", "blob:https://x.example/1",
		"file:///etc/passwd", "//evil.example", `\\evil.example`, "https://user@evil.example", "about:blank", "https://x.example/\" onerror=\"window.pwned=1",
	}
	for _, address := range append(addresses, payloads...) {
		for _, page := range pagesOfChurch {
			snapshot := saying(plainWords)
			snapshot.Website, snapshot.GivingURL, snapshot.Photo = address, address, address
			root, err := html.Parse(strings.NewReader(bodyFor(t, snapshot, page.change, page.path)))
			if err != nil {
				t.Fatal(err)
			}
			for node := range root.Descendants() {
				for _, attribute := range node.Attr {
					if strings.HasPrefix(attribute.Key, "on") {
						t.Errorf("%s: %q became %s=%q", page.name, address, attribute.Key, attribute.Val)
					}
					if !slices.Contains([]string{"href", "src", "action", "content"}, attribute.Key) {
						continue
					}
					parsed, err := url.Parse(attribute.Val)
					if attribute.Key != "content" && (err != nil || !slices.Contains([]string{"", "http", "https", "tel", "mailto"}, parsed.Scheme) || parsed.User != nil || parsed.Scheme == "" && parsed.Host != "") {
						t.Errorf("%s: %q became %s=%q", page.name, address, attribute.Key, attribute.Val)
					}
				}
			}
		}
	}
}

// What stands in an address is shown on no page as anything but words.
func TestAddressesAskedForCannotInject(t *testing.T) {
	s := serve(t, graceHarbor())
	shapes := map[string]func(text string) string{
		"a church that is not there":     func(text string) string { return "/care/" + url.PathEscape(text) },
		"a chat that is not there":       func(text string) string { return "/chat/" + url.PathEscape(text) },
		"no church of the directory":     func(text string) string { return "/churches/" + url.PathEscape(text) },
		"nothing at this address":        func(text string) string { return "/nowhere/" + url.PathEscape(text) },
		"an agent that there is not":     func(text string) string { return "/chat/grace-harbor?agent=" + url.QueryEscape(text) },
		"a tradition that there is not":  func(text string) string { return "/care/grace-harbor?lens=" + url.QueryEscape(text) },
		"a question that a link brought": func(text string) string { return "/chat/grace-harbor?q=" + url.QueryEscape(text) },
	}
	page := newTrap(t, phone, s.url)
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		show := func(text string) string {
			page.do(chromedp.Navigate(s.url + shapes[name](text)))
			page.wait(`document.readyState === "complete"`)
			return eval[string](page, skeleton)
		}
		want := show("plain")
		for some := range slices.Chunk(payloads, 30) {
			if got := show(strings.Join(some, " ")); got != want {
				t.Errorf("%s: %s", name, differs(got, want))
			}
			page.mustHaveNoComplaint(name + ": " + strings.Join(some, " "))
		}
	}
}

// What stands in a calendar file's property stays in it: a line of its own would be a property of its own.
func TestCalendarFilesCannotBeGivenProperties(t *testing.T) {
	grace := graceHarbor()
	event := events.Event{ID: uuid.New(), StartsAt: time.Date(2026, 5, 6, 21, 30, 0, 0, time.UTC)}
	on := func(parts *pages.Parts) {
		parts.Events = func(context.Context, uuid.UUID, uuid.UUID) (events.Event, error) { return event, nil }
	}
	properties := func(text string) (names []string) {
		event.Title, event.Description, event.Location, grace.Name, grace.Website = text, text, text, text, "https://x.example/"+text
		response := visitWith(t, having(grace), on, events.CalendarPath("grace-harbor", event.ID))
		if response.Code != http.StatusOK {
			t.Fatalf("%q: %d", text, response.Code)
		}
		file := strings.NewReplacer("\r\n ", "", "\r\n\t", "").Replace(response.Body.String()) // RFC 5545, 3.1
		for line := range strings.SplitSeq(strings.TrimSuffix(file, "\r\n"), "\r\n") {
			name, _, _ := strings.Cut(line, ":")
			name, _, _ = strings.Cut(name, ";")
			names = append(names, name)
			if strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("%q: broken line %q", text, line)
			}
		}
		return names
	}
	want := properties("plain")
	breaks := []string{
		"x\r\nATTENDEE:mailto:a@evil.example", "x\nATTENDEE:mailto:a@evil.example", "x\rATTENDEE:mailto:a@evil.example",
		"x\u2028ATTENDEE:mailto:a@evil.example", "x\u0085ATTENDEE:x", "x\vATTENDEE:x", "x\r\n ATTENDEE:x", "x\r\nEND:VEVENT\r\nBEGIN:VALARM",
		"x\\nATTENDEE:x", `x";ATTENDEE:x`, "x;VALUE=URI:y", "x\r\n\r\nATTENDEE:x", "x\n\rATTENDEE:x", strings.Repeat("é", 100) + "\r\nATTENDEE:x",
	}
	for _, text := range append(breaks, payloads...) {
		if got := properties(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v instead of %v", text, got, want)
		}
	}
}

// The loader's data, the button's words and the panel.
func TestAChurchsWordsDoNothingOnAPageWithTheWidget(t *testing.T) {
	churches := []*church.Snapshot{graceHarbor()}
	s := serveWidget(t, churches...)
	h := hostFor(t, s, churches[0], plainPage(strings.Replace(snippet, "async", `data-label="Ask" async`, 1)))
	origins := churches[0].WidgetOrigins
	page := newTrap(t, phone, s.url, h.url)
	page.beforeScripts(watchShadows)
	show := func(words func(int) string) (loader, panel string) {
		churches[0] = saying(words)
		churches[0].WidgetOrigins = origins
		page.do(chromedp.Navigate(h.url + "/"))
		page.wait(`shadowOf().querySelector(".button")`)
		page.do(chromedp.Evaluate[chromedp.Void](`narthex.open()`))
		page.waitPanel()
		loader = eval[string](page, strings.Replace(skeleton, "document.query", "shadowOf().query", 1))
		return loader, frameEval[string](page, skeleton)
	}
	wantLoader, wantPanel := show(plainWords)
	for some := range slices.Chunk(payloads, 30) {
		loader, panel := show(whole(some))
		if loader != wantLoader {
			t.Errorf("the loader: %s", differs(loader, wantLoader))
		}
		if panel != wantPanel {
			t.Errorf("the panel: %s", differs(panel, wantPanel))
		}
		page.mustHaveNoComplaint(fmt.Sprintf("%q", some))
	}
}
