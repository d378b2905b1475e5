package directory_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/admin/directory"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// few are churches whose names, places and denominations are each searched for in their own way.
const few = `
	insert into churches (slug, name, city, state, country, denomination) values
		('grace', 'Grace Harbor Church', 'Rockland', 'ME', 'US', null), ('grace-south', 'Grace Church', 'São Paulo', null, 'BR', 'united_methodist'),
		('brigid', 'St. Brigid''s', 'Limerick', null, 'IE', 'Catholic'), ('saint', 'Saint Mary the Virgin', 'Rockland', 'ME', 'US', null),
		('nueva', 'Iglesia Nueva Visión', 'Málaga', null, 'ES', null), ('tricky', '<b>Bold</b> & "Quoted" \ Chapel', 'O''Fallon', 'MO', 'US', null),
		('stone', 'Stone Chapel', 'Rockport', 'ME', 'US', null), ('greek', 'Άγιος Νικόλαος', 'Αθήνα', null, 'GR', null);
	insert into premium_churches (church_id, plan, channel, status, chatbot_enabled) select id, 'starter_chat', 'chat', case slug when 'brigid' then 'canceled' else 'active' end, slug <> 'stone'
		from churches where slug in ('grace', 'brigid', 'stone')`

func filled(t *testing.T, statement string) (*pgtest.DB, directory.Store) {
	t.Helper()
	db := pgtest.New(t)
	if _, err := db.Admin.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	return db, directory.Store{Pool: db.Pool}
}

