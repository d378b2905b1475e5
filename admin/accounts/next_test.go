package accounts

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// hostile are ways to say another site, or something that is no page of ours. All of them lead to the app.
var hostile = []string{
	"", "https://evil.example", "http://evil.example/sermons/app", "HTTPS://EVIL.EXAMPLE", "//evil.example", "///evil.example", "////evil.example/%2e%2e",
	`/\evil.example`, `\\evil.example`, `\/evil.example`, `/\/evil.example`, "/\t/evil.example", "/\n/evil.example", "/\r\nSet-Cookie:a=b", "\t//evil.example",
	" //evil.example", " /sermons/app", "/%5Cevil.example", "/%5c%5cevil.example", "/%09/evil.example", "/%0d%0aSet-Cookie:a=b", "/%0a/evil.example", "/%00",
	"/x/%2F%2Fevil.example/..//evil.example", "/./evil", "/../evil", "/.//evil.example", "/..//evil.example", "/x/..//evil.example", "/%2e%2e//evil.example",
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "blob:https://evil.example/1", "file:///etc/passwd", "mailto:a@b.example",
	"https:evil.example", "https:/evil.example", "http:///evil.example", "//evil.example@narthex.example", "https://narthex.example@evil.example", "//narthex.example.evil.example",
	"evil.example", "sermons/app", "?next=//evil.example", "#//evil.example", "/\u2028evil", "/\u0085evil", "/\u007fevil",
	"/auth/confirm?token_hash=x", "/auth/callback?code=x", "/AUTH/callback", "/api/sermons/log-first-visit", "/v1/models", "/sermons/logout", "/sermons/oauth/google",
	"/" + strings.Repeat("a", 2000), "/%zz", "/sermons/app%", "//[::1]/", "/@evil.example\\..", "/;//evil.example",
}

func TestNextOnlyLeadsToPagesOfOurs(t *testing.T) {
	if len(hostile) < 40 {
		t.Fatalf("only %d payloads", len(hostile))
	}
	base, _ := url.Parse("https://narthex.example/auth/callback")
	for _, next := range hostile {
		if got := localPath(next); got != appPath {
			t.Errorf("%q leads to %q", next, got)
		}
	}
	for next, want := range map[string]string{
		"/sermons/app": "/sermons/app", "/sermons/app?tab=one&x=%2F": "/sermons/app?tab=one&x=%2F", "/sermons/password": "/sermons/password",
		"/care/grace-harbor": "/care/grace-harbor", "/blog?q=a+b": "/blog?q=a+b", "/caf%C3%A9": "/caf%C3%A9", "/a%2Fb": "/a%2Fb",
		"/sermons/app#part": "/sermons/app",
	} {
		got := localPath(next)
		if got != want {
			t.Errorf("%q leads to %q, want %q", next, got, want)
		}
		if to, err := base.Parse(got); err != nil || to.Host != base.Host {
			t.Errorf("%q leads away: %v %v", next, to, err)
		}
	}
}

func FuzzNext(f *testing.F) {
	for _, next := range hostile {
		f.Add(next)
	}
	f.Add("/sermons/app?x=1")
	base, _ := url.Parse("https://narthex.example/auth/callback")
	f.Fuzz(func(t *testing.T, next string) {
		got := localPath(next)
		if !strings.HasPrefix(got, "/") || strings.HasPrefix(got, "//") || strings.ContainsAny(got, "\\\r\n\t\x00") {
			t.Fatalf("%q leads to %q", next, got)
		}
		to, err := base.Parse(got)
		if err != nil || to.Host != base.Host || to.Scheme != base.Scheme || to.User != nil {
			t.Fatalf("%q leads to %v, %v", next, to, err)
		}
		if again := localPath(got); again != got {
			t.Fatalf("%q leads to %q, and that to %q", next, got, again)
		}
	})
}

