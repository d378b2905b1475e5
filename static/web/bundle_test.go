package web_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"narthex/static/web"
)

func TestAModuleIsServedWithAllThatItImports(t *testing.T) {
	assets := assetsOf(t, fstest.MapFS{
		"js/page.js":       text(`import { greet } from "./words.js"; import { loud } from "../shared/loud.js"; document.title = greet(loud("ann"));`),
		"js/words.js":      text("// Says hello.\nexport const greet = (name) => `Hello ${name}`;\nexport const unused = \"never sent\";"),
		"shared/loud.js":   text(`export function loud(text) { return text.toUpperCase(); }`),
		"w/a.classic.js":   text(`import { greet } from "../js/words.js"; const name = "Ann"; console.log(greet(name));`),
		"js/words.test.js": text(`export {};`),
	})
	serve := serving(t, assets)
	page := serve.get(urlOf(t, assets, "js/page.js")).Body.String()
	if !strings.Contains(page, "Hello") || !strings.Contains(page, "toUpperCase") {
		t.Errorf("the page's module lacks what it imports: %s", page)
	}
	if strings.Contains(page, "import") || strings.Contains(page, "Says hello") || strings.Contains(page, "never sent") {
		t.Errorf("the page's module has more than it needs: %s", page)
	}
	if words := serve.get(urlOf(t, assets, "js/words.js")).Body.String(); !strings.Contains(words, "export{") {
		t.Errorf("a module exports nothing any more: %s", words)
	}
	if classic := serve.get(urlOf(t, assets, "w/a.classic.js")).Body.String(); !strings.HasPrefix(classic, "(()=>{") {
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
			_, err := web.NewAssets(fstest.MapFS{"js/a.js": text(tt.module), "js/b.js": text("export const b = 1;")})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}
