package main

// uninstrumented are packages of others that the race detector does not watch: they compress, match, parse and print what one goroutine
// has given them, and instrumented that took half of the processor time of the tests of pages. What is ours and what hands values from
// goroutine to goroutine is watched, and so are the accesses that inlining brings into our code. A few functions of ours say //go:norace:
// they sum up what the models have learned, which nobody writes, into what belongs to the caller; watched, that took half of the time of
// the models' tests.
//
// A package may stand here only if it has no atomics of its own: compiled without the detector, they would order nothing in its eyes, and
// it would report races that are none. The types of package sync tell it themselves.
var uninstrumented = []string{
	"compress/flate", "compress/gzip", "html", "regexp", "regexp/syntax", "text/template/parse", "unicode", "unicode/utf8",
	"golang.org/x/net/html", "golang.org/x/net/html/atom",
	"github.com/microcosm-cc/bluemonday", "github.com/microcosm-cc/bluemonday/css", "github.com/aymerick/douceur/parser", "github.com/gorilla/css/scanner",
	"github.com/yuin/goldmark/parser", "github.com/yuin/goldmark/text", "github.com/yuin/goldmark/util",
	"github.com/nyaruka/phonenumbers",
	"github.com/evanw/esbuild/internal/css_lexer", "github.com/evanw/esbuild/internal/css_parser", "github.com/evanw/esbuild/internal/css_printer",
	"github.com/evanw/esbuild/internal/js_ast", "github.com/evanw/esbuild/internal/js_lexer", "github.com/evanw/esbuild/internal/js_parser",
	"github.com/evanw/esbuild/internal/js_printer", "github.com/evanw/esbuild/internal/linker", "github.com/evanw/esbuild/internal/sourcemap",
	"github.com/evanw/esbuild/internal/xxhash",
	"github.com/go-json-experiment/json/jsontext",
	"github.com/kljensen/snowball/english", "github.com/kljensen/snowball/romance", "github.com/kljensen/snowball/snowballword",
	"github.com/kljensen/snowball/spanish",
	"github.com/goccy/go-yaml/ast", "github.com/goccy/go-yaml/lexer", "github.com/goccy/go-yaml/parser", "github.com/goccy/go-yaml/scanner", "github.com/goccy/go-yaml/token",
	"gonum.org/v1/gonum/blas/gonum", "gonum.org/v1/gonum/internal/asm/f32",
}

// compilerFlags have go test leave the detector out of these packages, and debug information out of all: the linker drops it from tests
// anyway. Of the flags that name a package the last holds.
func compilerFlags() []string {
	flags := []string{"-gcflags=all=-dwarf=false"}
	for _, path := range uninstrumented {
		flags = append(flags, "-gcflags="+path+"=-dwarf=false -race=false")
	}
	return flags
}
