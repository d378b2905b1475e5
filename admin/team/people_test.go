package team_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// listed is the team as a program sees it, by address.
func (h *house) listed(t *testing.T, session *http.Cookie) map[string]listedMember {
	t.Helper()
	got := h.ask(t, http.MethodGet, "/api/admin/team", session, nil)
	var list struct{ Members []listedMember }
	if err := json.Unmarshal([]byte(got.body), &list); got.status != 200 || err != nil {
		t.Fatalf("the team: %d %s", got.status, got.body)
	}
	team := map[string]listedMember{}
	for _, m := range list.Members {
		team[m.Email] = m
	}
	return team
}

type listedMember struct {
	ID           uuid.UUID
	Email, Name  string
	Roles        []access.Role
	Version      int
	Account, You bool
}

func TestSomebodyIsInvitedAndOpensALinkOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	got := h.ask(t, http.MethodPost, "/api/admin/team", ann, map[string]any{"email": " Pia@grace.example ", "name": "Pia <b>Lee", "roles": []string{"prayer_team", "pastor", "pastor"}})
	if got.status != 200 || !strings.Contains(got.body, `"id"`) {
		t.Fatalf("invite: %d %s", got.status, got.body)
	}
	pia := h.listed(t, ann)["Pia@grace.example"]
	if pia.Name != "Pia <b>Lee" || len(pia.Roles) != 2 || pia.Roles[0] != access.Pastor || pia.Roles[1] != access.PrayerTeam || pia.You || pia.Account {
		t.Errorf("she is listed as %+v", pia)
	}
	invited := h.mail(t, "Pia@grace.example", "invited")
	own := link(t, invited)
	if !strings.Contains(invited.Text, "ann@grace.example") || strings.Contains(invited.Text, token.String()) {
		t.Errorf("the mail says %s", invited.Text)
	}
	opened := h.ask(t, http.MethodGet, own, nil, nil)
	if opened.status != 200 || opened.body != "Pia@grace.example" || opened.cookie == nil {
		t.Fatalf("her link: %d %s", opened.status, opened.body)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/team", opened.cookie, nil); got.status != 200 || !strings.Contains(got.body, "Pia &lt;b&gt;Lee") || strings.Contains(got.body, "<form method=\"post\" action=\"/admin/settings/team") {
		t.Errorf("a pastor sees the team and changes nothing: %d", got.status)
	}
	secret := own[strings.LastIndex(own, "/")+1:]
	names, err := h.db.Admin.Query(t.Context(), "select tablename from pg_tables where schemaname = 'public'")
	must(t, err)
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	must(t, err)
	for _, table := range tables {
		if n := h.count(t, pgx.Identifier{table}.Sanitize()+" r where r::text like '%' || $1 || '%'", secret); n != 0 {
			t.Errorf("the link stands in %s", table)
		}
	}
	if n := h.count(t, "church_team_members where church_id = $1 and identity_id = $2 and role = 'pastor'", id, pia.ID); n != 1 {
		t.Errorf("%d rows in the list of the team", n)
	}

	// The same link again, and once an hour at most.
	for range 2 {
		if got := h.ask(t, http.MethodPost, "/api/admin/team/"+pia.ID.String()+"/link", ann, nil); got.status != 204 {
			t.Fatalf("send it again: %d %s", got.status, got.body)
		}
	}
	must(t, h.people.Resend(t.Context(), id, pia.ID))
	if again := link(t, h.mail(t, "Pia@grace.example", "Your link")); again != own {
		t.Errorf("another link: %s", again)
	}
	if n := h.count(t, "notifications where kind = 'team_link'"); n != 1 {
		t.Errorf("it was sent %d times", n)
	}
	must(t, h.people.Resend(t.Context(), id, uuid.New()))
}

func TestWhatIsNoInvitationIsRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	for name, test := range map[string]struct {
		email, name string
		roles       []string
		code        string
		status      int
	}{
		"no address":             {"", "", []string{"pastor"}, "email", 422},
		"an address with a name": {"Bob <bob@x.example>", "", []string{"pastor"}, "email", 422},
		"two addresses":          {"a@x.example, b@x.example", "", []string{"pastor"}, "email", 422},
		"an address of 300":      {strings.Repeat("a", 300) + "@x.example", "", []string{"pastor"}, "email", 422},
		"an address of no place": {"bob@x", "", []string{"pastor"}, "email", 422},
		"a quoted address":       {`"bob x"@x.example`, "", []string{"pastor"}, "email", 422},
		"a name with a line":     {"bob@x.example", "Bob\r\nBcc: all@x.example", []string{"pastor"}, "name", 422},
		"a name with a NUL":      {"bob@x.example", "Bob\x00", []string{"pastor"}, "name", 422},
		"a name of 101":          {"bob@x.example", strings.Repeat("é", 101), []string{"pastor"}, "name", 422},
		"no role":                {"bob@x.example", "", nil, "roles", 422},
		"a role there is not":    {"bob@x.example", "", []string{"pastor", "pope"}, "roles", 422},
		"an old role":            {"bob@x.example", "", []string{"member"}, "roles", 422},
		"somebody known":         {"ANN@grace.example", "", []string{"pastor"}, "known", 409},
	} {
		sent := map[string]any{"email": test.email, "name": test.name, "roles": test.roles}
		if got := h.ask(t, http.MethodPost, "/api/admin/team", ann, sent); got.status != test.status || got.code() != test.code || !strings.Contains(got.body, `"fields"`) {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
		form := url.Values{"email": {test.email}, "name": {test.name}, "roles": test.roles}
		if got := h.ask(t, http.MethodPost, "/admin/settings/team", ann, form); got.status != 422 || !strings.Contains(got.body, `role="alert"`) {
			t.Errorf("%s, on the page: %d", name, got.status)
		}
	}
	for name, body := range map[string]string{"no JSON": "{", "another JSON": `[1]`, "a huge one": `{"email":"` + strings.Repeat("a", 1<<20) + `"}`, "nothing": ""} {
		if got := h.ask(t, http.MethodPost, "/api/admin/team", ann, body); got.status != 400 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	h.execute(t, `insert into audit_log (id, church_id, who, what) select gen_random_uuid(), $1, 'ann@grace.example', 'team.invited' from generate_series(1, 50)`, id)
	if got := h.ask(t, http.MethodPost, "/api/admin/team", ann, map[string]any{"email": "bob@x.example", "roles": []string{"pastor"}}); got.status != 429 {
		t.Errorf("the 51st invitation of a day: %d %s", got.status, got.body)
	}
	if n := h.count(t, "notifications"); n != 0 {
		t.Errorf("%d mails", n)
	}
	if n := h.count(t, "church_admin_identities"); n != 1 {
		t.Errorf("%d people", n)
	}
}

func TestRolesAreChangedByWhoMayAndKnowsThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	annID, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	bobID, bob := h.somebody(t, id, "bob@grace.example", access.Treasurer)
	change := func(who uuid.UUID, version int, roles ...string) answer {
		return h.ask(t, http.MethodPatch, "/api/admin/team/"+who.String(), ann, map[string]any{"roles": roles, "version": version})
	}
	if got := change(bobID, 1, "treasurer", "pastor"); got.status != 200 || !strings.Contains(got.body, `"version":2`) {
		t.Fatalf("a change: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/team", bob, nil); got.status != 200 {
		t.Errorf("a pastor from now on, in the same session: %d", got.status)
	}
	if got := change(bobID, 1, "worship_leader"); got.status != 409 || got.code() != "changed_meanwhile" {
		t.Errorf("of an old version: %d %s", got.status, got.body)
	}
	if got := change(bobID, 2, "treasurer", "pastor"); got.status != 200 || !strings.Contains(got.body, `"version":2`) {
		t.Errorf("no change: %d %s", got.status, got.body)
	}
	if got := change(annID, 1, "admin", "prayer_team"); got.status != 403 || got.code() != "more_than_yours" {
		t.Errorf("an admin lets themselves hear what is for the pastor: %d %s", got.status, got.body)
	}
	if got := change(annID, 1, "treasurer"); got.status != 409 || got.code() != "account" {
		t.Errorf("whose account it is: %d %s", got.status, got.body)
	}
	if got := change(uuid.New(), 1, "treasurer"); got.status != 404 {
		t.Errorf("nobody: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodPost, "/admin/settings/team/"+bobID.String()+"/roles", ann, url.Values{"roles": {"care_team"}, "version": {"2"}}); got.status != 303 || got.header.Get("Location") != "/admin/settings/team?done=changed" {
		t.Errorf("on the page: %d", got.status)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/team?done=changed", ann, nil); !strings.Contains(got.body, "The roles are saved") {
		t.Error("it is not said that they are saved")
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/team?done=everything", ann, nil); got.status != 200 {
		t.Errorf("a word of somebody else's in the address: %d", got.status)
	}
	if got := h.listed(t, ann)["bob@grace.example"]; len(got.Roles) != 1 || got.Roles[0] != access.CareTeam || got.Version != 3 {
		t.Errorf("at last: %+v", got)
	}
	if n := h.count(t, "audit_log where what = 'team.roles_changed' and who = 'ann@grace.example' and church_id = $1", id); n != 2 {
		t.Errorf("%d changes noted", n)
	}
	h.wait = 1e9
	if got := change(bobID, 3, "treasurer"); got.status != 429 || got.header.Get("Retry-After") != "1" {
		t.Errorf("too often: %d", got.status)
	}
}

func TestRemovingSomebodyEndsTheirSessionsAndLinksAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	annID, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	if got := h.ask(t, http.MethodPost, "/api/admin/team", ann, map[string]any{"email": "pia@grace.example", "roles": []string{"pastor"}}); got.status != 200 {
		t.Fatalf("invite: %d %s", got.status, got.body)
	}
	own := link(t, h.mail(t, "pia@grace.example", "invited"))
	session := h.ask(t, http.MethodGet, own, nil, nil).cookie
	pia := h.listed(t, session)["pia@grace.example"]
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+pia.ID.String(), ann, map[string]any{"version": 7}); got.status != 409 {
		t.Errorf("of another version: %d", got.status)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+pia.ID.String(), ann, map[string]any{"version": pia.Version}); got.status != 204 {
		t.Fatalf("remove: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/sessions", session, nil); got.status != 401 {
		t.Errorf("her session: %d", got.status)
	}
	if got := h.ask(t, http.MethodGet, own, nil, nil); got.status != 404 {
		t.Errorf("her link: %d", got.status)
	}
	for _, table := range []string{"church_admin_identities", "church_identity_roles", "auth_sessions", "admin_links"} {
		column := map[string]string{"church_admin_identities": "id"}[table]
		if column == "" {
			column = "identity_id"
		}
		if n := h.count(t, table+" where "+column+" = $1", pia.ID); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	if n := h.count(t, "church_team_members where email = 'pia@grace.example'"); n != 0 {
		t.Error("she is in the list of the team")
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+annID.String(), ann, map[string]any{"version": 1}); got.status != 409 || got.code() != "account" {
		t.Errorf("whose account it is: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/audit", ann, nil); !strings.Contains(got.body, "Removed pia@grace.example from the team") || !strings.Contains(got.body, "Invited pia@grace.example as: Pastor") {
		t.Errorf("the list of changes says %s", got.body)
	}
}

// Whatever two admins ask at the same moment, one stays: in each round one of the last two removes or demotes the other, or
// themselves, while the other does the same.
func TestOfTwoWhoGoAtOnceTheLastAdminStays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for round, test := range []struct {
		name        string
		first, then [2]int // who acts on whom
		method      string
	}{
		{"each removes the other", [2]int{0, 1}, [2]int{1, 0}, http.MethodDelete},
		{"each removes themselves", [2]int{0, 0}, [2]int{1, 1}, http.MethodDelete},
		{"each demotes the other", [2]int{0, 1}, [2]int{1, 0}, http.MethodPatch},
		{"each demotes themselves", [2]int{0, 0}, [2]int{1, 1}, http.MethodPatch},
		{"one removes both", [2]int{0, 1}, [2]int{0, 0}, http.MethodDelete},
	} {
		for again := range 6 {
			id, _ := h.church(t, fmt.Sprintf("grace-%d-%d", round, again), "office@nobody.example")
			var ids [2]uuid.UUID
			var sessions [2]*http.Cookie
			for i := range ids {
				ids[i], sessions[i] = h.somebody(t, id, fmt.Sprintf("a%d@grace.example", i), access.RoleAdmin)
			}
			statuses := make(chan int, 2)
			start := make(chan struct{})
			for _, act := range [][2]int{test.first, test.then} {
				go func() {
					<-start
					statuses <- h.ask(t, test.method, "/api/admin/team/"+ids[act[1]].String(), sessions[act[0]], map[string]any{"version": 1, "roles": []string{"treasurer"}}).status
				}()
			}
			close(start)
			done := 0
			for range 2 {
				switch status := <-statuses; status {
				case 200, 204:
					done++
				case 401, 403, 409:
				default:
					t.Errorf("%s: %d", test.name, status)
				}
			}
			if admins := h.count(t, "church_identity_roles where church_id = $1 and role = 'admin'", id); admins != 1 || done != 1 {
				t.Errorf("%s: %d admins are left, %d went through", test.name, admins, done)
			}
		}
	}
}

// Who was removed changes nothing any more, also with a request that was let in before.
func TestWhoIsRemovedMeanwhileChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	bobID, bob := h.somebody(t, id, "bob@grace.example", access.RoleAdmin)
	eveID, _ := h.somebody(t, id, "eve@grace.example", access.Pastor)
	removal, err := h.db.Admin.Begin(t.Context())
	must(t, err)
	defer func() { _ = removal.Rollback(t.Context()) }()
	_, err = removal.Exec(t.Context(), "select from premium_churches where church_id = $1 for update", id)
	must(t, err)
	status := make(chan answer, 1)
	go func() {
		status <- h.ask(t, http.MethodDelete, "/api/admin/team/"+eveID.String(), bob, map[string]any{"version": 1})
	}()
	for h.count(t, "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") == 0 { // it was let in, and waits
		select {
		case got := <-status:
			t.Fatalf("it did not wait: %d", got.status)
		default:
		}
	}
	_, err = removal.Exec(t.Context(), "delete from church_admin_identities where id = $1", bobID)
	must(t, err)
	must(t, removal.Commit(t.Context()))
	if got := <-status; got.status != 403 || got.code() != "not_allowed" {
		t.Errorf("who was removed: %d %s", got.status, got.body)
	}
	if n := h.count(t, "church_admin_identities where id = $1", eveID); n != 1 {
		t.Error("she was removed by somebody who was removed")
	}
}
