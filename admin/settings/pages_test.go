package settings_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/tools/catalog"
	"narthex/static/messages"
	"narthex/static/web"
)

const (
	knowledge = "/admin/training/knowledge"
	week      = "/admin/training/week"
	general   = "/admin/settings"
)

var all = []string{knowledge, week, general, knowledge + "/events", knowledge + "/groups", knowledge + "/volunteer_roles"}

func TestEveryPageIsThereInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.send(t, http.MethodPost, "/api/admin/events", token, fields{"title": "<b>Picnic", "starts_at": "2027-07-04T10:00"})
	s.send(t, http.MethodPatch, update, token, fields{"custom_staff": []fields{{"name": "</textarea><script>", "bio": "\nA"}}})
	session := s.signIn(t, id, access.RoleAdmin)
	for _, path := range all {
		for language, word := range map[string]string{"en": "All times are those of the church’s clock: America/New_York", "es": "Todas las horas son las del reloj"} {
			got := s.send(t, http.MethodGet, path+"?lang="+language, session, "")
			if got.Status != 200 || !strings.Contains(got.Body, word) || strings.Contains(got.Body, "</textarea><script>") || strings.Contains(got.Body, "<b>Picnic") {
				t.Errorf("%s in %s: %d", path, language, got.Status)
			}
		}
	}
	if got := s.send(t, http.MethodGet, knowledge+"/events", session, ""); !strings.Contains(got.Body, `value="2027-07-04T10:00"`) || !strings.Contains(got.Body, "Sunday, 2027-07-04 10:00 EDT") {
		t.Error("the event's time is not that of the church's clock")
	}
}

func TestAListThatThePlanTellsNobodyOfSaysSo(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.send(t, http.MethodPost, "/api/admin/events", token, fields{"title": "Picnic", "starts_at": "2027-07-04T10:00"})
	admin, leader := s.signIn(t, id, access.RoleAdmin), s.signIn(t, id, access.VolunteerLeader)
	pages := []string{knowledge + "/events", knowledge + "/groups", knowledge + "/volunteer_roles", week}
	for _, plan := range []string{"starter_chat", "starter_voice", "pro_chat", "suite_both"} {
		s.exec(t, "update premium_churches set plan = $1, channel = split_part($1, '_', 2) where church_id = $2", plan, id)
		untold := strings.HasPrefix(plan, "starter")
		for _, path := range pages {
			got := s.send(t, http.MethodGet, path, admin, "")
			if strings.Contains(got.Body, "Visitors are told nothing of this: Pro and higher plans have it.") != untold || strings.Contains(got.Body, `<a href="/admin/upgrade">Look at the plans</a>`) != untold {
				t.Errorf("%s of %s: untold is %v", path, plan, !untold)
			}
			if untold && strings.Contains(got.Body, "Add the first") {
				t.Errorf("%s of %s promises what the plan does not do", path, plan)
			}
		}
		if got := s.send(t, http.MethodGet, knowledge, admin, ""); strings.Contains(got.Body, "With Pro: on your plan") != untold {
			t.Errorf("the links to the lists of %s: untold is %v", plan, !untold)
		}
		if got := s.send(t, http.MethodGet, pages[0], leader, ""); strings.Contains(got.Body, "Visitors are told nothing of this") != untold || strings.Contains(got.Body, "Look at the plans") {
			t.Errorf("who does not see the plans, on %s, is led to them, or is told nothing", plan)
		}
	}
	for _, tool := range catalog.All {
		for _, kind := range []string{"event", "group", "volunteer"} {
			if strings.Contains(tool.Name, kind) && tool.Plan != church.Pro {
				t.Errorf("%s comes with %s: the pages say otherwise", tool.Name, tool.Plan)
			}
		}
	}
}

