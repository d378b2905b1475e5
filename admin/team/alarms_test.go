package team_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
)

// alarms has a church's crises and prayers go to an address, and reports about who reads there to another.
func (h *house) alarms(t *testing.T, id uuid.UUID, email, safeguarding string) {
	t.Helper()
	h.execute(t, `
		insert into church_voice_agents (church_id, status, notification_email, safeguarding_email) values ($1, 'active', nullif($2, ''), nullif($3, ''))
		on conflict (church_id) do update set notification_email = excluded.notification_email, safeguarding_email = excluded.safeguarding_email`, id, email, safeguarding)
}

// phone has text messages of a church's crises go to a number.
func (h *house) phone(t *testing.T, id uuid.UUID, number string) {
	t.Helper()
	h.execute(t, "update church_voice_agents set notification_phone = nullif($2, '') where church_id = $1", id, number)
}

func (h *house) alarmsOf(t *testing.T, id uuid.UUID) (email, safeguarding string) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), `
		select coalesce(notification_email, ''), coalesce(safeguarding_email, '') from church_voice_agents where church_id = $1`, id).Scan(&email, &safeguarding))
	return email, safeguarding
}

func TestAlarmsFollowTheAddressOfTheAccount(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, safeguarding string
		after                string
		says, saysNot        string
	}{
		"as the church was set up":              {"Ann@grace.example", "", "new@grace.example", "come to this one from now on", "still mailed"},
		"to an address of the church's choice":  {"office@grace.example", "", "office@grace.example", "on its way", "Crises"},
		"to nobody":                             {"", "", "", "on its way", "Crises"},
		"to the safeguarding contact's address": {"ann@grace.example", "NEW@grace.example", "ann@grace.example", "still mailed to the old address", "from now on"},
		"who leaves answers for safeguarding":   {"office@grace.example", "ann@grace.example", "office@grace.example", "child at risk still go to the old address", "Crises"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			id, _ := h.church(t, "grace", "ann@grace.example")
			_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
			h.alarms(t, id, test.before, test.safeguarding)
			h.phone(t, id, "(207) 555-0142")
			if got := h.askAddress(t, ann, "new@grace.example"); got.status != 204 {
				t.Fatalf("ask: %d %s", got.status, got.body)
			}
			confirm := link(t, h.mail(t, "new@grace.example", "confirm"))
			moves := test.after != test.before
			if got := h.ask(t, http.MethodGet, confirm, nil, nil); got.status != 200 || strings.Contains(got.body, "So do crises and prayers") != moves || strings.Contains(got.body, "555-0142") {
				t.Errorf("before it is confirmed: %d %s", got.status, got.body)
			}
			if now, _ := h.alarmsOf(t, id); now != test.before {
				t.Errorf("before it is confirmed, they go to %q", now)
			}
			got := h.ask(t, http.MethodPost, confirm, nil, nil)
			if got.status != 200 || !strings.Contains(got.body, test.says) || strings.Contains(got.body, test.saysNot) {
				t.Errorf("confirm: %d %s", got.status, got.body)
			}
			if strings.Contains(got.body, "Text messages of a crisis still go to (207) 555-0142") != moves {
				t.Errorf("of text messages it says %s", got.body)
			}
			if now, safeguarding := h.alarmsOf(t, id); now != test.after || safeguarding != test.safeguarding {
				t.Errorf("they go to %q, and safeguarding to %q", now, safeguarding)
			}
			if told := h.mail(t, "ann@grace.example", "another address now"); strings.Contains(told.Text, "still come to this address") != (strings.EqualFold(test.after, "ann@grace.example")) {
				t.Errorf("the old address is told %s", told.Text)
			}
			noted := h.count(t, "audit_log where what = 'team.alarms_moved' and church_id = $1 and detail ->> 'before' = $2 and detail ->> 'email' = $3", id, test.before, test.after)
			if (noted == 1) != moves {
				t.Errorf("noted %d times", noted)
			}
		})
	}
}

func TestWhoGetsTheAlarmsIsNotRemovedUnnoticed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	piaID, _ := h.somebody(t, id, "pia@grace.example", access.Pastor)
	timID, _ := h.somebody(t, id, "tim@grace.example", access.CareTeam)
	const warned, guards = "from then on they go to the account’s", "Reports of a child at risk go on to their address"
	page := func() string { return h.ask(t, http.MethodGet, "/admin/settings/team", ann, nil).body }
	if said := page(); strings.Contains(said, warned) || strings.Contains(said, guards) {
		t.Error("of a church without addresses it warns")
	}
	h.alarms(t, id, "PIA@grace.example", "Ann@grace.example")
	if said := page(); strings.Count(said, warned) != 1 || strings.Contains(said, guards) {
		t.Error("the page does not warn once, of her alone")
	}
	if said := page(); strings.Contains(said, "Text messages of a crisis") {
		t.Error("of a church without a telephone it warns of text messages")
	}
	h.phone(t, id, "(207) 555-0142")
	if said := page(); strings.Count(said, "555-0142") != 1 || !strings.Contains(said, "Text messages of a crisis still go to (207) 555-0142") {
		t.Error("the page does not say once, of her alone, where text messages go on to")
	}
	if said := h.ask(t, http.MethodGet, "/admin/settings/team?lang=es", ann, nil).body; !strings.Contains(said, "Los mensajes de texto de una crisis seguirán llegando al (207) 555-0142") {
		t.Error("nor in Spanish")
	}
	remove := url.Values{"version": {"1"}}
	if got := h.ask(t, http.MethodPost, "/admin/settings/team/"+piaID.String()+"/remove", ann, remove); got.status != 422 || !strings.Contains(got.body, "Please name another address under Safety first") {
		t.Errorf("the account's address is the safeguarding contact's: %d", got.status)
	}
	if now, safeguarding := h.alarmsOf(t, id); now != "PIA@grace.example" || safeguarding != "Ann@grace.example" {
		t.Errorf("refused, they go to %q, and safeguarding to %q", now, safeguarding)
	}
	h.alarms(t, id, "PIA@grace.example", "tim@grace.example")
	if said := page(); strings.Count(said, warned) != 1 || strings.Count(said, guards) != 1 {
		t.Error("the page does not warn of both")
	}
	if got := h.ask(t, http.MethodPost, "/admin/settings/team/"+piaID.String()+"/remove", ann, remove); got.status != 303 {
		t.Errorf("remove: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+timID.String(), ann, map[string]any{"version": 1}); got.status != 204 {
		t.Errorf("remove who answers for safeguarding: %d %s", got.status, got.body)
	}
	if now, safeguarding := h.alarmsOf(t, id); now != "ann@grace.example" || safeguarding != "tim@grace.example" {
		t.Errorf("they go to %q, and safeguarding to %q", now, safeguarding)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/audit", ann, nil); !strings.Contains(got.body, "Had crises and prayers go to ann@grace.example, in the place of PIA@grace.example") {
		t.Error("it is not in the list of changes")
	}
}
