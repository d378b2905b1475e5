package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"narthex/static/web"
)

var sheet = strings.Repeat("p { color: teal }\n", 100)

func testAssets(t *testing.T) *web.Assets {
	t.Helper()
	return assetsOf(t, fstest.MapFS{"site.css": text(sheet), "js/a.js": text("import './b.js'"), "js/b.js": text("")})
}

func assetsOf(t *testing.T, files fstest.MapFS) *web.Assets {
	t.Helper()
	assets, err := web.NewAssets(files)
	if err != nil {
		t.Fatal(err)
	}
	return assets
}

func serving(t *testing.T, assets *web.Assets) *rig {
	t.Helper()
	r := setup(t)
	r.router.Get(web.AssetsPattern, r.edge.Handle(assets.Serve))
	r.router.Head(web.AssetsPattern, r.edge.Handle(assets.Serve))
	return r
}

func urlOf(t *testing.T, assets *web.Assets, name string) string {
	t.Helper()
	url, err := assets.URL(name)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func TestAssetsAreKeptForEverAndChangeTheirAddress(t *testing.T) {
	assets := testAssets(t)
	url := urlOf(t, assets, "site.css")
	response := serving(t, assets).get(url)
	if response.Code != http.StatusOK || response.Body.String() != sheet {
		t.Fatalf("got %d %q", response.Code, response.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
		"Vary": "Accept-Encoding", "Content-Encoding": "",
	} {
		if got := response.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	changed := assetsOf(t, fstest.MapFS{"site.css": text(sheet), "js/a.js": text("import './b.js'"), "js/b.js": text("changed()")})
	if urlOf(t, changed, "site.css") == url {
		t.Error("the address is the same after a module it might import has changed")
	}
}

func TestAssetsAreCompressedForThoseWhoAskForIt(t *testing.T) {
	assets := testAssets(t)
	url := urlOf(t, assets, "site.css")
	for accept, packed := range map[string]bool{
		"gzip, deflate, br": true, "br;q=1.0, gzip;q=0.8": true, "*": true, "": false, "identity": false, "gzip;q=0": false, "br": false,
	} {
		response := serving(t, assets).get(url, "Accept-Encoding", accept)
		if got := response.Header().Get("Content-Encoding") == "gzip"; got != packed {
			t.Errorf("Accept-Encoding %q: compressed %v", accept, got)
			continue
		}
		if !packed {
			continue
		}
		unpacked, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(unpacked); err != nil || string(body) != sheet {
			t.Errorf("unpacked %q, %v", body, err)
		}
	}
}

func TestAssetsThatHaveNotChangedAreNotSentAgain(t *testing.T) {
	assets := testAssets(t)
	url := urlOf(t, assets, "site.css")
	plain := serving(t, assets).get(url).Header().Get("ETag")
	packed := serving(t, assets).get(url, "Accept-Encoding", "gzip").Header().Get("ETag")
	if plain == packed || plain == "" {
		t.Fatalf("tags %q and %q: two encodings are two representations", plain, packed)
	}
	for _, tt := range []struct {
		header, encoding string
		status           int
	}{
		{plain, "", 304}, {"W/" + plain, "", 304}, {`"other", ` + plain, "", 304}, {"*", "", 304},
		{packed, "gzip", 304}, {packed, "", 200}, {`"other"`, "", 200},
	} {
		response := serving(t, assets).get(url, "If-None-Match", tt.header, "Accept-Encoding", tt.encoding)
		if response.Code != tt.status || (tt.status == 304 && response.Body.Len() != 0) {
			t.Errorf("If-None-Match %s, encoding %q: got %d with %d bytes", tt.header, tt.encoding, response.Code, response.Body.Len())
		}
	}
}

func TestAnAssetOfAnotherVersionIsServedButNotKept(t *testing.T) {
	assets := testAssets(t)
	response := serving(t, assets).get("/assets/000000000000/site.css")
	if response.Code != http.StatusOK || response.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("got %d, %q", response.Code, response.Header().Get("Cache-Control"))
	}
}

func TestAssetsThatThereAreNot(t *testing.T) {
	assets := testAssets(t)
	r := serving(t, assets)
	for _, path := range []string{"/assets/x/none.css", "/assets/x/", "/assets/x/js", "/assets/x/../site.css", "/assets/x/%2e%2e/embed.go"} {
		if got := r.get(path).Code; got != http.StatusNotFound {
			t.Errorf("%s: %d", path, got)
		}
	}
	if _, err := assets.URL("none.css"); err == nil {
		t.Error("an address for nothing")
	}
	if _, err := web.NewAssets(fstest.MapFS{"strange.xyz": text("")}); err == nil {
		t.Error("took a file without a content type")
	}
}

func TestHeadOfAnAsset(t *testing.T) {
	assets := testAssets(t)
	server := httptest.NewServer(serving(t, assets).router)
	defer server.Close()
	response, err := http.Head(server.URL + urlOf(t, assets, "site.css"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.ContentLength == 0 {
		t.Errorf("got %d, length %d", response.StatusCode, response.ContentLength)
	}
}
