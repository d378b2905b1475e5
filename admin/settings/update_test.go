package settings_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/chat/chattest"
)

const (
	update = "/api/premium/update"
	set    = "/api/admin/settings"
)

func TestEveryFieldOfTheSpecificationIsSaved(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	sent := fields{
		"custom_hours":      fields{"sunday": []string{"9:00 AM Worship", "11:00 AM Worship"}, "Wednesday": []string{"7 PM Prayer"}},
		"custom_staff":      []fields{{"name": "Ann Lee", "title": "Pastor", "bio": "Since 2010.\nLoves boats.", "photo_url": "https://grace.example.org/ann.jpg"}, {"name": "Bob"}},
		"custom_ministries": []fields{{"name": "Food pantry", "description": "Tuesdays"}},
		"what_to_expect":    fields{"dress_code": "Come as you are", "parking": "Behind"}, "custom_name": " Grace  ",
		"sermon_topic": "Hope", "sermon_series": "Advent", "theme_verse": "John 3:16", "weekly_announcement": "Picnic!",
		"notification_email": "office@grace.example.org", "notification_phone": "(207) 555-0142", "pastor_name": "Ann Lee", "voice_id": "warm",
		"welcome_greeting": "Welcome.", "pastor_availability_text": "Tuesdays", "giving_url": "https://give.example.org/grace",
		"calendar_app_id": "grace", "calendar_enabled": true, "scheduling_event_type_id": "42",
	}
	got := s.send(t, http.MethodPatch, update, token, sent)
	if got.Status != 200 || !got.OK || len(got.Changed) != len(sent) || got.Version == "" {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	for column, want := range map[string]string{
		"p.custom_hours":             `{"sunday": ["9:00 AM Worship", "11:00 AM Worship"], "wednesday": ["7 PM Prayer"]}`,
		"p.custom_staff":             `[{"bio": "Since 2010.\nLoves boats.", "name": "Ann Lee", "title": "Pastor", "photo_url": "https://grace.example.org/ann.jpg"}, {"name": "Bob"}]`,
		"p.custom_name":              "Grace",
		"v.sermon_topic":             "Hope",
		"v.voice_id":                 "warm",
		"v.pastor_name":              "Ann Lee",
		"v.theme_verse":              "John 3:16",
		"v.giving_url":               "https://give.example.org/grace",
		"v.calendar_enabled":         "true",
		"v.notification_email":       "office@grace.example.org",
		"p.what_to_expect":           `{"parking": "Behind", "dress_code": "Come as you are"}`,
		"v.scheduling_event_type_id": "42",
	} {
		if held := s.text(t, "select "+column+"::text from premium_churches p join church_voice_agents v using (church_id) where church_id = $1", id); held != want {
			t.Errorf("%s: %s", column, held)
		}
	}
	if n := s.text(t, "select count(*)::text from audit_log where church_id = $1 and who = 'ann@grace.example.org' and what like 'changed.%'", id); n != "19" {
		t.Errorf("%s changes are noted", n)
	}
	if again := s.send(t, http.MethodPatch, update, token, sent); again.Status != 200 || len(again.Changed) != 0 || s.text(t, "select count(*)::text from audit_log where church_id = $1", id) != "19" {
		t.Errorf("the same again: %d %s", again.Status, again.Body)
	}
	if gone := s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "", "custom_staff": []fields{}, "custom_hours": nil}); gone.Status != 200 ||
		s.text(t, "select concat(v.sermon_topic, p.custom_staff, p.custom_hours) from premium_churches p join church_voice_agents v using (church_id) where church_id = $1", id) != "" {
		t.Errorf("emptied: %d %s", gone.Status, gone.Body)
	}
}

