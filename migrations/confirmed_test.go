package migrations_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/accounts/analytics"
	"narthex/cmd/dev/identity"
	"narthex/migrations"
	"narthex/migrations/pgtest"
)

// provider is a database with an identity provider's tables, and a connection that reads the warnings of what it does.
type provider struct {
	*pgtest.DB
	conn     *pgx.Conn
	warnings []string
}

// newProvider has secrets in its vault, or no vault.
func newProvider(t *testing.T, secrets map[string]string) *provider {
	t.Helper()
	p := &provider{DB: pgtest.New(t)}
	_, err := identity.New(t.Context(), identity.Config{
		Pool: p.Admin, JWTSecret: "secret", SiteURL: "https://app.example", Secrets: secrets, Mail: func(context.Context, identity.Mail) error { return nil },
	})
	must(t, err)
	config, err := pgx.ParseConfig(p.AdminURL)
	must(t, err)
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) { p.warnings = append(p.warnings, notice.Message) }
	p.conn, err = pgx.ConnectConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(func() { _ = p.conn.Close(context.Background()) })
	return p
}

// install installs the trigger, and reports whether it can post: not every server has the extension.
func (p *provider) install(t *testing.T) (posts bool) {
	t.Helper()
	notes, err := migrations.InstallTrigger(t.Context(), p.Admin)
	must(t, err)
	var available bool
	must(t, p.Admin.QueryRow(t.Context(), "select exists (select from pg_available_extensions where name = 'http') and (select rolsuper from pg_roles where rolname = current_user)").Scan(&available))
	if available && len(notes) > 0 || !available && len(notes) != 1 {
		t.Fatalf("notes: %q", notes)
	}
	return available
}

// signUp makes a user who has confirmed nothing.
func (p *provider) signUp(t *testing.T, metadata map[string]any) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := p.conn.Exec(t.Context(), "insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)", id, id.String()+"@example.org", metadata)
	must(t, err)
	return id
}

// confirm confirms a user's address as the provider does, and returns how long it took.
func (p *provider) confirm(t *testing.T, id uuid.UUID, at time.Time) time.Duration {
	t.Helper()
	p.warnings = nil
	begun := time.Now()
	_, err := p.conn.Exec(t.Context(), "update auth.users set confirmation_token = '', email_confirmed_at = $2 where id = $1", id, at)
	took := time.Since(begun)
	must(t, err)
	var confirmed *time.Time
	must(t, p.conn.QueryRow(t.Context(), "select email_confirmed_at from auth.users where id = $1", id).Scan(&confirmed))
	if confirmed == nil || !confirmed.Equal(at.Truncate(time.Microsecond)) {
		t.Errorf("the confirmation is %v instead of %v", confirmed, at)
	}
	return took
}

var sermonSignUp = map[string]any{"app_source": "sermon_starter", "tradition": "reformed"}

// store is an analytics store that gives out what it is told.
func store(t *testing.T) (host string, told <-chan map[string]any) {
	t.Helper()
	events := make(chan map[string]any, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		event := map[string]any{}
		if err != nil || r.Method != http.MethodPost || r.URL.Path != "/capture/" || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(body, &event) != nil {
			t.Errorf("%s %s with %q and %q: %v", r.Method, r.URL, r.Header.Get("Content-Type"), body, err)
		}
		events <- event
	}))
	t.Cleanup(server.Close)
	return server.URL, events
}

