package main

import (
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/migrations/pgtest"
)

// theirMark stands in whatever the other church has.
const theirMark = "ZimZamMark"

// inProcess is a server of this process with the demonstration churches, of which two have the admin's house.
func inProcess(t *testing.T) (s *server, db *pgtest.DB) {
	t.Helper()
	p := prepareDemo(t)
	settings := make(map[string]string)
	for _, pair := range p.environment {
		name, value, _ := strings.Cut(pair, "=")
		settings[name] = value
	}
	command := new(serveCommand)
	parser, err := kong.New(command, kong.Exit(func(int) { t.Fatal("the settings are not taken") }))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{
		"--database-url=" + settings["DATABASE_URL"], "--redis-url=" + settings["REDIS_URL"], "--base-url=http://127.0.0.1", "--listen-addr=127.0.0.1:0", "--allow-simulated-payments", "--spool-dir=" + settings["NARTHEX_SPOOL_DIR"],
		"--rate-session=0", "--rate-address=0", "--rate-crises=0", "--admitted=100000", "--look-up-limit=1m",
	}); err != nil {
		t.Fatal(err)
	}
	if s, err = newServer(t.Context(), command, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.release)
	return s, p.db
}

// adminRoute is one behind the guard.
type adminRoute struct{ method, pattern string }

// adminRoutesOf are those of the server, as its router has them.
func adminRoutesOf(t *testing.T, s *server) (routes []adminRoute) {
	t.Helper()
	err := chi.Walk(s.public.Handler.(chi.Routes), func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		behind := strings.HasPrefix(pattern, "/admin/") && !strings.HasPrefix(pattern, "/admin/{token}") && pattern != "/admin/sign-out"
		if behind || strings.HasPrefix(pattern, "/api/admin/") || strings.HasPrefix(pattern, "/api/premium/") {
			routes = append(routes, adminRoute{method, pattern})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return routes
}

// plant gives a church words of its own in all places where people write, and returns an id of each of its tables.
func plant(t *testing.T, db *pgtest.DB, churchID uuid.UUID) (ids map[string]string) {
	t.Helper()
	session := uuid.New()
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{"update premium_churches set custom_name = $2, admin_email = $2 || '@theirs.example', payment_customer_id = 'cus_' || $2 where church_id = $1", []any{churchID, theirMark}},
		{"insert into conversations (id, church_id, session_id, agent, language) values ($1, $1, $2, 'care', 'en')", []any{churchID, session}},
		{"insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at) values ($1, $1, $1, $1, 'user', $2, 'care', now())", []any{churchID, theirMark}},
		{`insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at) values ($1, $1, $2, 'CA', '+12075550145', 'en', 1, now(), now())`, []any{churchID, session}},
		{`insert into call_lines (id, church_id, call_id, speaker, said, said_at) values ($1, $1, $1, 'caller', $2, now())`, []any{churchID, theirMark}},
		{`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, message) values ($1, $1, 'prayer', $2, $1, $1, $3, $3)`, []any{churchID, session, theirMark}},
		{`insert into unified_rag_content (organization_id, content_type, title, content, curation_status) values ($1, 'faq', $2, $2, 'approved')`, []any{churchID, theirMark}},
	} {
		if _, err := db.Admin.Exec(t.Context(), statement.sql, statement.args...); err != nil {
			t.Fatal(err)
		}
	}
	accesstest.SignIn(t, db.Admin, churchID, access.Pastor)
	ids = make(map[string]string)
	for table, column := range churchTables(t, db) {
		var id *string
		// Not every table has a column id: to_jsonb gives null then.
		err := db.Admin.QueryRow(t.Context(), "select (select to_jsonb(t)->>'id' from "+table+" t where "+column+" = $1 limit 1)", churchID).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		if id != nil {
			ids[table] = *id
		}
	}
	return ids
}

// churchTables are the tables that row-level security protects, with the column that names the church.
func churchTables(t *testing.T, db *pgtest.DB) map[string]string {
	t.Helper()
	rows, err := db.Admin.Query(t.Context(), `
		select c.relname::text, a.attname::text from pg_class c join pg_attribute a on a.attrelid = c.oid
		where c.relrowsecurity and c.relnamespace = 'public'::regnamespace and a.attname in ('church_id', 'organization_id')`)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	var table, column string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column}, func() error { found[table] = column; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(found) < 25 {
		t.Fatalf("found only %v", found)
	}
	return found
}

// stateOf is a digest of all rows of a church, by table.
func stateOf(t *testing.T, db *pgtest.DB, churchID uuid.UUID) map[string]string {
	t.Helper()
	state := make(map[string]string)
	for table, column := range churchTables(t, db) {
		var digest string
		err := db.Admin.QueryRow(t.Context(), "select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from "+table+" t where "+column+" = $1", churchID).Scan(&digest)
		if err != nil {
			t.Fatal(err)
		}
		state[table] = digest
	}
	return state
}

// Whatever route there is: with the session of one church and the ids of another, nothing of the other's is shown, and nothing of it
// changes.
func TestNoAdminReachesAnotherChurch(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	var ours, theirs uuid.UUID
	for slug, id := range map[string]*uuid.UUID{"grace-harbor": &ours, "nueva-vida": &theirs} {
		if err := db.Admin.QueryRow(t.Context(), "select id from churches where slug = $1", slug).Scan(id); err != nil {
			t.Fatal(err)
		}
	}
	ids := plant(t, db, theirs)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(route adminRoute, path, body, contentType string, session *http.Cookie) (status int, answer string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), route.method, listening.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", contentType)
		request.AddCookie(session)
		response, err := client.Do(request)
		if err != nil {
			t.Fatalf("%s %s: %v", route.method, path, err)
		}
		defer response.Body.Close()
		read, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatalf("%s %s: %v", route.method, path, err)
		}
		return response.StatusCode, string(read)
	}
	routes := adminRoutesOf(t, s)
	if len(routes) < 8 {
		t.Fatalf("found only %v", routes)
	}
	before, seen := stateOf(t, db, theirs), 0
	for _, route := range routes {
		for _, path := range pathsOf(route.pattern, ids) {
			for contentType, body := range bodiesOf(theirs, ids) {
				status, answer := ask(route, path, body, contentType, accesstest.SignIn(t, db.Admin, ours, access.Roles()...))
				if strings.Contains(answer, theirMark) {
					t.Errorf("%s %s shows what is another church's: %d", route.method, path, status)
				}
				if status >= 500 && status != http.StatusServiceUnavailable {
					t.Errorf("%s %s: %d %s", route.method, path, status, answer)
				}
			}
		}
		if route.method == http.MethodGet && !strings.Contains(route.pattern, "{") {
			if _, answer := ask(route, route.pattern, "", "", accesstest.SignIn(t, db.Admin, theirs, access.Roles()...)); strings.Contains(answer, theirMark) {
				seen++
			}
		}
	}
	after := stateOf(t, db, theirs)
	for _, own := range []string{"church_admin_identities", "church_identity_roles", "auth_sessions", "audit_log"} { // their own look at the pages
		delete(before, own)
		delete(after, own)
	}
	for table, digest := range before {
		if after[table] != digest {
			t.Errorf("rows of another church changed in %s", table)
		}
	}
	if seen < 3 {
		t.Errorf("the other church itself sees what is its own on %d pages only", seen)
	}
}