func TestWhatCannotBeTakenIsSaidByField(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into church_voice_agents (church_id, assistant_phone_number) values ($1, '+12075550145')", id)
	many := make([]fields, 101)
	for i := range many {
		many[i] = fields{"name": "x"}
	}
	for name, test := range map[string]struct {
		path  string
		sent  any
		field string // what the refusal names
	}{
		"an unknown field":                 {update, fields{"sermon_topic": "x", "plan": "suite_both"}, "plan"},
		"the church of another":            {update, fields{"church_id": uuid.NewString()}, "church_id"},
		"a field of the other route":       {update, fields{"timezone": "UTC"}, "timezone"},
		"an unknown field of staff":        {update, fields{"custom_staff": []fields{{"name": "A", "admin": true}}}, "custom_staff.0.admin"},
		"staff without a name":             {update, fields{"custom_staff": []fields{{"name": "A"}, {"title": "B"}}}, "custom_staff.1.name"},
		"too many of the staff":            {update, fields{"custom_staff": many}, "custom_staff"},
		"staff that is no list":            {update, fields{"custom_staff": "Ann"}, "custom_staff"},
		"a photo that is script":           {update, fields{"custom_staff": []fields{{"name": "A", "photo_url": "javascript:alert(1)"}}}, "custom_staff.0.photo_url"},
		"a day that is none":               {update, fields{"custom_hours": fields{"someday": []string{"9"}}}, "custom_hours.someday"},
		"a line that is too long":          {update, fields{"custom_hours": fields{"sunday": []string{strings.Repeat("x", 201)}}}, "custom_hours.sunday"},
		"an unknown thing to expect":       {update, fields{"what_to_expect": fields{"coffee": "good"}}, "what_to_expect.coffee"},
		"a text that is too long":          {update, fields{"sermon_topic": strings.Repeat("é", 201)}, "sermon_topic"},
		"a text that is none":              {update, fields{"sermon_topic": []string{"a"}}, "sermon_topic"},
		"a mail address that is none":      {update, fields{"notification_email": "Ann <ann@example.org>"}, "notification_email"},
		"a phone number that is none":      {update, fields{"notification_phone": "12"}, "notification_phone"},
		"a number without its area code":   {update, fields{"notification_phone": "555-0142"}, "notification_phone"},
		"the assistant's number":           {update, fields{"notification_phone": "(207) 555-0145"}, "notification_phone"},
		"a number behind another":          {update, fields{"notification_phone": "(207) 555-0142 ext. 3"}, "notification_phone"},
		"the church's without its area":    {set, fields{"phone": "555-0142"}, "phone"},
		"an address that is script":        {update, fields{"giving_url": "javascript:alert(1)"}, "giving_url"},
		"an address with a password":       {update, fields{"giving_url": "https://a:b@example.org"}, "giving_url"},
		"a voice that there is not":        {update, fields{"voice_id": "shouting"}, "voice_id"},
		"a switch that is none":            {update, fields{"calendar_enabled": "perhaps"}, "calendar_enabled"},
		"a time zone that there is not":    {set, fields{"timezone": "America/Gotham"}, "timezone"},
		"a time zone that is a path":       {set, fields{"timezone": "../../etc/passwd"}, "timezone"},
		"a budget below nothing":           {set, fields{"daily_budget_usd": -1}, "daily_budget_usd"},
		"a budget without an assistant":    {set, fields{"daily_budget_usd": 5}, "daily_budget_usd"},
		"a colour that is none":            {set, fields{"accent_color": "red"}, "accent_color"},
		"hours that are no span":           {set, fields{"pastor_availability": fields{"monday": []string{"after lunch"}}}, "pastor_availability.monday"},
		"hours that end before they begin": {set, fields{"pastor_availability": fields{"monday": []string{"17:00-09:00"}}}, "pastor_availability.monday"},
		"days that are none":               {set, fields{"pastor_away": []fields{{"from": "2027-02-30"}}}, "pastor_away.0.from"},
		"a special day without a date":     {set, fields{"special_days": []fields{{"kind": "closed"}}}, "special_days.0.from"},
		"a special day of no known kind":   {set, fields{"special_days": []fields{{"from": "2027-12-24", "kind": "maybe"}}}, "special_days.0.kind"},
		"added times that are none":        {set, fields{"special_days": []fields{{"from": "2027-12-24", "kind": "besides"}}}, "special_days.0.times"},
		"other times that are none":        {set, fields{"special_days": []fields{{"from": "2027-12-24", "kind": "instead", "name": "Christmas Eve"}}}, "special_days.0.times"},
		"a last day that is none":          {set, fields{"announcement_until": "Christmas"}, "announcement_until"},
		"days that end before they begin":  {set, fields{"pastor_away": []fields{{"from": "2027-07-14", "to": "2027-07-01"}}}, "pastor_away.0.to"},
		"a language that there is not":     {set, fields{"language": "xx"}, "language"},
		"a church without a name":          {set, fields{"name": " "}, "name"},
		"a website that is script":         {set, fields{"website": "javascript:alert(1)"}, "website"},
		"a website without its scheme":     {set, fields{"website": "grace.example"}, "website"},
		"a country that there is not":      {set, fields{"country": "XX"}, "country"},
		"a country by its name":            {set, fields{"country": "Canada"}, "country"},
		"no country":                       {set, fields{"country": ""}, "country"},
	} {
		got := s.send(t, http.MethodPatch, test.path, token, test.sent)
		if got.Status != 400 || got.Code != "invalid_fields" || got.Fields[test.field] == "" || len(got.Fields) != 1 {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	for name, test := range map[string]struct {
		body   string
		status int
	}{
		"no JSON": {"sermon_topic=x", 400}, "a list": {"[]", 400}, "null": {"null", 400}, "cut off": {`{"sermon_topic": "x`, 400}, "nothing": {"", 400},
		"huge": {`{"sermon_topic": "` + strings.Repeat("x", 2<<20) + `"}`, 413},
	} {
		if got := s.send(t, http.MethodPatch, update, token, test.body); got.Status != test.status {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if n := s.text(t, "select (select count(*) from audit_log where church_id = $1)::text || coalesce((select sermon_topic from church_voice_agents where church_id = $1), '')", id); n != "0" {
		t.Errorf("something was stored: %s", n)
	}
	if got := s.send(t, http.MethodPatch, update+"?lang=es", token, fields{"voice_id": "x"}); !strings.Contains(got.Fields["voice_id"], "Esto debe ser uno de") {
		t.Errorf("in Spanish: %s", got.Body)
	}
}

func TestWhatDoesNotShowIsNotStored(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "a\x00b\nc\u202ed\u0007"})
	if got := s.text(t, "select sermon_topic from church_voice_agents where church_id = $1", id); got != "ab cd" {
		t.Errorf("%q", got)
	}
}

func TestADayThatNobodyMeansIsRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	_, token := s.church(t, "grace")
	for _, day := range []string{"0000-05-01", "0027-05-01", "2027-02-30", "May 1"} {
		if got := s.send(t, http.MethodPatch, update, token, fields{"sermon_until": day}); got.Status != 400 || got.Fields["sermon_until"] == "" {
			t.Errorf("%s: %d %s", day, got.Status, got.Body)
		}
	}
}

func TestTheSafeguardingContactIsNotTheOffice(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into church_voice_agents (church_id, safeguarding_email, safeguarding_phone) values ($1, 'Warden@grace.example.org', '+1 (207) 555-0142')", id)
	for value, field := range map[string]string{"warden@GRACE.example.org": "notification_email", "+12075550142": "notification_phone", "(207) 555-0142": "notification_phone"} {
		got := s.send(t, http.MethodPatch, update, token, fields{field: value, "sermon_topic": "Hope"})
		if got.Status != 400 || len(got.Fields) != 1 || !strings.Contains(got.Fields[field], "safeguarding contact") {
			t.Errorf("%s: %d %s", value, got.Status, got.Body)
		}
	}
	if got := s.send(t, http.MethodPatch, update, token, fields{"notification_email": "office@grace.example.org"}); got.Status != 200 {
		t.Errorf("another address: %d %s", got.Status, got.Body)
	}
	// Where it stands already, other things can still be changed.
	s.exec(t, "update church_voice_agents set notification_email = safeguarding_email where church_id = $1", id)
	if got := s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "Hope"}); got.Status != 200 {
		t.Errorf("another field: %d %s", got.Status, got.Body)
	}
}