func TestAConfirmedSignUpIsToldToTheStoreAsTheAppTellsIt(t *testing.T) {
	host, told := store(t)
	p := newProvider(t, map[string]string{"POSTHOG_PUBLIC_KEY": "phc_public", "POSTHOG_HOST": host + "/"})
	posts := p.install(t)
	id, at := p.signUp(t, sermonSignUp), time.Date(2026, 3, 1, 1, 2, 3, 40_000, time.FixedZone("", 5400))
	p.confirm(t, id, at)
	if !posts {
		if !strings.Contains(strings.Join(p.warnings, ""), "is not told") {
			t.Errorf("warnings without the extension: %q", p.warnings)
		}
		return
	}
	if len(p.warnings) > 0 {
		t.Fatalf("warnings: %q", p.warnings)
	}
	byTrigger := <-told
	byApp := toldByApp(t, p.DB, host, analytics.Confirmed(id, "sermon_starter", at), told)
	triggerProperties, appProperties := byTrigger["properties"].(map[string]any), byApp["properties"].(map[string]any)
	if triggerProperties["confirmed_via"] != "auth_trigger" || appProperties["confirmed_via"] != "log_first_visit" {
		t.Errorf("confirmed via %v and %v", triggerProperties["confirmed_via"], appProperties["confirmed_via"])
	}
	delete(triggerProperties, "confirmed_via")
	delete(appProperties, "confirmed_via")
	if !reflect.DeepEqual(byTrigger, byApp) {
		t.Errorf("the trigger told %v, and the app %v", byTrigger, byApp)
	}
	want := map[string]any{
		"api_key": "phc_public", "event": "signup_email_confirmed", "distinct_id": id.String(), "timestamp": "2026-02-28T23:32:03.000040Z",
		"uuid": uuid.NewMD5(uuid.NameSpaceURL, []byte(id.String()+":signup_email_confirmed")).String(),
		"properties": map[string]any{
			"$insert_id": id.String() + ":signup_email_confirmed", "app_source": "sermon_starter", "email_confirmed_at": "2026-02-28T23:32:03.000040Z",
		},
	}
	if !reflect.DeepEqual(byTrigger, want) {
		t.Errorf("the trigger told %v instead of %v", byTrigger, want)
	}
}

// toldByApp returns an event as the app's own job tells it.
func toldByApp(t *testing.T, db *pgtest.DB, host string, event analytics.Event, told <-chan map[string]any) map[string]any {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	events, err := analytics.New(analytics.Config{Pool: db.Pool, Host: host, Key: "phc_public", Registerer: prometheus.NewRegistry(), Logger: logger})
	must(t, err)
	defer events.Close()
	workers := river.NewWorkers()
	analytics.AddWorkers(workers, events)
	jobs, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{Workers: workers, Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}, Logger: logger})
	must(t, err)
	must(t, jobs.Start(t.Context()))
	must(t, pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error { return events.Tell(t.Context(), tx, event) }))
	posted := <-told
	must(t, jobs.Stop(context.WithoutCancel(t.Context())))
	return posted
}

func TestTheUUIDsOfTheTriggerAreThoseOfTheApp(t *testing.T) {
	host, told := store(t)
	p := newProvider(t, map[string]string{"POSTHOG_PUBLIC_KEY": "k", "POSTHOG_HOST": host})
	if !p.install(t) {
		return // the test before says what happens then
	}
	for range 40 { // each of the sixteen digits that the variant replaces, most likely
		id := p.signUp(t, sermonSignUp)
		p.confirm(t, id, time.Now())
		want := uuid.NewMD5(uuid.NameSpaceURL, []byte(id.String()+":signup_email_confirmed")).String()
		if event := <-told; event["uuid"] != want {
			t.Fatalf("the uuid of %s is %v instead of %s", id, event["uuid"], want)
		}
	}
}

func TestOnlyAFirstConfirmationOfASermonSignUpIsTold(t *testing.T) {
	host, told := store(t)
	p := newProvider(t, map[string]string{"POSTHOG_PUBLIC_KEY": "k", "POSTHOG_HOST": host})
	posts := p.install(t)
	for name, metadata := range map[string]map[string]any{
		"came through another provider": {"iss": "https://google.example"},
		"signed up with another app":    {"app_source": "visitors"},
		"has it further inside":         {"data": map[string]any{"app_source": "sermon_starter"}},
		"has an array for it":           {"app_source": []string{"sermon"}},
		"has no metadata":               nil,
	} {
		p.confirm(t, p.signUp(t, metadata), time.Now())
		if len(p.warnings) > 0 {
			t.Errorf("of somebody who %s: %q", name, p.warnings)
		}
	}
	id := p.signUp(t, map[string]any{"app_source": "sermons_elsewhere"})
	p.confirm(t, id, time.Now())
	if posts {
		if event := <-told; event["distinct_id"] != id.String() {
			t.Errorf("told of %v", event)
		}
	}
	p.confirm(t, id, time.Now().Add(time.Hour)) // the address was changed, say
	if len(p.warnings) > 0 {
		t.Errorf("of a second confirmation: %q", p.warnings)
	}
	select {
	case event := <-told:
		t.Errorf("told of %v", event)
	default:
	}
}

