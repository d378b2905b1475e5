package church_test

import (
	"errors"
	"strings"
	"testing"

	"narthex/chat/church"
)

func TestASitesAddressIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string]string{
		"https://www.example.org":               "https://www.example.org",
		" www.example.org ":                     "https://www.example.org",
		"https://WWW.Example.ORG:443/visit?a#b": "https://www.example.org",
		"http://example.org:80":                 "http://example.org",
		"http://example.org:8080/":              "http://example.org:8080",
		"https://iglesia-niño.example":          "https://xn--iglesia-nio-beb.example",
		"localhost:3000":                        "https://localhost:3000",
		"http://127.0.0.1:5500":                 "http://127.0.0.1:5500",
		"https://*.example.org":                 "https://*.example.org",
		"*.grace.co.uk":                         "https://*.grace.co.uk",
		"example.org.":                          "https://example.org",
	} {
		got, err := church.ParseOrigin(text)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestWhatNamesNoSiteIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "   ", "null", "*", "https://*", "https://*.com", "*.co.uk", "*.github.io", "https://a.*.org", "*.127.0.0.1", "*.localhost",
		"javascript:alert(1)", "ftp://example.org", "https://user:pass@example.org", "https://intranet", "https://exa mple.org",
		"https://example.org:0", "https://example.org:99999", "https://example.org;script-src *", "https://[::1]:3000", "file:///etc/passwd",
		strings.Repeat("a", 64) + ".example.org", strings.Repeat("a.", 200) + "org", strings.Repeat("x", 1<<20),
	} {
		if got, err := church.ParseOrigin(text); !errors.Is(err, church.ErrInvalidOrigin) {
			t.Errorf("%.60q: %q, %v", text, got, err)
		}
	}
}

func TestWhichSitesMayShowTheChat(t *testing.T) {
	for _, tt := range []struct {
		name    string
		website string
		listed  []string
		yes, no []string
	}{
		{"the church's website, with and without www", "www.grace.example", nil,
			[]string{"https://grace.example", "https://www.grace.example"},
			[]string{"http://grace.example", "https://evil.example", "https://grace.example.evil.com", "https://shop.grace.example", "null", ""}},
		{"a website without encryption", "http://grace.example/home", nil,
			[]string{"http://grace.example", "http://www.grace.example", "https://grace.example"}, []string{"http://grace.example:81"}},
		{"a page among everybody else's", "https://www.facebook.com/grace", nil, nil, []string{"https://www.facebook.com", "https://facebook.com"}},
		{"no website", "", nil, nil, []string{"https://grace.example", "null", ""}},
		{"nonsense for a website", "see our *.page", nil, nil, []string{"https://see our *.page"}},
		{"a list beside the website", "grace.example", []string{"https://youth.example:8443"},
			[]string{"https://grace.example", "https://youth.example:8443"}, []string{"https://youth.example", "http://youth.example:8443"}},
		{"all below a name", "", []string{"https://*.grace.example"},
			[]string{"https://a.grace.example", "https://a.b.grace.example"},
			[]string{"https://grace.example", "https://evilgrace.example", "http://a.grace.example", "https://.grace.example",
				"https://*.grace.example", "https://evil.com https://a.grace.example", "https://evil.com/.grace.example", "https://A.grace.example"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			snapshot := &church.Snapshot{Website: tt.website, WidgetOrigins: tt.listed}
			for _, origin := range tt.yes {
				if !snapshot.MayEmbed(origin) {
					t.Errorf("%s may not", origin)
				}
			}
			for _, origin := range tt.no {
				if snapshot.MayEmbed(origin) {
					t.Errorf("%s may", origin)
				}
			}
		})
	}
}

// What ParseOrigin gives goes into headers, and must read as itself.
func FuzzParseOrigin(f *testing.F) {
	for _, text := range []string{"https://www.example.org", "*.grace.co.uk", "http://127.0.0.1:80/x", "https://niño.example", "a;b", "https://a.b:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		origin, err := church.ParseOrigin(text)
		if err != nil {
			return
		}
		if strings.Trim(origin, "abcdefghijklmnopqrstuvwxyz0123456789:/.-*") != "" || len(origin) > 255 {
			t.Errorf("%q became %q", text, origin)
		}
		if again, err := church.ParseOrigin(origin); err != nil || again != origin {
			t.Errorf("%q became %q, and that %q, %v", text, origin, again, err)
		}
	})
}
