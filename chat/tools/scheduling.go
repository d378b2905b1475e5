package tools

import (
	"net/url"
	"strings"

	"narthex/chat/church"
)

// defaultScheduler is where a calendar_app_id that is not an address has its page.
const defaultScheduler = "https://cal.com/"

// SchedulingLink is the page on which a visitor books a time with the pastor, empty where the church has none. What a church
// has on file may be
//
//   - in scheduling_event_type_id a whole address, https://…: that page;
//   - in calendar_app_id an address or a host ("https://book.example.org", "book.example.org/team"): the page
//     scheduling_event_type_id below it;
//   - in calendar_app_id a name ("grace-harbor-pastoral"): that person's or team's page at cal.com, whose links are
//     https://cal.com/<name>/<event type>.
//
// Only https addresses are given out: what stands in these fields ends up in a link.
func SchedulingLink(s church.Scheduling) string {
	app, event := strings.TrimSpace(s.CalendarAppID), strings.TrimSpace(s.EventTypeID)
	switch {
	case !s.CalendarEnabled || event == "":
		return ""
	case strings.Contains(event, "://"):
		return secureLink(event)
	case app == "":
		return ""
	case strings.Contains(app, "://"):
		return secureLink(strings.TrimRight(app, "/") + "/" + url.PathEscape(event))
	case strings.Contains(app, "."):
		return secureLink("https://" + strings.Trim(app, "/") + "/" + url.PathEscape(event))
	default:
		return defaultScheduler + url.PathEscape(app) + "/" + url.PathEscape(event)
	}
}

// secureLink gives the address back if it is an https one with a host, and nothing else otherwise.
func secureLink(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil {
		return ""
	}
	return parsed.String()
}