// hanging is the address of a server that takes connections and says nothing.
func hanging(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // the system accepts for it
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	return "http://" + listener.Addr().String()
}

func answering(t *testing.T, status int) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	t.Cleanup(server.Close)
	return server.URL
}

// trickling is the address of a server that answers with a byte now and then, for ever.
func trickling(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL
}

func refusing(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	return "http://" + listener.Addr().String()
}

func TestAConfirmationNeverFailsAndHardlyWaits(t *testing.T) {
	p := newProvider(t, map[string]string{"POSTHOG_PUBLIC_KEY": "k", "POSTHOG_HOST": "nowhere"})
	p.install(t)
	at := func(host string) string {
		return "update vault.secrets set secret = '" + host + "' where name = 'POSTHOG_HOST'"
	}
	for name, state := range map[string]struct{ change, warning string }{
		"the store hangs":             {at(hanging(t)), "is not told"},
		"the store never ends":        {at(trickling(t)), "is not told"},
		"the store refuses":           {at(refusing(t)), "is not told"},
		"the store answers 500":       {at(answering(t, 500)), "is not told"},
		"the store wants another key": {at(answering(t, 401)), "is not told"},
		"the host is no address":      {at("::"), "is not told"},
		"there is no vault":           {"drop schema vault cascade", "the secrets cannot be read"},
		"there is no secret":          {"delete from vault.secrets", "there is no secret POSTHOG_PUBLIC_KEY"},
		"the secret is empty":         {"update vault.secrets set secret = ''", "there is no secret POSTHOG_PUBLIC_KEY"},
		"the vault cannot decrypt": {`create or replace view vault.decrypted_secrets as
			select id, name, description, secret, (1 / 0)::text as decrypted_secret, created_at, updated_at from vault.secrets`, "the secrets cannot be read"},
		"there is no extension": {"drop extension if exists http", "is not told"},
		"the extension is in another schema": {`
			do $$ begin
				if exists (select from pg_extension where extname = 'http') then
					drop extension http; create schema extensions; create extension http schema extensions;
				end if;
			end $$`, "is not told"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, statement := range []string{"begin", state.change} {
				_, err := p.conn.Exec(t.Context(), statement)
				must(t, err)
			}
			defer func() {
				_, err := p.conn.Exec(t.Context(), "rollback")
				must(t, err)
			}()
			var took time.Duration
			for range 3 { // a machine that is busy with something else proves nothing
				took = p.confirm(t, p.signUp(t, sermonSignUp), time.Now())
				if len(p.warnings) != 1 || !strings.Contains(p.warnings[0], state.warning) {
					t.Errorf("warnings: %q", p.warnings)
				}
				if took < time.Second {
					return
				}
			}
			t.Errorf("a confirmation took %v", took)
		})
	}
}

