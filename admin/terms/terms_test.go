package terms_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/admin/terms"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/static/messages"
	"narthex/static/web/webtest"
)

var update = flag.Bool("update", false, "write down that the texts are those of the version")

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

var full = terms.Facts{
	Operator: "Porch <Works> Ltd", Address: "1 Wharf Street, Bangor", Email: "ask@porch.example.org", Law: "the State of Maine", Host: "porch.example.org",
	Model: "models.example.net", Moderation: true, Texting: "Twilio", Payments: "Stripe", News: true, TrialDays: 14, GraceDays: 15, Months: 12, DeletionDays: 7, SessionDays: 30,
}

func read(t *testing.T, facts terms.Facts, path string) string {
	t.Helper()
	site := webtest.New(t)
	terms.NewHandler(terms.Parts{Facts: facts, BaseURL: "https://porch.example.org", Pages: site.Pages, Edge: site.Edge}).Routes(site.Router)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", path, response.StatusCode, err)
	}
	return string(body)
}

func TestTheTextsSayWhatIsSoHereAndNothingElse(t *testing.T) {
	t.Parallel()
	bare := terms.Facts{Host: "porch.example.org", Simulated: true, TrialDays: 14, GraceDays: 15, Months: 12, DeletionDays: 7, SessionDays: 30}
	for _, test := range []struct {
		name, path string
		facts      terms.Facts
		has, not   []string
	}{
		{"all that an operator can set", "/terms", full, []string{"Porch &lt;Works&gt; Ltd", "1 Wharf Street", "The law of the State of Maine holds", "ask@porch.example.org", "14 days for nothing", "notice nothing for 15 days", "takes 7 days", terms.Version}, []string{"whoever runs", "simulated"}},
		{"nothing is set", "/terms", bare, []string{"whoever runs this service at porch.example.org", "nobody pays"}, []string{"Which law", "Whom to ask"}},
		{"privacy with services", "/privacy", full, []string{"12 months", "models.example.net", "telephone as well, through Twilio", "by text message, through Twilio", "kept for a day", "go through Stripe", "shown to the moderation", "passed on to the service"}, []string{"nothing is sent to a language model", "simulated"}},
		{"privacy without services", "/privacy", bare, []string{"nothing is sent to a language model elsewhere", "payments are simulated"}, []string{"Twilio", "Stripe", "moderation", "Whom to ask"}},
		{"in Spanish", "/privacy?lang=es", full, []string{"12 meses", "Olvidar esta conversación", `lang="es"`}, []string{"12 months"}},
		{"terms in Spanish", "/terms?lang=es", full, []string{"14 días gratis", "Rige la ley de the State of Maine"}, []string{"days for nothing"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := read(t, test.facts, test.path)
			for _, want := range test.has {
				if !strings.Contains(body, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			for _, unwanted := range append(test.not, "{", "}") {
				if strings.Contains(strings.SplitAfter(body, "<main")[1], unwanted) {
					t.Errorf("it says %q", unwanted)
				}
			}
		})
	}
}

// TestOtherTextsAreAnotherVersion keeps anybody from having accepted words that they were not shown.
func TestOtherTextsAreAnotherVersion(t *testing.T) {
	t.Parallel()
	sum := sha256.New()
	for _, language := range []string{"en", "es"} {
		text, err := fs.ReadFile(messages.Files, language+"/pages-terms.json")
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(text)
	}
	const golden = "testdata/version.txt"
	said := terms.Version + " " + hex.EncodeToString(sum.Sum(nil)) + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(said), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != said {
		t.Errorf("the texts are others than those of version %s: give them the version of the day from which they hold (terms.go), and run this test with -update", strings.Fields(string(want))[0])
	}
}

func TestTheTextsInABrowser(t *testing.T) {
	site := webtest.New(t)
	terms.NewHandler(terms.Parts{Facts: full, BaseURL: "https://porch.example.org", Pages: site.Pages, Edge: site.Edge}).Routes(site.Router)
	tab := browsertest.Open(t)
	for path, name := range map[string]string{"/terms": "terms", "/privacy": "privacy", "/privacy?lang=es": "privacy-es"} {
		tab.Do(chromedp.Navigate(site.URL + path))
		tab.Wait(`document.querySelector("main h2") !== null`)
		tab.Look("../../.artifacts/terms", name)
	}
}