// The page Safety locks where its contacts stand, and nothing else: a change of where notifications go waits for that.
func TestASafeguardingContactOfTheSameMomentIsSeen(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into church_voice_agents (church_id) values ($1)", id)
	safety, err := s.db.Admin.Begin(t.Context())
	must(t, err)
	defer func() { _ = safety.Rollback(t.Context()) }()
	_, err = safety.Exec(t.Context(), "select from church_voice_agents where church_id = $1 for update", id)
	must(t, err)
	came := make(chan answer, 1)
	go func() {
		came <- s.send(t, http.MethodPatch, update, token, fields{"notification_email": "warden@grace.example.org"})
	}()
	for s.text(t, "select count(*)::text from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") == "0" {
		select {
		case got := <-came:
			t.Fatalf("it did not wait: %d %s", got.Status, got.Body)
		default:
		}
	}
	_, err = safety.Exec(t.Context(), "update church_voice_agents set safeguarding_email = 'warden@grace.example.org' where church_id = $1", id)
	must(t, err)
	must(t, safety.Commit(t.Context()))
	if got := <-came; got.Status != 400 || !strings.Contains(got.Fields["notification_email"], "safeguarding contact") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

func TestAListingThatIsNotProvenKeepsItsContacts(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, `update churches set phone = '207 555 0100' where id = $1`, id)
	s.exec(t, `update premium_churches set listing_proven = false where church_id = $1`, id)
	listing := fields{"name": "Grace Chapel", "website": "https://evil.example", "country": "CA", "phone": "207 555 0199", "email": "office@grace.example", "address": "2 Main Street", "city": "Bangor", "state": "ME", "postal_code": "04401",
		"photo": "https://x.example.org/p.jpg", "photo_alt": "A church"}
	for name, value := range listing {
		if got := s.send(t, http.MethodPatch, set, token, fields{name: value, "escalation_when": "At night"}); got.Status != 400 || got.Fields[name] == "" || len(got.Fields) != 1 {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := s.send(t, http.MethodPatch, set, token, fields{"phone": "207 555 0100", "timezone": "America/Chicago", "accent_color": "#1f6f5c"}); got.Status != 200 {
		t.Errorf("what is not of the listing, with what is as it was: %d %s", got.Status, got.Body)
	}
	admin := s.signIn(t, id, access.RoleAdmin)
	if got := s.send(t, http.MethodGet, "/admin/settings", admin, ""); !strings.Contains(got.Body, "until it is certain that you are of this church") || strings.Count(got.Body, " readonly")+strings.Count(got.Body, `name="country" disabled`) != len(listing) {
		t.Errorf("the page shows %d of %d fields as locked", strings.Count(got.Body, " readonly"), len(listing))
	}
	s.exec(t, `update premium_churches set listing_own_email = 'ann@grace.example' where church_id = $1`, id)
	if got := s.send(t, http.MethodGet, "/admin/settings", admin, ""); !strings.Contains(got.Body, "the link that we mailed to ann@grace.example") {
		t.Error("the page does not say how it is proven")
	}
	s.exec(t, `update premium_churches set listing_proven = true where church_id = $1`, id)
	if got := s.send(t, http.MethodPatch, set, token, listing); got.Status != 200 || len(got.Changed) != len(listing) {
		t.Errorf("once it is proven: %d %s", got.Status, got.Body)
	}
}

func TestRolesChangeWhatIsTheirs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, _ := s.church(t, "grace")
	for _, test := range []struct {
		role   access.Role
		field  string
		status int
	}{
		{access.WorshipLeader, "sermon_topic", 200}, {access.WorshipLeader, "custom_name", 403}, {access.WorshipLeader, "notification_email", 403},
		{access.OfficeAdmin, "custom_name", 200}, {access.OfficeAdmin, "notification_email", 403}, {access.Treasurer, "sermon_topic", 403},
		{access.Pastor, "pastor_name", 200}, {access.RoleAdmin, "notification_email", 200},
	} {
		session := s.signIn(t, id, test.role)
		got := s.send(t, http.MethodPatch, update, session, fields{test.field: "", "version": test.field + "="})
		if got.Status != test.status {
			t.Errorf("%s changes %s: %d %s", test.role, test.field, got.Status, got.Body)
		}
	}
	// How long what is said of the week is shown is the same role's to set; what else is set there is not.
	const set = "/api/admin/settings"
	leader := s.signIn(t, id, access.WorshipLeader)
	for field, status := range map[string]int{"sermon_until": 200, "announcement_until": 200, "daily_budget_usd": 403} {
		if got := s.send(t, http.MethodPatch, set, leader, fields{field: "", "version": field + "="}); got.Status != status {
			t.Errorf("a worship leader changes %s: %d %s", field, got.Status, got.Body)
		}
	}
	if got := s.send(t, http.MethodPatch, update, nil, fields{}); got.Status != 401 {
		t.Errorf("nobody: %d", got.Status)
	}
	if got := s.send(t, http.MethodPatch, update, s.signIn(t, id, access.RoleAdmin), fields{"sermon_topic": "x"}); got.Status != 400 || got.Code != "version_missing" {
		t.Errorf("a page without its version: %d %s", got.Status, got.Body)
	}
}

func TestTwoAdminsLoseNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	first := s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "Hope", "sermon_series": "Advent"})
	ann, bob := s.signIn(t, id, access.RoleAdmin), s.signIn(t, id, access.Pastor)
	topic := func() string {
		return s.text(t, "select concat_ws('|', sermon_topic, sermon_series, theme_verse) from church_voice_agents where church_id = $1", id)
	}
	// Both opened the page. Each changes another field, and sends the form with what it was filled with.
	byAnn := s.send(t, http.MethodPatch, update, ann, fields{"version": first.Version, "sermon_topic": "Joy", "sermon_series": "Advent", "theme_verse": ""})
	byBob := s.send(t, http.MethodPatch, update, bob, fields{"version": first.Version, "sermon_topic": "Hope", "sermon_series": "Advent", "theme_verse": "John 1"})
	if byAnn.Status != 200 || byBob.Status != 200 || topic() != "Joy|Advent|John 1" || !slices.Equal(byBob.Changed, []string{"theme_verse"}) {
		t.Fatalf("%d %d %s", byAnn.Status, byBob.Status, topic())
	}
	// Bob's page still shows the old topic, and he saves again.
	if again := s.send(t, http.MethodPatch, update, bob, fields{"version": byBob.Version, "sermon_topic": "Hope", "sermon_series": "Psalms", "theme_verse": "John 1"}); again.Status != 200 || topic() != "Joy|Psalms|John 1" {
		t.Errorf("what Ann wrote is gone: %d %s %s", again.Status, topic(), again.Body)
	}
	// Both change the same: the second is told what it is now, and nothing of theirs is stored.
	late := s.send(t, http.MethodPatch, update, bob, fields{"version": byBob.Version, "sermon_topic": "Peace", "theme_verse": "Ruth 1"})
	if late.Status != 409 || late.Code != "changed_meanwhile" || !strings.Contains(late.Fields["sermon_topic"], "Joy") || !strings.Contains(late.Detail, "Sermon topic") || topic() != "Joy|Psalms|John 1" {
		t.Fatalf("%d %s %s", late.Status, late.Body, topic())
	}
	if meant := s.send(t, http.MethodPatch, update, bob, fields{"version": late.Version, "sermon_topic": "Peace", "theme_verse": "Ruth 1"}); meant.Status != 200 || topic() != "Peace|Psalms|Ruth 1" {
		t.Errorf("%d %s %s", meant.Status, meant.Body, topic())
	}
	if never := s.send(t, http.MethodPatch, update, bob, fields{"version": "rubbish", "sermon_topic": "Other"}); never.Status != 409 {
		t.Errorf("a version that is none: %d %s", never.Status, never.Body)
	}
}

