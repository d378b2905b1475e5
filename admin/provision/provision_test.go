package provision_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/provision"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// outbox notes what was queued, in a table, so that it is gone with a transaction that is.
type outbox struct{ fail string }

func (o outbox) queue(ctx context.Context, tx pgx.Tx, id uuid.UUID, what string) error {
	if what == o.fail {
		return errors.New("the queue is away")
	}
	_, err := tx.Exec(ctx, "insert into queued values ($1, $2)", id, what)
	return err
}

func (o outbox) Welcome(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	return o.queue(ctx, tx, id, "welcome")
}

func (o outbox) Subscribe(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	return o.queue(ctx, tx, id, "subscribe")
}

func (o outbox) Confirm(ctx context.Context, tx pgx.Tx, id uuid.UUID, listed string) error {
	return o.queue(ctx, tx, id, "confirm "+listed)
}

func (o outbox) Prove(ctx context.Context, tx pgx.Tx, id uuid.UUID, own string) error {
	return o.queue(ctx, tx, id, "prove "+own)
}

func (o outbox) Founder(ctx context.Context, tx pgx.Tx, id uuid.UUID, news provision.News) error {
	return o.queue(ctx, tx, id, strings.TrimSpace(string(news.Kind)+" "+news.Detail))
}

type fixture struct {
	*testing.T
	db *pgtest.DB
	p  *provision.Provisioner
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t, pgtest.New(t), provision.New(outbox{}, slog.New(slog.DiscardHandler))}
	f.exec(`create table queued (church_id uuid, what text); grant all on queued to narthex_app;
		insert into theological_lenses (id, slug, name, description) values (12, 'baptist', 'Baptist', 'x');
		insert into church_families (key, name, position, lens_id) values ('baptist', 'Baptist', 1, 12);
		insert into denominations (key, family_key, name, lens_id) values ('southern-baptist', 'baptist', 'SBC', 12)`)
	return f
}

func (f *fixture) exec(sql string, args ...any) {
	f.Helper()
	if _, err := f.db.Admin.Exec(f.Context(), sql, args...); err != nil {
		f.Fatal(err)
	}
}

func value[T any](f *fixture, sql string, args ...any) (v T) {
	f.Helper()
	if err := f.db.Admin.QueryRow(f.Context(), sql, args...).Scan(&v); err != nil {
		f.Fatalf("%s: %v", sql, err)
	}
	return v
}

func list(f *fixture, sql string, args ...any) []string {
	f.Helper()
	rows, err := f.db.Admin.Query(f.Context(), sql, args...)
	if err != nil {
		f.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.Fatal(err)
	}
	return all
}

func (f *fixture) provision(s signup.SignUp, paid provision.Payment) (id uuid.UUID, err error) {
	err = pgx.BeginFunc(f.Context(), f.db.Pool, func(tx pgx.Tx) error {
		id, err = f.p.Provision(f.Context(), tx, s, paid)
		return err
	})
	return id, err
}

func (f *fixture) must(s signup.SignUp, subscription string) uuid.UUID {
	f.Helper()
	id, err := f.provision(s, provision.Payment{SubscriptionID: subscription, SessionID: "cs_" + subscription, CustomerID: "cus"})
	if err != nil {
		f.Fatal(err)
	}
	return id
}

func form() signup.SignUp {
	return signup.SignUp{
		Plan: "starter_chat", ChurchName: "Grace Harbor", City: "Portland", State: "ME", Country: "US", Family: "baptist", Denomination: "southern-baptist",
		ContactName: "Ann Lee", Email: "ann@graceharbor.org", Timezone: "America/New_York", Language: "en", TermsVersion: signup.TermsVersion,
	}.Clean()
}

func TestWhoDeliversAddOnsIsToldOfThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := form()
	s.AddOns = []string{"directory_premium", "starter_kit"}
	id := f.must(s, "sub_with")
	if told := list(f, "select what from queued where church_id = $1 and what like '%add-ons%'", id); len(told) != 1 || told[0] != "new_sale add-ons: directory_premium, starter_kit" {
		t.Errorf("%q", told)
	}
}

