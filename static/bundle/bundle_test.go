package bundle_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"narthex/static/bundle"
)

func TestAModuleIsServedWithAllThatItImports(t *testing.T) {
	bundled, err := bundle.Modules(fstest.MapFS{
		"js/page.js":       text(`import { greet } from "./words.js"; import { loud } from "../shared/loud.js"; document.title = greet(loud("ann"));`),
		"js/words.js":      text("// Says hello.\nexport const greet = (name) => `Hello ${name}`;\nexport const unused = \"never sent\";"),
		"shared/loud.js":   text(`export function loud(text) { return text.toUpperCase(); }`),
		"w/a.classic.js":   text(`import { greet } from "../js/words.js"; const name = "Ann"; console.log(greet(name));`),
		"js/words.test.js": text(`export {};`),
	})
	if err != nil {
		t.Fatal(err)
	}
	page := string(bundled["js/page.js"])
	if !strings.Contains(page, "Hello") || !strings.Contains(page, "toUpperCase") {
		t.Errorf("the page's module lacks what it imports: %s", page)
	}
	if strings.Contains(page, "import") || strings.Contains(page, "Says hello") || strings.Contains(page, "never sent") {
		t.Errorf("the page's module has more than it needs: %s", page)
	}
	if words := string(bundled["js/words.js"]); !strings.Contains(words, "export{") {
		t.Errorf("a module exports nothing any more: %s", words)
	}
	if classic := string(bundled["w/a.classic.js"]); !strings.HasPrefix(classic, "(()=>{") {
		t.Errorf("a script for any page leaves names in it: %s", classic)
	}
}

func TestModulesThatCannotBeBundledAreRefused(t *testing.T) {
	for name, tt := range map[string]struct{ module, says string }{
		"imports what is not there":    {`import "./missing.js";`, "js/a.js:1:7"},
		"imports from another host":    {`import "https://cdn.example/x.js";`, "no relative address"},
		"imports from outside":         {`import "../../../etc/passwd";`, "js/a.js:1:7"},
		"imports what is not exported": {`import { gone } from "./b.js"; gone();`, "gone"},
		"is no script":                 {`let let = 1;`, "js/a.js:1:4"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bundle.Modules(fstest.MapFS{"js/a.js": text(tt.module), "js/b.js": text("export const b = 1;")})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func text(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content)} }

func TestOnlyWhatIsNotCurrentIsWritten(t *testing.T) {
	dir := t.TempDir()
	folder := bundle.Folder(dir)
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(when string, want ...string) {
		t.Helper()
		if stale, err := folder.Stale(); err != nil || !slices.Equal(stale, want) {
			t.Fatalf("%s: stale are %v, want %v; %v", when, stale, want, err)
		}
	}
	write("assets/js/a.js", `import { b } from "./b.js"; console.log(b);`)
	write("assets/js/b.js", "export const b = 1;")
	write("assets/js/c.js", "console.log(3);")
	write("assets/site.css", "p { color: teal }")
	expect("before anything was written", "js/a.js", "js/b.js", "js/c.js")
	if err := folder.Write(); err != nil {
		t.Fatal(err)
	}
	expect("after it was")
	write("assets/js/b.js", "export const b = 2;")
	write("bundled/js/gone.js", "console.log(4);")
	expect("after a change", "js/a.js", "js/b.js", "js/gone.js")
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(filepath.Join(dir, "bundled/js/c.js"), long, long); err != nil {
		t.Fatal(err)
	}
	if err := folder.Write(); err != nil {
		t.Fatal(err)
	}
	expect("after it was written again")
	if info, err := os.Stat(filepath.Join(dir, "bundled/js/c.js")); err != nil || !info.ModTime().Equal(long) {
		t.Errorf("a file that was right is written anew: %v, %v", info, err)
	}
}