// A week is changed day by day, and a list of texts text by text; a list of rows as a whole.
func TestTwoAdminsAtPartsOfOneField(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	for _, field := range []struct {
		address, name, column string
		shown, first, second  fields // both change another part
		both                  string
		again                 fields // the second changes what the first has
		part, now, label      string // what they are told
		overruled             string
	}{
		{update, "custom_hours", "p.custom_hours", fields{"sunday": []string{"9 AM"}, "wednesday": []string{"7 PM"}}, fields{"sunday": []string{"9 AM"}, "wednesday": []string{"6 PM", "8 PM"}},
			fields{"sunday": []string{"10 AM"}, "wednesday": []string{"7 PM"}}, `{"sunday": ["10 AM"], "wednesday": ["6 PM", "8 PM"]}`,
			fields{"sunday": []string{"11 AM"}}, "custom_hours.wednesday", "Now: 6 PM; 8 PM", "Hours by weekday: Wednesday", `{"sunday": ["11 AM"]}`},
		{set, "pastor_availability", "v.pastor_availability", fields{}, fields{"monday": []string{"09:00-12:00"}}, fields{"friday": []string{"13:00-14:00"}},
			`{"friday": ["13:00-14:00"], "monday": ["09:00-12:00"]}`, fields{"monday": []string{"10:00-11:00"}, "friday": []string{"13:00-14:00"}},
			"pastor_availability.monday", "Now: 09:00-12:00", "Hours: Monday", `{"friday": ["13:00-14:00"], "monday": ["10:00-11:00"]}`},
		{update, "what_to_expect", "p.what_to_expect", fields{"parking": "Behind"}, fields{}, fields{"parking": "Behind", "dress_code": "Any"}, `{"dress_code": "Any"}`,
			fields{"parking": "In front", "dress_code": "Any"}, "what_to_expect.parking", "Now: nothing", "For a first visit: Parking", `{"parking": "In front", "dress_code": "Any"}`},
	} {
		held := func() string {
			return s.text(t, "select "+field.column+"::text from premium_churches p join church_voice_agents v using (church_id) where church_id = $1", id)
		}
		shown := s.send(t, http.MethodPatch, field.address, token, fields{field.name: field.shown}).Version
		ann, bob := s.signIn(t, id, access.RoleAdmin), s.signIn(t, id, access.RoleAdmin)
		byAnn := s.send(t, http.MethodPatch, field.address, ann, fields{"version": shown, field.name: field.first})
		byBob := s.send(t, http.MethodPatch, field.address, bob, fields{"version": shown, field.name: field.second})
		if byAnn.Status != 200 || byBob.Status != 200 || held() != field.both {
			t.Errorf("%s: %d %d %s", field.name, byAnn.Status, byBob.Status, held())
		}
		late := s.send(t, http.MethodPatch, field.address, bob, fields{"version": byBob.Version, field.name: field.again})
		if late.Status != 409 || len(late.Fields) != 1 || late.Fields[field.part] != field.now || !strings.Contains(late.Detail, "page: "+field.label+".") || held() != field.both {
			t.Errorf("%s: %d %s %s", field.name, late.Status, late.Body, held())
		}
		meant := s.send(t, http.MethodPatch, field.address, bob, fields{"version": late.Version, field.name: field.again})
		if meant.Status != 200 || held() != field.overruled {
			t.Errorf("%s: %d %s %s", field.name, meant.Status, meant.Body, held())
		}
	}
	// Of rows, those are named that the sender does not have, in the words of the page.
	shown := s.send(t, http.MethodPatch, set, token, fields{"special_days": []fields{{"from": "2027-12-24", "kind": "closed"}}}).Version
	other := []fields{{"from": "2027-12-24", "kind": "closed"}, {"from": "2027-12-26", "kind": "office_closed", "name": "Boxing Day"}}
	s.send(t, http.MethodPatch, set, token, fields{"special_days": other})
	late := s.send(t, http.MethodPatch, set, s.signIn(t, id, access.RoleAdmin), fields{"version": shown, "special_days": []fields{{"from": "2027-12-24", "kind": "closed"}, {"from": "2027-12-31", "kind": "closed"}}})
	if late.Status != 409 || late.Fields["special_days"] != "Now: 2027-12-26, The usual hours, without the office, Boxing Day" {
		t.Errorf("%d %s", late.Status, late.Body)
	}
}