func TestAChurchThatPaidHasEverything(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := form()
	s.BackupName, s.BackupEmail, s.MarketingOptIn, s.TermsAcceptedAt = "Bob", "bob@graceharbor.org", true, time.Now()
	ends := time.Now().Add(14 * 24 * time.Hour).Truncate(time.Second)
	id, err := f.provision(s, provision.Payment{SubscriptionID: "sub_1", SessionID: "cs_1", CustomerID: "cus_1", TrialEndsAt: ends})
	if err != nil {
		t.Fatal(err)
	}
	for what, query := range map[string]string{
		"church":      `select slug = 'grace-harbor' and name = 'Grace Harbor' and timezone = 'America/New_York' and denomination = 'southern-baptist' and church_family = 'baptist' and is_premium from churches where id = $1`,
		"record":      `select status = 'active' and plan = 'starter_chat' and channel = 'chat' and care_enabled and admin_email = 'ann@graceharbor.org' and marketing_opt_in and payment_customer_id = 'cus_1' and payment_subscription_id = 'sub_1' and checkout_session_id = 'cs_1' and admin_token is not null and listing_proven and terms_accepted_at is not null from premium_churches where church_id = $1`,
		"chatbot":     `select chatbot_enabled and chatbot_agent_id = church_id from premium_churches where church_id = $1`,
		"settings":    `select agent_config ?& array['care', 'coordinator'] from organization_settings where organization_id = $1`,
		"identities":  `select count(*) = 2 and count(*) filter (where is_backup) = 1 from church_admin_identities where church_id = $1`,
		"roles":       `select count(*) = 2 from church_identity_roles where church_id = $1 and role = 'admin'`,
		"session":     `select count(*) = 1 from auth_sessions where church_id = $1`,
		"team":        `select count(*) = 1 and bool_and(role = 'admin' and email = 'ann@graceharbor.org') from church_team_members where church_id = $1`,
		"voice agent": `select status = 'pending_setup' and prayer_requests_enabled and visitor_intake_enabled and callback_scheduling_enabled and notification_email = 'ann@graceharbor.org' from church_voice_agents where church_id = $1`,
	} {
		if !value[bool](f, query, id) {
			t.Errorf("the %s is not as it should be", what)
		}
	}
	if got, want := list(f, "select what from queued where church_id = $1 order by what", id), []string{"new_sale", "subscribe", "welcome"}; !slices.Equal(got, want) {
		t.Errorf("queued %v, want %v", got, want)
	}
	if got := value[time.Time](f, "select trial_ends_at from premium_churches where church_id = $1", id); !got.Equal(ends) {
		t.Errorf("the trial ends at %v, want %v", got, ends)
	}
}

// Between the church and its subscription nobody sees it, but triggers do.
func TestAChurchIsPremiumOnceItHasItsSubscription(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`create table seen (at text, is_premium boolean); grant insert on seen to narthex_app;
		create function see() returns trigger language plpgsql as $$ begin
			insert into seen select tg_argv[0], is_premium from churches where id = coalesce(to_jsonb(new) ->> 'church_id', to_jsonb(new) ->> 'id')::uuid; return null; end $$;
		create trigger see after insert on churches for each row execute function see('made');
		create trigger see after insert on church_admin_identities for each row execute function see('subscribed')`)
	f.must(form(), "sub_1")
	f.exec("insert into churches (slug, name, city, state, country) values ('hope', 'Hope Church', 'Portland', 'ME', 'US')")
	s := form()
	s.ChurchName = "Hope Church"
	claimed := f.must(s, "sub_2")
	if got, want := list(f, "select at || ' ' || is_premium from seen"), []string{"made false", "subscribed true", "made false", "subscribed true"}; !slices.Equal(got, want) {
		t.Errorf("saw %v, want %v", got, want)
	}
	if slug := value[string](f, "select slug from churches where id = $1 and is_premium", claimed); slug != "hope" {
		t.Errorf("claimed was %q", slug)
	}
}

