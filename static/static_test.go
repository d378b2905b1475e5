package static_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"narthex/static"
	"narthex/static/bundle"
	"narthex/static/bundle/bundletest"
	"narthex/static/messages"
	"narthex/static/web"
)

var update = flag.Bool("update", false, "bundle the modules anew")

func TestTheModulesAreBundledAsTheyAreWritten(t *testing.T) {
	if *update {
		if err := bundle.Folder(".").Write(); err != nil {
			t.Fatal(err)
		}
	}
	bundletest.Current(t)
}

// What is embedded is listed by where it is: a new file elsewhere would be missed only by who looks at its page.
func TestEveryAssetIsServed(t *testing.T) {
	assets, err := web.NewAssets(static.Assets, static.Modules)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = fs.WalkDir(os.DirFS("assets"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		if _, err := assets.URL(name); err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil || found < 50 {
		t.Errorf("found %d assets, %v", found, err)
	}
}

type languageFile struct {
	Texts map[string]string `json:"texts"`
}

func load(t *testing.T, name string) languageFile {
	t.Helper()
	data, err := fs.ReadFile(messages.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	var file languageFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return file
}

// texts are all that pages say in a language.
func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	return languages.For(httptest.NewRequest(http.MethodGet, "/", nil), language).Texts
}

func TestEveryPageParsesInEveryLanguage(t *testing.T) {
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	assets, err := web.NewAssets(static.Assets, static.Modules)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := web.NewPages(static.Templates, languages, assets)
	if err != nil {
		t.Fatal(err)
	}
	if err := pages.Parse(); err != nil {
		t.Fatal(err)
	}
}

// A translation that loses a placeholder loses the church's name, one that invents one shows braces.
func TestTranslationsKeepPlaceholders(t *testing.T) {
	placeholder := regexp.MustCompile(`\{\w+\}`)
	english := load(t, "en/pages.json")
	names, err := fs.Glob(messages.Files, "*/pages.json")
	if err != nil || len(names) < 2 {
		t.Fatalf("languages %v, %v", names, err)
	}
	for _, name := range names {
		for key, text := range load(t, name).Texts {
			want, got := placeholder.FindAllString(english.Texts[key], -1), placeholder.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s: %s has %v, English has %v", name, key, got, want)
			}
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: %s is empty", name, key)
			}
		}
	}
}

// Texts are looked up when somebody looks at a page; this finds the missing ones before.
func TestEveryTextThatIsAskedForExists(t *testing.T) {
	english := texts(t, "en")
	inTemplates := regexp.MustCompile(`\{\{-?\s*t "([^"]+)"`)
	inModules := regexp.MustCompile(`\btext\("([^"]+)"`)
	check := func(files fs.FS, pattern *regexp.Regexp, prefix string) (found int) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !slices.Contains([]string{".html", ".js"}, path.Ext(name)) {
				return err
			}
			data, err := fs.ReadFile(files, name)
			for _, match := range pattern.FindAllSubmatch(data, -1) {
				found++
				if key := prefix + string(match[1]); english[key] == "" {
					t.Errorf("%s asks for %s, which there is not", name, key)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if n := check(static.Templates, inTemplates, ""); n < 20 {
		t.Errorf("found only %d texts in templates", n)
	}
	if n := check(os.DirFS("assets"), inModules, "client."); n < 10 {
		t.Errorf("found only %d texts in modules", n)
	}
}

// A look-behind is a fault of its syntax to Safari before 16.4, and with it goes all of the module. Patterns are made at run time too,
// so that nothing else would say.
func TestNoPatternLooksBehind(t *testing.T) {
	behind := regexp.MustCompile(`.{0,40}\(\?<[!=].{0,40}`)
	err := fs.WalkDir(static.Modules, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".js" {
			return err
		}
		data, err := fs.ReadFile(static.Modules, name)
		if found := behind.Find(data); found != nil {
			t.Errorf("%s looks behind: %s", name, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// No page or style sheet may make the browser call another host by itself, and none may need what the policy forbids.
func TestNothingIsLoadedFromElsewhereAndNothingIsInline(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"a style attribute":          regexp.MustCompile(`<[^>]+\sstyle=`),
		"an event handler attribute": regexp.MustCompile(`<[^>]+\son[a-z]+=`),
		"an inline style sheet":      regexp.MustCompile(`<style`),
		"an inline script":           regexp.MustCompile(`<script(?:\s+type="module")?>`),
		"something from elsewhere":   regexp.MustCompile(`(?:src|srcset|action)="(?:https?:)?//|<link[^>]+href="(?:https?:)?//|url\(|@import\s+(?:[^"]|"[^.])`),
		"HTML made from text":        regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\(|new Function`),
	}
	for _, files := range []fs.FS{static.Templates, os.DirFS("assets")} {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(files, name)
			for what, pattern := range forbidden {
				if found := pattern.Find(data); found != nil {
					t.Errorf("%s has %s: %s", name, what, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