func TestTwoAdminsAtTheSameMoment(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	shown := s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "Hope"}).Version
	ann, bob := s.signIn(t, id, access.RoleAdmin), s.signIn(t, id, access.RoleAdmin)
	status := make(chan int, 2)
	for topic, who := range map[string]*http.Cookie{"Joy": ann, "Peace": bob} {
		go func() {
			status <- s.send(t, http.MethodPatch, update, who, fields{"version": shown, "sermon_topic": topic}).Status
		}()
	}
	if a, b := <-status, <-status; a+b != 200+409 {
		t.Errorf("%d and %d", a, b)
	}
}

func TestChurchesDoNotMix(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	grace, token := s.church(t, "grace")
	hope, other := s.church(t, "hope")
	made := s.send(t, http.MethodPost, "/api/admin/groups", other, fields{"name": "Hope’s", "kind": "small"})
	s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "Grace’s"})
	if n := s.text(t, "select count(*)::text from church_voice_agents where church_id = $1", hope); n != "0" {
		t.Errorf("%s rows", n)
	}
	for _, method := range []string{http.MethodPatch, http.MethodDelete} {
		if got := s.send(t, method, "/api/admin/groups/"+made.ID, token, fields{}); got.Status != 404 || strings.Contains(got.Body, "Hope") {
			t.Errorf("%s: %d %s", method, got.Status, got.Body)
		}
	}
	if n := s.text(t, "select count(*)::text from groups where church_id = $1", grace); n != "0" {
		t.Errorf("%s groups", n)
	}
}

