package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"narthex/static/web"
)

func TestAFileMadeAtRunTimeIsServedLikeAnAsset(t *testing.T) {
	file, err := web.NewFile("made.css", []byte(sheet))
	if err != nil {
		t.Fatal(err)
	}
	r := setup(t)
	r.router.Get("/made", r.edge.Handle(func(w http.ResponseWriter, req *http.Request) error { return file.Serve(w, req, "no-cache") }))
	plain := r.get("/made")
	if plain.Code != http.StatusOK || plain.Body.String() != sheet || plain.Header().Get("Cache-Control") != "no-cache" ||
		plain.Header().Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("got %d, %v", plain.Code, plain.Header())
	}
	packed := r.get("/made", "Accept-Encoding", "gzip")
	if packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() >= len(sheet)/2 {
		t.Errorf("not compressed: %v", packed.Header())
	}
	if again := r.get("/made", "Accept-Encoding", "gzip", "If-None-Match", packed.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("what the client has is sent again: %d", again.Code)
	}
	if _, err := web.NewFile("made.xyz", nil); err == nil {
		t.Error("a file of no known kind")
	}
}

func TestAnAssetIsAFile(t *testing.T) {
	assets := testAssets(t)
	file, err := assets.File("site.css")
	if err != nil || string(file.Content()) != sheet || file.Version() == "" {
		t.Errorf("%v, version %q", err, file.Version())
	}
	if _, err := assets.File("none.css"); err == nil {
		t.Error("a file that there is not")
	}
}

func TestOneOriginMayFrameAResponse(t *testing.T) {
	for origin, want := range map[string]string{
		"https://grace.example":                   "frame-ancestors https://grace.example",
		"'self'":                                  "frame-ancestors 'self'",
		"https://grace.example https://evil.com":  "frame-ancestors 'none'",
		"https://grace.example; script-src *":     "frame-ancestors 'none'",
		"https://*.example":                       "frame-ancestors 'none'",
		"https://grace.example,frame-ancestors *": "frame-ancestors 'none'",
		"": "frame-ancestors 'none'",
	} {
		recorder := httptest.NewRecorder()
		web.AllowFraming(recorder.Header(), origin)
		policy := recorder.Header().Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "; "+want) || strings.Count(policy, "frame-ancestors") != 1 || !strings.Contains(policy, "script-src 'self'") {
			t.Errorf("%q: %s", origin, policy)
		}
	}
}
