package pages_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/chat/tools/events"
	"narthex/migrations/pgtest"
)

// stored are the parts that the server uses, on a database with three subscribed churches, one of them without a care page, and one
// that is only listed.
func stored(t *testing.T) (ask func(path string) (status int, body string), event, private uuid.UUID) {
	t.Helper()
	db := pgtest.New(t)
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Admin.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	ours, theirs, away := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	exec(`insert into churches (id, slug, name, city, timezone, phone)
		values ($1, 'ours', 'Our Church', 'Rockland', 'America/New_York', '(207) 555-0100'), ($2, 'theirs', 'Their Church', 'Laredo', 'UTC', null),
		       ($3, 'away', 'Away Church', 'Bangor', 'UTC', null), (gen_random_uuid(), 'listed', 'Listed Church', 'Westport', 'UTC', '020 910 4417')`, ours, theirs, away)
	exec(`insert into premium_churches (church_id, plan, channel, chatbot_enabled, care_enabled, accent_color)
		values ($1, 'suite_both', 'both', true, true, '#7a1f3d'), ($2, 'pro_chat', 'chat', true, false, null)`, ours, away)
	exec("insert into premium_churches (church_id, plan, channel, chatbot_enabled) values ($1, 'pro_chat', 'chat', true)", theirs) // as by hand
	exec(`insert into church_voice_agents (church_id, status, carrier_phone_number) values ($1, 'active', '+12075550145')`, ours)
	event, private = uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	exec(`insert into events (id, church_id, title, starts_at, is_public)
		values ($1, $3, 'Midweek supper', '2026-05-06 21:30+00', true), ($2, $3, 'Deacons meet', '2026-05-06 21:30+00', false)`, event, private, ours)

	churches := church.NewStore(db.Pool, church.Config{Embedder: "none"})
	visit := visitor(t, churches.BySlug, func(parts *pages.Parts) {
		parts.Directory, parts.Events = churches.Directory, events.NewStore(db.Pool).Public
	})
	return func(path string) (int, string) {
		response := visit(path)
		return response.Code, response.Body.String()
	}, event, private
}

func TestThePagesShowWhatIsStored(t *testing.T) {
	ask, event, private := stored(t)
	for _, tt := range []struct {
		path   string
		status int
		shows  string
	}{
		{"/care/ours", 200, `<bdi dir="ltr">(207) 555-0145</bdi>`},
		{"/care/ours", 200, `/care/ours/theme.css?v=`},
		{"/care/ours/theme.css", 200, "--accent:#7a1f3d"},
		{"/care/theirs", 200, "How can we help?"},
		{"/care/away", 200, "Our assistant is away"},
		{"/care/listed", 404, `href="/churches/listed"`},
		{"/care/nowhere", 404, "We can’t find this church"},
		{"/churches/ours", 200, `class="float" href="` + baseURL + `/care/ours"`},
		{"/churches/listed", 200, "Is this your church?"},
		{"/churches/nowhere", 404, "We can’t find this church"},
		{events.CalendarPath("ours", event), 200, "SUMMARY:Midweek supper"},
		{events.CalendarPath("ours", private), 404, `"code":"not_found"`},
		{events.CalendarPath("theirs", event), 404, `"code":"not_found"`},
		{events.CalendarPath("listed", event), 404, `"code":"not_found"`},
	} {
		status, page := ask(tt.path)
		if status != tt.status {
			t.Errorf("%s: status %d, want %d", tt.path, status, tt.status)
		}
		mustContain(t, page, tt.shows)
	}
	if status, _ := ask("/care/OURS"); status != http.StatusNotFound {
		t.Errorf("a slug that no church can have: %d", status)
	}
}
