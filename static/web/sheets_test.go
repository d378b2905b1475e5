package web_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"narthex/static/web"
)

func TestAStyleSheetIsServedWithWhatItImports(t *testing.T) {
	assets := assetsOf(t, fstest.MapFS{
		"css/page.css":   text("/* A page */\n@import \"./parts.css\";\n@import \"../own.css\";\nmain { margin: 0 }\n"),
		"css/parts.css":  text("@import \"./colour.css\";\na { color: var(--a) }\n"),
		"css/colour.css": text(":root { --a: red }\n"),
		"own.css":        text("b { font: inherit }\n"),
	})
	file, err := assets.File("css/page.css")
	if err != nil {
		t.Fatal(err)
	}
	want := "/* A page */\n:root { --a: red }\na { color: var(--a) }\nb { font: inherit }\nmain { margin: 0 }\n"
	if got := string(file.Content()); got != want {
		t.Errorf("served as %q", got)
	}
}

func TestWrongImportsOfStyleSheetsAreFoundAtStart(t *testing.T) {
	for name, tt := range map[string]struct {
		files fstest.MapFS
		says  string
	}{
		"one that is not there":   {fstest.MapFS{"a.css": text("@import \"./b.css\";\n")}, "b.css: imported, but not there"},
		"one that imports itself": {fstest.MapFS{"a.css": text("@import \"./b.css\";\n"), "b.css": text("@import \"./a.css\";\n")}, "imports itself"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := web.NewAssets(tt.files); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v", err)
			}
		})
	}
}
