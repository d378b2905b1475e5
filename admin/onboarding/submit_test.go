package onboarding_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// form is one that is filled in well.
func form() map[string]any {
	return map[string]any{
		"plan": "starter_chat", "churchName": "Grace Harbor", "city": "Portland", "state": "ME", "country": "US", "churchFamily": "baptist",
		"denomination": "southern-baptist", "contactName": "Ann Lee", "email": "ann@graceharbor.example.org", "timezone": "America/New_York",
		"marketingOptIn": true, "termsAccepted": true, "termsVersion": signup.TermsVersion,
	}
}

func with(pairs ...any) map[string]any {
	f := form()
	for i := 0; i < len(pairs); i += 2 {
		f[pairs[i].(string)] = pairs[i+1]
	}
	return f
}

type answer struct {
	status          int
	retry           string
	OK              bool
	MatchedChurchID *uuid.UUID
	Code, Detail    string
	Fields          map[string]string
	keys            []string
}

func (s *server) post(t testing.TB, body io.Reader, address string, header ...string) (a answer) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/onboard", body)
	must(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Test-Address", address)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("%d %s: %v", response.StatusCode, text, err)
	}
	var keys map[string]any
	must(t, json.Unmarshal(text, &keys))
	a.keys = slices.Sorted(maps.Keys(keys))
	a.status, a.retry = response.StatusCode, response.Header.Get("Retry-After")
	return a
}

func (s *server) send(t testing.TB, form map[string]any, header ...string) answer {
	t.Helper()
	body, err := json.Marshal(form)
	must(t, err)
	return s.post(t, strings.NewReader(string(body)), uuid.NewString(), header...)
}

// rows counts those of every table.
func (s *server) rows(t testing.TB) map[string]int {
	t.Helper()
	names, err := s.db.Admin.Query(t.Context(), "select tablename from pg_tables where schemaname = 'public'")
	must(t, err)
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	must(t, err)
	counts := make(map[string]int)
	for _, table := range tables {
		var n int
		must(t, s.db.Admin.QueryRow(t.Context(), "select count(*) from "+pgx.Identifier{table}.Sanitize()).Scan(&n))
		counts[table] = n
	}
	if len(counts) < 20 {
		t.Fatalf("only %d tables", len(counts))
	}
	return counts
}

func TestAGoodFormIsTakenAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	s := newServer(t, `insert into churches (id, slug, name, city, state, country) values
		('11111111-1111-4111-8111-111111111111', 'grace', 'Grace Harbor Church', 'Portland', 'ME', 'US')`)
	before := s.rows(t)
	a := s.send(t, form())
	if a.status != 200 || !a.OK || a.MatchedChurchID == nil || a.MatchedChurchID.String() != "11111111-1111-4111-8111-111111111111" {
		t.Errorf("got %+v", a)
	}
	if a := s.send(t, with("city", "Bangor")); a.status != 200 || !a.OK || a.MatchedChurchID != nil || !slices.Equal(a.keys, []string{"matchedChurchId", "ok"}) {
		t.Errorf("a church that is not listed: %+v", a)
	}
	if after := s.rows(t); !maps.Equal(before, after) {
		t.Errorf("rows before %v, after %v", before, after)
	}
}

func TestAFormSaysWhatIsTheMatterWithEachField(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	a := s.send(t, with("city", "", "email", "nobody", "state", "", "backupName", "Bob"))
	want := []string{"backupEmail", "city", "email", "state"}
	if a.status != 422 || a.Code != "invalid_form" || !slices.Equal(slices.Sorted(maps.Keys(a.Fields)), want) {
		t.Errorf("got %+v", a)
	}
	for field, text := range a.Fields {
		if !strings.HasSuffix(text, ".") {
			t.Errorf("%s: %q", field, text)
		}
	}
	if a := s.send(t, with("city", ""), "Accept-Language", "es"); a.Fields["city"] != "Complete este campo, por favor." {
		t.Errorf("in Spanish: %+v", a)
	}
}

func TestWhatIsNoFormIsRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	for body, want := range map[string]int{
		"": 400, "[]": 400, "{": 400, `"x"`: 400, `{"city":5}`: 400, `{} {}`: 400, "null": 422, "{}": 422,
		`{"matchedChurchId":"x"}`: 400, `{"city":"` + strings.Repeat("x", 40_000) + `"}`: 413, `{"addOns":` + strings.Repeat("[", 10_000): 400,
	} {
		if a := s.post(t, strings.NewReader(body), uuid.NewString()); a.status != want || a.Detail == "" {
			t.Errorf("%.40q: %+v, want %d", body, a, want)
		}
	}
}