func TestVisitorsAreToldWhatWasGivenForThemAndNothingOfWhoSignedUp(t *testing.T) {
	t.Parallel()
	told := "select concat_ws('|', coalesce(phone, '-'), coalesce(email, '-')) from churches where id = $1"
	f := newFixture(t)
	s := form()
	s.Phone = "+1 207 555 0199"
	id := f.must(s, "sub_1")
	if got := value[string](f, told, id); got != "-|-" {
		t.Errorf("visitors are told %q of who signed up", got)
	}
	if !value[bool](f, `select p.admin_phone = '+1 207 555 0199' and i.phone = p.admin_phone from premium_churches p join church_admin_identities i using (church_id) where church_id = $1`, id) {
		t.Error("the telephone of who signed up is not kept")
	}
	s.ChurchName, s.ChurchPhone, s.ChurchEmail = "Hope Church", "(207) 555-0142", "office@hope.example"
	if got := value[string](f, told, f.must(s, "sub_2")); got != "(207) 555-0142|office@hope.example" {
		t.Errorf("what was given for visitors is told as %q", got)
	}
	f.exec("insert into churches (slug, name, city, state, country, phone, website) values ('bethel', 'Bethel Church', 'Portland', 'ME', 'US', '207 555 0100', 'https://graceharbor.org')")
	s.ChurchName, s.Address, s.City = "Bethel Church", "1 Main Street", "PORTLAND"
	id = f.must(s, "sub_3")
	if got := value[string](f, told, id); got != "207 555 0100|-" {
		t.Errorf("a listing that is not proven to be theirs tells %q", got)
	}
	const offered = "select listing_offered::text from premium_churches where church_id = $1"
	if got := value[string](f, offered, id); got != `{"email": "office@hope.example", "phone": "(207) 555-0142", "address": "1 Main Street"}` {
		t.Errorf("once it is, it gets %s", got)
	}
}

func TestVoiceNeedsANumber(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := form()
	s.Plan = "pro_both"
	id := f.must(s, "sub_1")
	if got := list(f, "select what from queued where church_id = $1 order by what", id); !slices.Equal(got, []string{"new_sale", "number_needed", "welcome"}) {
		t.Errorf("queued %v", got)
	}
}