func TestEveryChangeHasWordsInTheAuditLog(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into organization_settings (organization_id) values ($1)", id)
	s.send(t, http.MethodPatch, set, token, fields{
		"prayer_requests_enabled": false, "visitor_intake_enabled": false, "callback_scheduling_enabled": false, "transcript_enabled": false, "escalation_contact_name": "A", "escalation_when": "B",
		"pastor_availability": fields{"monday": []string{"09:00-10:00"}}, "pastor_away": []fields{{"from": "2027-07-01", "to": "2027-07-14"}}, "special_days": []fields{{"from": "2027-12-24", "kind": "instead", "name": "Christmas Eve", "times": "4:00 PM Family service"}}, "sermon_until": "2027-07-04", "announcement_until": "2027-07-04", "accent_color": "#1F6F5C", "photo": "https://a.example/b.jpg", "photo_alt": "C",
		"name": "H", "website": "https://h.example", "country": "CA", "address": "D", "city": "E", "state": "F", "postal_code": "G", "phone": "(207) 555-0142", "email": "office@grace.example", "timezone": "America/Chicago", "language": "es", "daily_budget_usd": 2.5,
	})
	if held := s.text(t, `select concat_ws('|', c.timezone, c.language, c.phone, p.accent_color, v.prayer_requests_enabled, v.transcript_enabled, v.pastor_availability, o.chatbot_config) from churches c
		join premium_churches p on p.church_id = c.id join church_voice_agents v on v.church_id = c.id join organization_settings o on o.organization_id = c.id where c.id = $1`, id); held !=
		`America/Chicago|es|(207) 555-0142|#1f6f5c|f|f|{"monday": ["09:00-10:00"]}|{"daily_budget_usd": 2.5}` {
		t.Error(held)
	}
	languages, err := web.LoadLanguages(messages.Files)
	must(t, err)
	pages, err := web.NewPages(fstest.MapFS{"layout.html": {}}, languages, nil)
	must(t, err)
	rows, err := s.db.Admin.Query(t.Context(), "select what from audit_log where church_id = $1", id)
	must(t, err)
	defer rows.Close()
	n := 0
	for rows.Next() {
		var what string
		must(t, rows.Scan(&what))
		n++
		for _, language := range pages.Languages() {
			if _, err := language.Text("audit." + what); err != nil {
				t.Error(err)
			}
		}
	}
	if n != 26 {
		t.Errorf("%d changes are noted", n)
	}
	if got := s.send(t, http.MethodPatch, set, token, fields{"daily_budget_usd": nil}); got.Status != 200 || s.text(t, "select chatbot_config::text from organization_settings where organization_id = $1", id) != "{}" {
		t.Errorf("no budget of its own: %d %s", got.Status, got.Body)
	}
}

func TestPagesShowWhatARoleSees(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.send(t, http.MethodPatch, update, token, fields{"notification_phone": "(207) 555-0142"})
	for _, test := range []struct {
		role   access.Role
		path   string
		status int
		has    string
		not    string
	}{
		{access.WorshipLeader, week, 200, "Sermon topic", "notification_phone"},
		{access.WorshipLeader, general, 403, "", "555-0142"},
		{access.WorshipLeader, knowledge, 403, "", "Ministries"},
		{access.VolunteerLeader, knowledge, 200, "/volunteer_roles", "custom_staff"},
		{access.VolunteerLeader, knowledge + "/groups", 200, "Add a group", ""},
		{access.OfficeAdmin, general, 200, "may look at this", "type=\"submit\">Save"},
		{access.OfficeAdmin, knowledge, 200, "/admin/training/documents", ""},
		{access.Treasurer, week, 403, "", ""},
	} {
		got := s.send(t, http.MethodGet, test.path, s.signIn(t, id, test.role), "")
		if got.Status != test.status || !strings.Contains(got.Body, test.has) || test.not != "" && strings.Contains(got.Body, test.not) {
			t.Errorf("%s at %s: %d", test.role, test.path, got.Status)
		}
	}
	if got := s.send(t, http.MethodGet, week, nil, ""); got.Status != 303 {
		t.Errorf("nobody: %d", got.Status)
	}
}