// pathsOf are the addresses of a route with an id of each table in the place of what it leaves open.
func pathsOf(pattern string, ids map[string]string) (paths []string) {
	open, closed := strings.Index(pattern, "{"), strings.LastIndex(pattern, "}")
	if open < 0 {
		return []string{strings.TrimSuffix(pattern, "*")}
	}
	for _, id := range slices.Sorted(maps.Values(ids)) {
		parts := strings.Split(pattern[open:closed+1], "/")
		for i, part := range parts {
			if strings.HasPrefix(part, "{") {
				parts[i] = id
			}
		}
		paths = append(paths, pattern[:open]+strings.Join(parts, "/")+pattern[closed+1:])
	}
	return slices.Compact(paths)
}

// bodiesOf name the other church and what is its own in every way that a request might, by content type.
func bodiesOf(theirs uuid.UUID, ids map[string]string) map[string]string {
	names := []string{"church", "churchId", "church_id", "organization_id", "id", "session", "sessionId", "conversation", "document", "faq", "identity", "member", "request", "assignee"}
	object, form := []string{`"name":"` + theirMark[:3] + `"`}, []string{"name=" + theirMark[:3]}
	values := slices.Sorted(maps.Values(ids))
	for i, name := range names {
		id := theirs.String()
		if i >= 4 {
			id = values[i%len(values)]
		}
		object, form = append(object, `"`+name+`":"`+id+`"`), append(form, name+"="+id)
	}
	return map[string]string{"application/json": "{" + strings.Join(object, ",") + "}", "application/x-www-form-urlencoded": strings.Join(form, "&")}
}
