package match_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/match"
	"narthex/admin/signup"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func exec(t testing.TB, db *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

const denominations = `
	insert into theological_lenses (id, slug, name, description) values (4, 'catholic', 'Catholic', 'x'), (12, 'baptist', 'Baptist', 'x');
	insert into church_families (key, name, position) values ('catholic', 'Catholic', 1), ('baptist', 'Baptist', 2), ('orthodox', 'Orthodox', 3);
	insert into denominations (key, family_key, name, lens_id) values ('roman-catholic', 'catholic', 'Roman Catholic', 4), ('southern-baptist', 'baptist', 'SBC', 12);`

func TestTheChurchThatIsMeantIsFound(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	exec(t, db.Admin, denominations+`
		insert into churches (slug, name, city, state, country, postal_code, denomination, is_demo) values
		('mary', 'St. Mary Catholic Church', 'St. Louis', 'MO', 'US', '63101', 'roman-catholic', false),
		('mary-ca', 'St. Mary Catholic Church', 'Saint Louis', 'CA', 'US', '93101', 'roman-catholic', false),
		('demo', 'Grace Harbor', 'St. Louis', 'MO', 'US', '63101', null, true),
		('north', 'Grace Church', 'Kansas City', 'Missouri', 'US', '64101', null, false),
		('south', 'Grace Church', 'Kansas City', 'MO', 'US', '64102', null, false),
		('zion', 'Mount Zion Baptist Church', 'Kansas City', 'MO', 'US', '64102', 'southern-baptist', false),
		('paz', 'Parroquia Nuestra Señora de la Paz', 'Málaga', null, 'ES', '29001', 'roman-catholic', false)`)
	exec(t, db.Admin, `
		insert into churches (slug, name, city, state, country, postal_code, is_premium) values
		('free', 'Hope Chapel', 'Kansas City', 'MO', 'US', '64101', false), ('claimed', 'Hope Chapel', 'Kansas City', 'MO', 'US', '64102', true),
		('listed', 'Calvary Chapel', 'Kansas City', 'MO', 'US', '64102', false)`)
	exec(t, db.Admin, `
		insert into churches (slug, name, city, state, country, postal_code, address, is_premium) values
		('alone', 'New Life Church', 'Kansas City', 'MO', 'US', '64102', '12 Oak St.', true),
		('streetless', 'Harvest Church', 'Kansas City', 'MO', 'US', '64102', null, true),
		('nowhere', 'Bethany Church', 'Liberty', null, null, null, null, false), ('stateless', 'Bethel Church', 'Liberty', null, 'US', null, null, false)`)
	slugs := make(map[uuid.UUID]string)
	rows, err := db.Pool.Query(t.Context(), "select id, slug from churches")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var id uuid.UUID
		var slug string
		if err := rows.Scan(&id, &slug); err != nil {
			t.Fatal(err)
		}
		slugs[id] = slug
	}
	for name, test := range map[string]struct {
		form signup.SignUp
		want string
	}{
		"abbreviated":                  {signup.SignUp{ChurchName: "Saint Mary's", City: "ST LOUIS", State: "MO", Country: "US", Family: "catholic"}, "mary"},
		"the city of":                  {signup.SignUp{ChurchName: "Mary St", City: "City of Saint Louis", State: "MO", Country: "US", Family: "catholic"}, "mary"},
		"another family":               {signup.SignUp{ChurchName: "Saint Mary", City: "St Louis", State: "MO", Country: "US", Family: "orthodox"}, ""},
		"another state":                {signup.SignUp{ChurchName: "St Mary Catholic Church", City: "St Louis", State: "CA", Country: "US", Family: "catholic"}, "mary-ca"},
		"no such state":                {signup.SignUp{ChurchName: "St Mary Catholic Church", City: "St Louis", State: "TX", Country: "US", Family: "catholic"}, ""},
		"another country":              {signup.SignUp{ChurchName: "St Mary Catholic Church", City: "St Louis", State: "MO", Country: "CA"}, ""},
		"a demonstration":              {signup.SignUp{ChurchName: "Grace Harbor", City: "St Louis", State: "MO", Country: "US"}, ""},
		"two of one name":              {signup.SignUp{ChurchName: "Grace Church", City: "Kansas City", State: "MO", Country: "US"}, ""},
		"two, one at the address":      {signup.SignUp{ChurchName: "Grace Church", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64101"}, "north"},
		"two, one is claimed":          {signup.SignUp{ChurchName: "Hope Chapel", City: "Kansas City", State: "MO", Country: "US"}, "free"},
		"two, the claimed one's place": {signup.SignUp{ChurchName: "Hope Chapel", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64102"}, "claimed"},
		"listed, at another place":     {signup.SignUp{ChurchName: "Calvary Chapel", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64110"}, "listed"},
		"claimed, no place given":      {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US"}, "alone"},
		"claimed, at its post code":    {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64102-1234", Address: "7 Elm St"}, "alone"},
		"claimed, in its street":       {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64110", Address: "12 oak st"}, "alone"},
		"claimed, its street's number": {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US", Address: "12 N Oak St, Suite 3"}, "alone"},
		"claimed, at another code":     {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US", PostalCode: "64110"}, ""},
		"claimed, in another street":   {signup.SignUp{ChurchName: "New Life Church", City: "Kansas City", State: "MO", Country: "US", Address: "700 Elm St."}, ""},
		"claimed, its street unknown":  {signup.SignUp{ChurchName: "Harvest Church", City: "Kansas City", State: "MO", Country: "US", Address: "700 Elm St."}, "streetless"},
		"a suffix of the town":         {signup.SignUp{ChurchName: "Mt Zion Missionary", City: "Kansas", State: "MO", Country: "US", Family: "baptist"}, ""},
		"a mount":                      {signup.SignUp{ChurchName: "Mt. Zion Bapt. Church", City: "kansas city", State: "MO", Country: "US", Family: "baptist"}, "zion"},
		"accents":                      {signup.SignUp{ChurchName: "nuestra senora de la paz", City: "Malaga", Country: "ES", Family: "catholic"}, "paz"},
		"a state where there are none": {signup.SignUp{ChurchName: "Nuestra Señora de la Paz", City: "Málaga", State: "Andalucía", Country: "ES", Family: "catholic"}, "paz"},
		"from its page, renamed":       {signup.SignUp{Claimed: "listed", ChurchName: "Calvary Fellowship", City: "Liberty", State: "MO", Country: "US"}, "listed"},
		"from its page, of no country": {signup.SignUp{Claimed: "nowhere", ChurchName: "Bethany", City: "Liberty", State: "MO", Country: "US"}, "nowhere"},
		"from its page, of no state":   {signup.SignUp{Claimed: "stateless", ChurchName: "Bethel", City: "Liberty", State: "MO", Country: "US"}, "stateless"},
		"from its page, two alike":     {signup.SignUp{Claimed: "south", ChurchName: "Grace Church", City: "Kansas City", State: "MO", Country: "US"}, "south"},
		"from the page of a demo":      {signup.SignUp{Claimed: "demo", ChurchName: "Grace Harbor", City: "St. Louis", State: "MO", Country: "US"}, ""},
		"from one of another state":    {signup.SignUp{Claimed: "listed", ChurchName: "Calvary Chapel", City: "Liberty", State: "KS", Country: "US"}, ""},
		"from one of another country":  {signup.SignUp{Claimed: "listed", ChurchName: "Calvary Chapel", City: "Liberty", State: "MO", Country: "CA"}, ""},
		"from the page of none":        {signup.SignUp{Claimed: "'; --", ChurchName: "Calvary Chapel", City: "Kansas City", State: "MO", Country: "US"}, "listed"},
		"from one claimed meanwhile":   {signup.SignUp{Claimed: "claimed", ChurchName: "Calvary Chapel", City: "Kansas City", State: "MO", Country: "US"}, "listed"},
		"nothing":                      {signup.SignUp{}, ""},
		"a hostile name":               {signup.SignUp{ChurchName: "'; drop table churches; --", City: "%", State: "MO", Country: "US"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := match.Church(t.Context(), db.Pool, test.form)
			if err != nil {
				t.Fatal(err)
			}
			if slugs[got.Surely()] != test.want {
				t.Errorf("found %q, want %q", slugs[got.Surely()], test.want)
			}
			if elsewhere := slugs[got.ID] != test.want; got.Elsewhere != elsewhere || elsewhere && slugs[got.ID] != "alone" {
				t.Errorf("%q is elsewhere: %v", slugs[got.ID], got.Elsewhere)
			}
		})
	}
}

// BenchmarkChurch looks for a church of the largest town of a directory of 300,000 churches, where 3,000 stand.
func BenchmarkChurch(b *testing.B) {
	db := pgtest.New(b)
	exec(b, db.Admin, denominations+`
		insert into churches (slug, name, city, state, country, denomination)
		select 'c-' || n, (array['Grace','Trinity','St. Mary','Mount Zion','Calvary','Hope'])[n % 6 + 1] || ' ' || md5(n::text) || ' Baptist Church',
			case when n % 100 = 0 then 'Houston' else 'Town ' || n % 20000 end, 'TX', 'US', 'southern-baptist'
		from generate_series(1, 300000) n; analyze churches`)
	form := signup.SignUp{ChurchName: "First Baptist of Houston", City: "Houston", State: "TX", Country: "US", Family: "baptist"}
	for b.Loop() {
		if _, err := match.Church(context.Background(), db.Pool, form); err != nil {
			b.Fatal(err)
		}
	}
}