func TestAPlanThatComesToATelephoneNeedsANumberUnlessOneIsStored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.must(form(), "sub_1")
	ask := func() int {
		t.Helper()
		err := pgx.BeginFunc(t.Context(), f.db.Pool, func(tx pgx.Tx) error {
			if err := church.Enter(t.Context(), tx, id); err != nil {
				return err
			}
			return f.p.AskForNumber(t.Context(), tx, id, "sub_1", time.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		return value[int](f, "select count(*) from queued where church_id = $1 and what = 'number_needed'", id)
	}
	if told := ask(); told != 1 {
		t.Errorf("without a number the founder was told %d times", told)
	}
	for _, column := range []string{"carrier_phone_number", "assistant_phone_number"} {
		f.exec("update church_voice_agents set carrier_phone_number = null, assistant_phone_number = null")
		f.exec("update church_voice_agents set " + column + " = '+12075550100'")
		if told := ask(); told != 1 {
			t.Errorf("with a %s the founder was told again", column)
		}
	}
}

func TestTheSameSubscriptionAHundredTimesAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var all sync.WaitGroup
	ids := make([]uuid.UUID, 100)
	for i := range ids {
		all.Go(func() {
			var err error
			if ids[i], err = f.provision(form(), provision.Payment{SubscriptionID: "sub_1", SessionID: "cs_1"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(slices.Compact(slices.Clone(ids))) != 1 {
		t.Errorf("several churches were made")
	}
	for _, table := range []string{"churches", "premium_churches", "church_admin_identities", "church_voice_agents", "auth_sessions"} {
		if n := value[int](f, "select count(*) from "+table); n != 1 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	if n := value[int](f, "select count(*) from queued where what = 'welcome'"); n != 1 {
		t.Errorf("%d welcomes", n)
	}
}

func TestAListedChurchIsClaimed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		website, email string
		own            bool // whoever reads the address that was given is of the church
	}{
		"of the website's domain":                     {"https://www.graceharbor.org/welcome", "", true},
		"of the domain that the website is a part of": {"https://parish.graceharbor.org", "", false},
		"of a provider with a page of the church":     {"https://graceharbor.org/~parish/", "", false},
		"of the listed address":                       {"", "Ann@graceharbor.org", true},
		"beside the listed one":                       {"https://graceharbor.org", "office@graceharbor.org", true},
		"of another than listed":                      {"", "office@gh.example.com", false},
		"of anybody's":                                {"https://other.example.com", "", false},
		"of a look-alike":                             {"https://graceharbor.org.evil.example", "", false},
		"nothing is known":                            {"", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.exec(`insert into churches (slug, name, city, state, country, phone, website, email, denomination) values
				('gh', 'Grace Harbor Baptist Church', 'Portland', 'ME', 'US', '207 555 0100', nullif($1, ''), nullif($2, ''), 'southern-baptist')`, test.website, test.email)
			s := form()
			s.Phone, s.MatchedChurchID = "207 555 0199", uuid.New() // what the browser says is not believed
			id := f.must(s, "sub_1")
			if got := value[string](f, "select slug || ' ' || phone || ' ' || name from churches where id = $1 and is_premium", id); got != "gh 207 555 0100 Grace Harbor Baptist Church" {
				t.Errorf("the listing is %q", got)
			}
			if n := value[int](f, "select count(*) from churches"); n != 1 {
				t.Errorf("%d churches", n)
			}
			if value[bool](f, "select listing_proven from premium_churches where church_id = $1", id) {
				t.Error("an address that nobody has read proves whose the church is")
			}
			// Whoever reads an address that is the church's is asked, the listed one once.
			want := []string{"new_sale", "ownership_unproven", "welcome"}
			own := ""
			if test.own {
				own, want = s.Email, []string{"new_sale", "ownership_awaited", "prove ann@graceharbor.org", "welcome"}
			}
			if test.email != "" && !strings.EqualFold(test.email, s.Email) {
				want = append([]string{"confirm " + test.email}, want...)
			}
			if got := list(f, "select what from queued order by what"); !slices.Equal(got, want) {
				t.Errorf("queued %v, want %v", got, want)
			}
			if got := value[string](f, "select coalesce(listing_own_email, '') from premium_churches where church_id = $1", id); got != own {
				t.Errorf("the link is mailed to %q, want %q", got, own)
			}
		})
	}
}

func TestAClaimedChurchSpeaksTheLanguageOfItsForm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`insert into churches (slug, name, city, state, country) values ('gh', 'Grace Harbor', 'Portland', 'ME', 'US')`)
	sent := form()
	sent.Language = "es"
	metadata, err := sent.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	s, err := signup.FromMetadata(metadata)
	if err != nil {
		t.Fatal(err)
	}
	id := f.must(s, "sub_1")
	const listing = "select slug || ' ' || language || ' ' || timezone from churches where id = $1"
	if got := value[string](f, listing, id); got != "gh es America/New_York" {
		t.Errorf("the church is %q", got)
	}
	f.withdraw(id)
	if got := value[string](f, listing, id); got != "gh en UTC" {
		t.Errorf("the listing is %q after the claim was rejected", got)
	}
}

func TestASubscribedChurchIsNeverTouched(t *testing.T) {
	t.Parallel()
	for name, postalCode := range map[string]string{"the same place, as far as is known": "", "another place, where another of its name may be": "04103-1234"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			s := form()
			s.PostalCode = "04101"
			first := f.must(s, "sub_1")
			before := value[string](f, "select to_jsonb(c)::text || to_jsonb(p)::text from churches c join premium_churches p on p.church_id = c.id where c.id = $1", first)
			s.Email, s.Plan, s.PostalCode = "mallory@example.org", "suite_both", postalCode
			second := f.must(s, "sub_2")
			if first == second {
				t.Fatal("somebody else's church was taken over")
			}
			if after := value[string](f, "select to_jsonb(c)::text || to_jsonb(p)::text from churches c join premium_churches p on p.church_id = c.id where c.id = $1", first); after != before {
				t.Errorf("it was changed:\n%s\n%s", before, after)
			}
			if got := list(f, "select what from queued where church_id = $1 and what = 'claimed_twice'", second); len(got) != 1 {
				t.Error("the founder was not told")
			}
		})
	}
}

func TestTwoWhoClaimOneListingAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`insert into churches (slug, name, city, state, country) values ('gh', 'Grace Harbor', 'Portland', 'ME', 'US')`)
	var all sync.WaitGroup
	ids := make([]uuid.UUID, 8)
	for i := range ids {
		all.Go(func() {
			s := form()
			s.Email = fmt.Sprintf("p%d@example.org", i)
			var err error
			if ids[i], err = f.provision(s, provision.Payment{SubscriptionID: fmt.Sprint("sub_", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
	if len(slices.Compact(ids)) != 8 {
		t.Error("two subscriptions share a church")
	}
	if n := value[int](f, "select count(*) from premium_churches p join churches c on c.id = p.church_id where c.slug = 'gh'"); n != 1 {
		t.Errorf("the listing has %d subscriptions", n)
	}
}

func TestSlugsOfAnyScript(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	seen := make(map[string]bool)
	for i, name := range []string{"은혜교회", "Церковь Благодати", "Iglesia Ñandú & Señor", "!!!", "Grace Harbor", "Grace Harbor", "Grace Harbor", "Grace Harbor", strings.Repeat("Very Long ", 12)} {
		s := form()
		s.ChurchName, s.City = name, fmt.Sprint("Town ", i%5)
		id := f.must(s, fmt.Sprint("sub_", i))
		slug := value[string](f, "select slug from churches where id = $1", id)
		if seen[slug] || len(slug) < 3 || len(slug) > 80 {
			t.Errorf("%q has the slug %q", name, slug)
		}
		seen[slug] = true
		t.Log(name, slug)
	}
}

func TestWhatCannotBeWholeIsNotThere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.p = provision.New(outbox{fail: "welcome"}, slog.New(slog.DiscardHandler))
	if _, err := f.provision(form(), provision.Payment{SubscriptionID: "sub_1"}); err == nil {
		t.Fatal("it was provisioned without a welcome")
	}
	if n := value[int](f, "select count(*) from churches"); n != 0 {
		t.Errorf("%d churches were left behind", n)
	}
}

func TestTheChatbotMayFailAloneAndBeMadeLater(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec("alter table organization_settings add constraint broken check (false) not valid")
	id := f.must(form(), "sub_1")
	if value[bool](f, "select chatbot_enabled or chatbot_agent_id is not null from premium_churches where church_id = $1 and status = 'active'", id) {
		t.Error("the chatbot is on")
	}
	if got := list(f, "select what from queued where what like 'provisioning_failed %'"); len(got) != 1 {
		t.Error("the founder was not told")
	}
	f.exec("alter table organization_settings drop constraint broken")
	premium := value[uuid.UUID](f, "select id from premium_churches where church_id = $1", id)
	if err := provision.Repeat(t.Context(), f.db.Pool, id, uuid.New()); !errors.Is(err, provision.ErrNoSuchSubscription) {
		t.Errorf("another record: %v", err)
	}
	for _, want := range []string{starters, `{"care": {"enabled": false}}`} { // what is stored stays
		if err := provision.Repeat(t.Context(), f.db.Pool, id, premium); err != nil {
			t.Fatal(err)
		}
		if got := value[string](f, "select coalesce((select agent_config::text from organization_settings where organization_id = $1 and agent_config <> $2::jsonb), '')", id, want); got != "" {
			t.Errorf("%s is stored, want %s", got, want)
		}
		f.exec(`update organization_settings set agent_config = '{"care": {"enabled": false}}' where organization_id = $1`, id)
	}
	if !value[bool](f, "select chatbot_enabled and chatbot_agent_id = church_id from premium_churches where church_id = $1", id) {
		t.Error("the chatbot is not on")
	}
}