func TestChurchesAreFoundByNamePlaceAndDenomination(t *testing.T) {
	_, store := filled(t, few)
	for text, want := range map[string]string{
		"grace":                   "grace-south grace", // in the order of names
		"ROCKLAND grace":          "grace",
		"harbor Grace rock":       "grace",
		"sao paulo":               "grace-south",
		"São Paulo":               "grace-south",
		"methodist":               "grace-south",
		"united methodist brazil": "grace-south",
		"catholic limerick":       "brigid",
		"st brigid":               "brigid",
		"saint brigids":           "",
		"Saint Brigid":            "brigid",
		"St Mary":                 "saint",
		"malaga vision":           "nueva",
		"VISIÓN":                  "nueva",
		"o'fallon":                "tricky",
		`"quoted" & bold`:         "tricky",
		"rockland me":             "grace saint",
		"Maine":                   "grace saint stone",
		"maine rockport":          "stone",
		"O'Fallon, Missouri":      "tricky",
		"misuri":                  "tricky",
		"nueva york":              "", // no part of it elsewhere
		"αγιος":                   "greek",
		"zzz":                     "",
		"!!! ---":                 "",
		"' | '":                   "",
		`\`:                       "",
		"grace:* | stone":         "",
		strings.Repeat("a ", 500): "",
	} {
		found, err := store.Find(t.Context(), text, "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var slugs []string
		for _, church := range found.Churches {
			slugs = append(slugs, church.Slug)
		}
		if got := strings.Join(slugs, " "); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

// What is stored of a state, and what is typed: any of its names finds any of them, and only in its country.
func TestAStateIsFoundByItsCodeAndItsNames(t *testing.T) {
	_, store := filled(t, `insert into churches (slug, name, city, state, country) values
		('code', 'A', 'X', 'NY', 'US'), ('name', 'B', 'X', 'new york', 'US'), ('no-country', 'C', 'X', 'NY', null), ('quebec', 'D', 'X', 'QC', 'CA'),
		('quebec-name', 'E', 'X', 'Québec', 'CA'), ('ontario', 'F', 'X', 'on', 'CA'), ('elsewhere', 'G', 'X', 'NY', 'HU'), ('odd', 'H', 'X', '{', 'US'),
		('virginia', 'I', 'X', 'VA', 'US'), ('west', 'J', 'X', 'WV', 'US'), ('capital', 'K', 'Washington', 'DC', 'US')`)
	for text, want := range map[string]string{
		"New York": "code name no-country", "nueva york": "code name no-country", "ny": "code name no-country elsewhere", "Quebec": "quebec quebec-name", "Québec": "quebec quebec-name",
		"qc": "quebec quebec-name", "Ontario": "ontario", "west virginia": "west", "virginia": "virginia west", "washington dc": "capital", "District of Columbia": "capital",
	} {
		found, err := store.Find(t.Context(), text, "")
		if err != nil {
			t.Fatal(err)
		}
		var slugs []string
		for _, church := range found.Churches {
			slugs = append(slugs, church.Slug)
		}
		if got := strings.Join(slugs, " "); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

func TestACountryIsFoundByItsNamesInBothLanguages(t *testing.T) {
	_, store := filled(t, `insert into churches (slug, name, city, state, country, denomination) values
		('mexico', 'A', 'Puebla', null, 'MX', null), ('new-mexico', 'B', 'Taos', 'NM', 'US', null), ('ireland', 'C', 'Cork', null, 'IE', null),
		('britain', 'D', 'Leeds', null, 'GB', null), ('emirates', 'E', 'Dubai', null, 'AE', null), ('spain', 'F', 'Vigo', null, 'ES', null),
		('germany', 'G', 'Bonn', null, 'DE', null), ('united', 'H United Church', 'Bonn', null, 'DE', 'united_methodist'), ('nowhere', 'I', 'X', null, null, null),
		('ivory', 'J', 'Man', null, 'CI', null), ('unknown', 'K', 'X', null, 'ZZ', null)`)
	for text, want := range map[string]string{
		"Mexico": "mexico new-mexico", "México": "mexico new-mexico", "Puebla, Mexico": "mexico", "mx": "mexico", "Ireland": "ireland", "Irlanda": "ireland", "cork irlanda": "ireland",
		"United Kingdom": "britain", "UK": "britain", "Great Britain": "britain", "Reino Unido": "britain", "leeds, the united kingdom": "britain",
		"United States": "new-mexico", "the United States of America": "new-mexico", "USA": "new-mexico", "Estados Unidos": "new-mexico", "EEUU": "new-mexico",
		"United Arab Emirates": "emirates", "Emiratos": "emirates", "Spain": "spain", "España": "spain", "Alemania": "germany united", "germany": "germany united",
		"united": "united", "united methodist": "united", "united germany": "united", "states": "", "Ivory Coast": "ivory", "Côte d'Ivoire": "ivory", "Costa de Marfil": "ivory",
	} {
		found, err := store.Find(t.Context(), text, "")
		if err != nil {
			t.Fatal(err)
		}
		var slugs []string
		for _, church := range found.Churches {
			slugs = append(slugs, church.Slug)
		}
		if got := strings.Join(slugs, " "); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

func TestOnlyWhoAnswersIsSaidToAnswer(t *testing.T) {
	_, store := filled(t, few)
	found, err := store.Find(t.Context(), "", "")
	if err != nil || len(found.Churches) != 8 {
		t.Fatalf("%d churches, %v", len(found.Churches), err)
	}
	for _, church := range found.Churches {
		if church.Answers != (church.Slug == "grace") {
			t.Errorf("%s answers: %v", church.Slug, church.Answers)
		}
	}
}

func TestPagesLeadThroughAllChurchesOnce(t *testing.T) {
	_, store := filled(t, `insert into churches (slug, name) select 'church-' || n, (array['Éire', 'Eire', 'same', 'Zion', 'Ökumene'])[1 + n % 5] || case when n % 3 = 0 then '' else ' ' || n end from generate_series(1, 130) n`)
	for _, text := range []string{"", "e", "same"} {
		seen, last, after := make(map[string]bool), "", ""
		for pages := 0; ; pages++ {
			found, err := store.Find(t.Context(), text, after)
			if err != nil || pages > 6 {
				t.Fatal(pages, err)
			}
			for _, church := range found.Churches {
				if seen[church.Slug] || church.Key < last {
					t.Errorf("%q: %s comes again or too late", text, church.Slug)
				}
				seen[church.Slug], last = true, church.Key
			}
			if after = found.Next; after == "" {
				break
			}
		}
		if want := map[string]int{"": 130, "e": 52, "same": 26}[text]; len(seen) != want {
			t.Errorf("%q: %d churches, want %d", text, len(seen), want)
		}
	}
	for _, after := range []string{"x", "!!!!", strings.Repeat("A", 2000), strings.Repeat("_", 24), strings.Repeat("A", 24)} {
		if _, err := store.Find(t.Context(), "", after); err == nil {
			t.Errorf("%s is taken for a place in the list", after)
		}
	}
}

func site(t *testing.T, statement string) *webtest.Site {
	t.Helper()
	db, _ := filled(t, statement)
	at := webtest.New(t)
	directory.NewHandler(directory.Parts{Pool: db.Pool, Pages: at.Pages, Edge: at.Edge, BaseURL: "https://narthex.example"}).Routes(at.Router)
	return at
}

func TestThePageLeadsOn(t *testing.T) {
	at := site(t, few)
	get := func(path string) (int, string) {
		status, _, body := at.Ask(t, http.MethodGet, path, &http.Cookie{Name: "none", Value: "x"}, "", "")
		return status, body
	}
	_, all := get("/churches")
	for _, want := range []string{`href="/churches/grace"`, `href="/care/grace"`, "&lt;b&gt;Bold&lt;/b&gt;", "Rockland, ME, United States", "Limerick, Ireland", `href="https://narthex.example/churches"`} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, unwanted := range []string{`href="/care/brigid"`, `href="/care/stone"`, "noindex", "<b>Bold"} {
		if strings.Contains(all, unwanted) {
			t.Errorf("%s is there", unwanted)
		}
	}
	_, one := get("/churches?q=" + url.QueryEscape(`grace "`))
	if !strings.Contains(one, "noindex") || !strings.Contains(one, `value="grace &#34;"`) {
		t.Error("a search is not shown as one")
	}
	if _, spanish := get("/churches?q=limerick&lang=es"); !strings.Contains(spanish, "Limerick, Irlanda") {
		t.Error("the country is not in Spanish")
	}
	for _, path := range []string{"/churches", "/churches?lang=es"} {
		chosen := strings.HasSuffix(path, "=es")
		if _, page := get(path); strings.Contains(page, `<input type="hidden" name="lang" value="es">`) != chosen || strings.Contains(page, `name="lang"`) != chosen {
			t.Errorf("%s does not search on in its language", path)
		}
	}
	if status, none := get("/churches?q=zzz"); status != http.StatusOK || !strings.Contains(none, "No church fits") {
		t.Errorf("nothing found: %d", status)
	}
	if _, spanish := get("/churches?q=zzz&lang=es"); !strings.Contains(spanish, "Ninguna iglesia coincide") {
		t.Error("it is not in Spanish")
	}
	if status, _ := get("/churches?after=nonsense"); status != http.StatusNotFound {
		t.Errorf("a place in the list that there is not: %d", status)
	}
	if status, _ := get("/churches?q=%00%ff"); status != http.StatusOK {
		t.Errorf("what is no text: %d", status)
	}
}

func TestTheDirectoryInABrowser(t *testing.T) {
	at := site(t, few+`; insert into churches (slug, name, city, state, country, is_demo) select 'more-' || n, 'More Church of the Resurrection ' || n, 'Springfield', 'IL', 'US', n = 1 from generate_series(1, 30) n`)
	tab := browsertest.Open(t)
	for path, name := range map[string]string{"/churches": "directory", "/churches?q=rock&lang=es": "directory-search-es", "/churches?q=zzz": "directory-none"} {
		tab.Do(chromedp.Navigate(at.URL + path))
		tab.Wait(`document.querySelector("main h2") !== null`)
		tab.Look("../../.artifacts/directory", name)
	}
}

// large is a directory as big as that of the churches of the United States: a few words of all, and many in hardly any.
const large = `
	with words as (select array_agg(substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 7) order by n) as list from generate_series(1, 5000) n)
	insert into churches (slug, name, city, state, country, denomination)
	select 'church-' || n, (array['First', 'Grace', 'Saint', 'New', 'Holy'])[1 + n %% 5] || ' ' || list[1 + n %% 4999] || case when n %% 3 = 0 then ' Chapel' else ' Church' end,
		initcap(list[1 + n %% 3989]) || 'ville', 'S' || chr(65 + n %% 26), 'US', (array['baptist', 'united_methodist', 'catholic', null])[1 + n %% 4]
	from generate_series(1, %d) n, words`

// TestASearchOfALargeDirectoryReadsNoTable holds the plan: every look has an index.
func TestASearchOfALargeDirectoryReadsNoTable(t *testing.T) {
	db, store := filled(t, fmt.Sprintf(large, 60_000))
	if _, err := db.Admin.Exec(t.Context(), "vacuum analyze churches"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "church", "grace", "catholic", "saint sb", "zzz"} {
		plan, err := store.Explain(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(plan, "Seq Scan on churches") || !strings.Contains(plan, "churches_") {
			t.Errorf("%q: %s", text, plan)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	db := pgtest.New(b)
	for _, statement := range []string{fmt.Sprintf(large, 300_000), "vacuum analyze churches"} {
		if _, err := db.Admin.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	store := directory.Store{Pool: db.Pool}
	for name, text := range map[string]string{"all": "", "a word of most": "church", "a word of many": "grace", "words of few": "holy ville sa", "a beginning": "f", "none": "zzz"} {
		b.Run(name, func(b *testing.B) {
			var took []float64
			for b.Loop() {
				started := b.Elapsed()
				if _, err := store.Find(b.Context(), text, ""); err != nil {
					b.Fatal(err)
				}
				took = append(took, (b.Elapsed()-started).Seconds()*1000)
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)*95/100], "p95-ms")
		})
	}
}