// TestTheNextAnswerHasIt asks two nodes for what is answered from stored facts, changes it at one, and asks the other.
func TestTheNextAnswerHasIt(t *testing.T) {
	routes := func(c *chattest.Config) {
		c.Routes = func(s *chattest.Server, r chi.Router) { serve(t, s.DB, r) }
	}
	first, second := chattest.TwoNodes(t, routes)
	id := first.NewChurch(t)
	var token uuid.UUID
	must(t, first.DB.Admin.QueryRow(t.Context(), "select admin_token from premium_churches where church_id = $1", id).Scan(&token))
	ask := func(at *chattest.Server) string {
		events := at.Ask(t, id, chattest.Question{Message: "What time is church on Sunday?"})
		if events.Tier() != 0 {
			t.Errorf("answered by tier %d", events.Tier())
		}
		return events.Text()
	}
	for _, node := range []*chattest.Server{first, second} {
		if before := ask(node); !strings.Contains(before, "9:00 AM") {
			t.Fatalf("before: %s", before)
		}
	}
	got := send(t, http.MethodPatch, first.URL+update, token, fields{"custom_hours": fields{"sunday": []string{"10:30 AM Worship"}}})
	if got.Status != 200 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	saved := time.Now()
	for _, node := range []*chattest.Server{first, second} {
		for !strings.Contains(ask(node), "10:30 AM") {
			if time.Since(saved) > time.Second {
				t.Fatal("a second later, the answer is still the old one")
			}
		}
	}
}