func TestFiveFormsAMinuteOfOneAddress(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	body, err := json.Marshal(form())
	must(t, err)
	send := func(address string) answer { return s.post(t, strings.NewReader(string(body)), address) }
	for i := range 5 {
		if a := send("one"); a.status != 200 {
			t.Fatalf("form %d: %+v", i, a)
		}
	}
	a := send("one")
	if seconds, err := strconv.Atoi(a.retry); a.status != 429 || a.Code != "too_many_sign_ups" || err != nil || seconds < 1 || seconds > 60 {
		t.Errorf("the sixth: %+v", a)
	}
	if a := send("another"); a.status != 200 {
		t.Errorf("somebody else: %+v", a)
	}
}

func TestAnAdminIsSentToTheDashboardInstead(t *testing.T) {
	t.Parallel()
	s := newServer(t, `insert into churches (id, slug, name) values ('22222222-2222-4222-8222-222222222222', 'theirs', 'Theirs');
		insert into premium_churches (church_id, plan, channel, admin_email) values ('22222222-2222-4222-8222-222222222222', 'starter_chat', 'chat', 'Ann@GraceHarbor.example.org')`)
	a := s.send(t, with("email", " ANN@graceharbor.example.org "))
	if a.status != 409 || a.Code != "already_subscribed" {
		t.Errorf("got %+v", a)
	}
	if !strings.Contains(a.Detail, "We have just sent the link") {
		t.Errorf("it says %q", a.Detail)
	}
	if want := []string{"22222222-2222-4222-8222-222222222222 ann@graceharbor.example.org"}; !slices.Equal(s.sent, want) {
		t.Errorf("links sent: %v", s.sent)
	}
	if a := s.send(t, with("email", "bob@graceharbor.example.org")); a.status != 200 || len(s.sent) != 1 {
		t.Errorf("another address: %+v, %v", a, s.sent)
	}
	for language, says := range map[string]string{"en": "We sent the link to its dashboard to that address a moment ago", "es": "Hace un momento enviamos"} {
		if a := s.send(t, form(), "Accept-Language", language); a.status != 409 || a.Code != "already_subscribed" || !strings.Contains(a.Detail, says) {
			t.Errorf("where it was sent lately: %+v", a)
		}
	}
}

func TestTheSecondChurchOfANameIsAskedWhereItIs(t *testing.T) {
	t.Parallel()
	s := newServer(t, `insert into churches (id, slug, name, city, state, country, address, postal_code, is_premium) values
		('22222222-2222-4222-8222-222222222222', 'grace', 'Grace Harbor', 'Portland', 'ME', 'US', '1 Wharf Street', '04101', true);
		insert into premium_churches (church_id, plan, channel, admin_email) values ('22222222-2222-4222-8222-222222222222', 'starter_chat', 'chat', 'bea@grace.example')`)
	for name, test := range map[string]struct {
		form     map[string]any
		language string
		status   int
		says     string
		fields   []string
	}{
		"nothing said":     {form(), "en", 422, "please give its street and postal code", []string{"address", "postalCode"}},
		"in Spanish":       {form(), "es", 422, "indique su calle y su código postal", []string{"address", "postalCode"}},
		"the same street":  {with("address", "1 Wharf Street"), "en", 422, "or write to help@narthex.example", []string{"postalCode"}},
		"the same place":   {with("address", "1 Wharf Street", "postalCode", "04101"), "en", 422, "ask whoever set it up", nil},
		"another street":   {with("address", "77 Elm Street"), "en", 200, "", nil},
		"another postcode": {with("postalCode", "04103"), "en", 200, "", nil},
	} {
		a := s.send(t, test.form, "Accept-Language", test.language)
		if a.status != test.status || !strings.Contains(a.Detail, test.says) || !slices.Equal(slices.Sorted(maps.Keys(a.Fields)), test.fields) || a.MatchedChurchID != nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
	exec(t, s, "update premium_churches set status = 'canceled', payment_subscription_id = null")
	if a := s.send(t, form()); a.status != 200 {
		t.Errorf("where the subscription has ended: %+v", a)
	}
}

func TestWhoCannotBeServedIsToldInTheirLanguage(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	s.db.Pool.Close() // as where Postgres is away
	for language, want := range map[string]string{"en": "nothing you typed is lost", "es": "no se ha perdido nada de lo que escribió"} {
		if a := s.send(t, form(), "Accept-Language", language); a.status != 503 || a.Code != "temporarily_unavailable" || !strings.Contains(a.Detail, want) {
			t.Errorf("%s: %+v", language, a)
		}
	}
}
