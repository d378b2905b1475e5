package team_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
)

func TestWhatWasChangedIsReadPageByPageInTheChurchsTime(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	if got := h.ask(t, http.MethodGet, "/admin/settings/audit", ann, nil); got.status != 200 || !strings.Contains(got.body, "Nothing was changed yet") {
		t.Errorf("nothing: %d", got.status)
	}
	// One an hour over the night in which Chicago's clocks went back.
	for i := range 120 {
		h.execute(t, `
			insert into audit_log (id, church_id, who, what, detail, happened_at)
			values ($1, $2, 'ann@grace.example', 'team.link_sent', jsonb_build_object('email', 'p' || $3::integer || '<b>@grace.example'), timestamptz '2026-10-31 12:30+00' + $3 * interval '1 hour')`,
			uuid.Must(uuid.NewV7()), id, i)
	}
	h.execute(t, `insert into audit_log (id, church_id, who, what, happened_at) values ($1, $2, 'ann@grace.example', 'poem.written', '2026-12-01 12:00+00')`, uuid.Must(uuid.NewV7()), id)
	who, seen, at := regexp.MustCompile(`link of p(\d+)&lt;b&gt;@grace`), map[string]bool{}, "/admin/settings/audit"
	pages := 0
	var all strings.Builder
	for at != "" && pages < 10 {
		got := h.ask(t, http.MethodGet, at, ann, nil)
		pages++
		all.WriteString(got.body)
		for _, found := range who.FindAllStringSubmatch(got.body, -1) {
			if seen[found[1]] {
				t.Errorf("%s stands there twice", found[1])
			}
			seen[found[1]] = true
		}
		at = ""
		if next := regexp.MustCompile(`/admin/settings/audit\?before=[0-9a-f-]+`).FindString(got.body); next != "" {
			at = next
		}
	}
	if pages != 3 || len(seen) != 120 {
		t.Errorf("%d changes on %d pages", len(seen), pages)
	}
	for _, want := range []string{"Saturday, 31 October 2026, 7:30 AM (CDT)", "Sunday, 1 November 2026, 1:30 AM (CDT)", "Sunday, 1 November 2026, 1:30 AM (CST)", "poem.written"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q is not on the pages", want)
		}
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/audit?before=x", ann, nil); got.status != 200 || !strings.Contains(got.body, `"more":true`) {
		t.Errorf("a program: %d %.100s", got.status, got.body)
	}
}

func TestWhatWasChangedIsSaidInWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	for what, detail := range map[string]string{
		"request.close":      `{"kind": "hospital_visit"}`,
		"agents.changed":     `{"agents": "care, coordinator"}`,
		"tools.changed":      `{"off": "get_service_times"}`,
		"lens.chosen":        `{"lens": "Catholic"}`,
		"team.roles_changed": `{"email": "bob@grace.example", "before": "care_team", "roles": "pastor, poet"}`,
		"team.alarms_moved":  `{"email": "bob@grace.example", "before": "ann@grace.example"}`,
	} {
		h.execute(t, `insert into audit_log (id, church_id, who, what, detail) values ($1, $2, 'ann@grace.example', $3, $4)`, uuid.Must(uuid.NewV7()), id, what, detail)
	}
	for language, wants := range map[string][]string{
		"en": {"(Hospital visit)", "Changed the agents: Care and prayer, Visits and questions", "off now: Service times", "lens Catholic", "from Care team to Pastor, poet", "in the place of ann@grace.example"},
		"es": {"(Visita al hospital)", "Cuidado y oración, Visitas y preguntas", "Católica", "Pastor, poet"},
	} {
		page := h.ask(t, http.MethodGet, "/admin/settings/audit?lang="+language, ann, nil).body
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page does not say %q", language, want)
			}
		}
	}
}