func TestCodesThatCameToTheWrongPageAreLedOn(t *testing.T) {
	const code = "3f1c9a52-7a2e-4b7e-9a53-0b8f3f6f2d11"
	for _, one := range []struct{ name, target, accept, mode, want string }{
		{"the site's address, where the provider falls back to it", "/?code=" + code, "text/html", "navigate", "/auth/callback?code=" + code + "&next=%2Fsermons%2Fapp"},
		{"of a sign-up", "/sermons/signup?flow=signup&code=" + code, "text/html,*/*", "", "/auth/callback?code=" + code + "&flow=signup&next=%2Fsermons%2Fapp"},
		{"another page, which is gone on to", "/care/grace?lang=es&code=" + code, "text/html", "navigate", "/auth/callback?code=" + code + "&next=%2Fcare%2Fgrace%3Flang%3Des"},
		{"an endpoint for programs", "/api/onboard/check-setup?code=" + code, "text/html", "", ""},
		{"an OpenAI client", "/v1/models?code=" + code, "text/html", "", ""},
		{"the callback itself", "/auth/callback?code=" + code, "text/html", "", ""},
		{"a confirmation's page", "/auth/confirm?token_hash=abc&type=email&code=" + code, "text/html", "navigate", ""},
		{"a confirmation's page, for no link", "/auth/confirm?code=" + code, "text/html", "navigate", "/auth/callback?code=" + code + "&next=%2Fsermons%2Fapp"},
		{"a picture", "/assets/icon.svg?code=" + code, "text/html", "", ""},
		{"a script's request", "/care/grace?code=" + code, "text/html", "cors", ""},
		{"a program's", "/care/grace?code=" + code, "application/json", "", ""},
		{"a program that takes anything", "/pricing?code=" + code, "*/*", "", "/auth/callback?code=" + code + "&next=%2Fpricing"},
		{"a program that takes JSON before anything", "/pricing?code=" + code, "application/json, text/plain, */*", "", "/auth/callback?code=" + code + "&next=%2Fpricing"},
		{"a program that does not say", "/nowhere?code=" + code, "", "", "/auth/callback?code=" + code + "&next=%2Fnowhere"},
		{"a script, which takes anything", "/care/grace?code=" + code, "*/*", "cors", ""},
		{"a picture of another page, which takes anything", "/care/grace?code=" + code, "*/*", "no-cors", ""},
		{"a short code", "/blog?code=US", "text/html", "", "/auth/callback?code=US&next=%2Fblog"},
		{"a code that a church printed", "/care/grace?code=US", "text/html", "", ""},
		{"a code that a church printed for its chat", "/chat/grace?code=XMAS-2026", "text/html", "navigate", ""},
		{"a code of other letters", "/?code=a%2Fb%3D%2B", "text/html", "", "/auth/callback?code=a%2Fb%3D%2B&next=%2Fsermons%2Fapp"},
		{"a code that would break out", "/?code=%0d%0aSet-Cookie:a=b&flow=signup", "text/html", "", "/auth/callback?code=%0D%0ASet-Cookie%3Aa%3Db&flow=signup&next=%2Fsermons%2Fapp"},
		{"the longest code", "/?code=" + strings.Repeat("x", longestToken), "text/html", "", "/auth/callback?code=" + strings.Repeat("x", longestToken) + "&next=%2Fsermons%2Fapp"},
		{"a code that is too long", "/?code=" + strings.Repeat("x", longestToken+1), "text/html", "", ""},
		{"an empty code", "/?code=", "text/html", "", ""},
		{"another parameter", "/?zipcode=04101", "text/html", "", ""},
		{"no code", "/pricing?church=code=", "text/html", "", ""},
	} {
		t.Run(one.name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodGet, one.target, nil)
			request.Header.Set("Accept", one.accept)
			if one.mode != "" {
				request.Header.Set("Sec-Fetch-Mode", one.mode)
			}
			answered := httptest.NewRecorder()
			CatchCodes(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })).ServeHTTP(answered, request)
			got := answered.Header().Get("Location")
			if got != one.want || (one.want == "") != (answered.Code == http.StatusTeapot) {
				t.Errorf("%d, led to %q, want %q", answered.Code, got, one.want)
			}
		})
	}
	looked := httptest.NewRequest(http.MethodHead, "/?code="+code, nil)
	if to, _ := strayCode(looked); to != "/auth/callback?code="+code+"&next=%2Fsermons%2Fapp" {
		t.Errorf("a look is led to %q", to)
	}
	posted := httptest.NewRequest(http.MethodPost, "/?code="+code, nil)
	posted.Header.Set("Accept", "text/html")
	if _, stray := strayCode(posted); stray {
		t.Error("a form was led away")
	}
}