func TestTheTriggerPutsTheConnectionsOptionsBack(t *testing.T) {
	host, told := store(t)
	p := newProvider(t, map[string]string{"POSTHOG_PUBLIC_KEY": "k", "POSTHOG_HOST": host})
	if !p.install(t) {
		return
	}
	options := func() (found string) {
		must(t, p.conn.QueryRow(t.Context(), "select coalesce(string_agg(curlopt || '=' || value, ' ' order by curlopt), '') from public.http_list_curlopt()").Scan(&found))
		return found
	}
	p.confirm(t, p.signUp(t, sermonSignUp), time.Now())
	<-told
	if left := options(); left != "" {
		t.Errorf("left behind: %s", left)
	}
	_, err := p.conn.Exec(t.Context(), "select public.http_set_curlopt('CURLOPT_TIMEOUT_MS', '5000'), public.http_set_curlopt('CURLOPT_USERAGENT', 'somebody else')")
	must(t, err)
	before := options()
	p.confirm(t, p.signUp(t, sermonSignUp), time.Now())
	<-told
	if after := options(); after != before || before == "" {
		t.Errorf("%q became %q", before, after)
	}
}

func TestTheTriggerIsInstalledOnceAndReplacedWhenItIsAnother(t *testing.T) {
	p := newProvider(t, nil)
	problem := func() string {
		found, err := migrations.TriggerProblem(t.Context(), p.Pool) // as the app's role, which may not use the schema
		must(t, err)
		return found
	}
	if got := problem(); got != "it is missing" {
		t.Errorf("before it is installed: %q", got)
	}
	p.install(t)
	if got := problem(); got != "" {
		t.Errorf("installed: %q", got)
	}
	written := func() (version string) {
		must(t, p.Admin.QueryRow(t.Context(), "select xmin::text from pg_proc where oid = 'public.report_confirmed_signup()'::regprocedure").Scan(&version))
		return version
	}
	before := written()
	p.install(t)
	if written() != before {
		t.Error("a trigger that is there is written again")
	}
	_, err := p.Admin.Exec(t.Context(), "comment on function public.report_confirmed_signup() is 'version 0'")
	must(t, err)
	if got := problem(); got != "it is of another version" {
		t.Errorf("an older one: %q", got)
	}
	p.install(t)
	if got := problem(); got != "" {
		t.Errorf("replaced: %q", got)
	}
	_, err = p.Admin.Exec(t.Context(), "alter table auth.users disable trigger narthex_report_confirmed_signup")
	must(t, err)
	if got := problem(); got != "it is missing" {
		t.Errorf("switched off: %q", got)
	}
	must(t, migrations.Down(t.Context(), p.Admin))
	var left int
	must(t, p.Admin.QueryRow(t.Context(), "select count(*) from pg_trigger where tgname like 'narthex%'").Scan(&left))
	if left > 0 {
		t.Error("the trigger is left behind after the schema is taken away")
	}
}

func TestWithoutAnIdentityProviderInTheDatabaseThereIsNothingToInstall(t *testing.T) {
	db := pgtest.New(t)
	notes, err := migrations.InstallTrigger(t.Context(), db.Admin)
	must(t, err)
	problem, err := migrations.TriggerProblem(t.Context(), db.Pool)
	must(t, err)
	if len(notes) > 0 || problem != "" {
		t.Errorf("notes %q, problem %q", notes, problem)
	}
}

func TestARoleThatMayNotInstallTheTriggerIsToldSo(t *testing.T) {
	p := newProvider(t, nil)
	role := "narthex_test_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	for _, statement := range []string{
		"create role %[1]s", "grant create on schema public to %[1]s", "grant usage on schema auth to %[1]s",
	} {
		_, err := p.Admin.Exec(t.Context(), fmt.Sprintf(statement, role))
		must(t, err)
	}
	t.Cleanup(func() {
		_, err := p.Admin.Exec(context.Background(), fmt.Sprintf("drop owned by %[1]s; drop role %[1]s", role))
		must(t, err)
	})
	config := p.Admin.Config()
	config.ConnConfig.RuntimeParams["role"] = role
	pool := connectWith(t, config)
	notes, err := migrations.InstallTrigger(t.Context(), pool)
	must(t, err)
	said := strings.Join(notes, "; ")
	if !strings.Contains(said, "is not installed") || !strings.Contains(said, "extension http") {
		t.Errorf("notes: %q", notes)
	}
}

func connectWith(t *testing.T, config *pgxpool.Config) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	return pool
}
