package main

import (
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/packages"
)

// Bounds of what has to be read at a time: files that all need each other, else lines. Tests do not count.
const (
	mostFilesInKnot        = 8
	mostLinesOfFile        = 400
	mostLinesOfFunction    = 80
	mostLinesOfConstructor = 60
	mostLinesOfConcept     = 2500
)

// bounded are the packages that the bounds hold for.
var bounded = []string{"narthex/chat/...", "narthex/retrieval/...", "narthex/cache", "narthex/admin/..."}

// concepts are the packages that each stand for one concept of a conversation.
var concepts = []string{
	"chat", "chat/live", "chat/journal", "chat/transcript", "chat/alarm", "chat/tier", "chat/turns", "chat/sse", "chat/websocket",
	"chat/question", "chat/words", "chat/chattest", "chat/model/offline", "chat/model/offline/dialogue", "chat/model/offline/intent",
	"chat/model/offline/party", "chat/model/offline/person", "chat/model/offline/ranking", "chat/model/offline/reply",
	"chat/model/offline/slots", "chat/model/offline/snippet", "chat/model/offline/term",
}

func TestWhatHasToBeReadAtATimeIsSmall(t *testing.T) {
	for _, pkg := range loadBounded(t) {
		for _, m := range measure(pkg) {
			if m.size > m.most {
				t.Errorf("%s: %d, at most %d %v", m.what, m.size, m.most, m.files)
			}
		}
	}
}

// loadBounded loads the bounded packages.
func loadBounded(t *testing.T) []*packages.Package {
	t.Helper()
	return loadPackages(t, bounded)
}

// loadPackages type-checks packages alone: what they import is read from the build cache.
func loadPackages(t *testing.T, patterns []string) []*packages.Package {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) < 10 {
		t.Fatalf("only %d packages were found", len(loaded))
	}
	for _, pkg := range loaded {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
	}
	return loaded
}

// measured is the size of something, and the most that it may be.
type measured struct {
	what       string
	size, most int
	files      []string // of a knot
}

func measure(pkg *packages.Package) []measured {
	name := strings.TrimPrefix(pkg.PkgPath, "narthex/")
	knot := largestKnot(uses(pkg))
	all := []measured{{"files of " + name + " that all need each other", len(knot), mostFilesInKnot, knot}}
	lines := 0
	for _, file := range pkg.Syntax {
		length := pkg.Fset.Position(file.FileEnd).Line
		lines += length
		all = append(all, measured{what: "lines of " + name + "/" + fileOf(pkg, file), size: length, most: mostLinesOfFile})
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				all = append(all, measureFunction(pkg, function, name+"/"+fileOf(pkg, file)))
			}
		}
	}
	if slices.Contains(concepts, name) {
		all = append(all, measured{what: "lines of " + name, size: lines, most: mostLinesOfConcept})
	}
	return all
}

func measureFunction(pkg *packages.Package, function *ast.FuncDecl, file string) measured {
	length := 1 + pkg.Fset.Position(function.End()).Line - pkg.Fset.Position(function.Pos()).Line
	most := mostLinesOfFunction
	if function.Recv == nil && constructs(function.Name.Name) {
		most = mostLinesOfConstructor
	}
	return measured{what: "lines of " + function.Name.Name + " in " + file, size: length, most: most}
}

// constructs reports whether a function's name is that of a constructor: New or new, alone or before a capital.
func constructs(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(name[:1])+name[1:], "new")
	return ok && (rest == "" || unicode.IsUpper(rune(rest[0])))
}

// uses returns for each file of a package the others in which something is declared that the file names.
func uses(pkg *packages.Package) map[string]map[string]bool {
	used := make(map[string]map[string]bool)
	for _, file := range pkg.Syntax {
		user := fileOf(pkg, file)
		used[user] = make(map[string]bool)
		ast.Inspect(file, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok {
				if object := pkg.TypesInfo.Uses[name]; object != nil && object.Pkg() == pkg.Types {
					used[user][filepath.Base(pkg.Fset.Position(object.Pos()).Filename)] = true
				}
			}
			return true
		})
		delete(used[user], user)
	}
	return used
}

func fileOf(pkg *packages.Package, file *ast.File) string {
	return filepath.Base(pkg.Fset.Position(file.Pos()).Filename)
}

// largestKnot returns the most files that each lead to all the others by what they use.
func largestKnot(used map[string]map[string]bool) []string {
	reached := make(map[string]map[string]bool, len(used))
	for file := range used {
		reached[file] = make(map[string]bool)
		reach(used, file, reached[file])
	}
	var largest []string
	for _, file := range slices.Sorted(maps.Keys(used)) {
		knot := []string{file}
		for other := range reached[file] {
			if other != file && reached[other][file] {
				knot = append(knot, other)
			}
		}
		if len(knot) > len(largest) {
			largest = knot
		}
	}
	slices.Sort(largest)
	return largest
}

// reach adds to found what a file leads to.
func reach(used map[string]map[string]bool, file string, found map[string]bool) {
	for next := range used[file] {
		if !found[next] {
			found[next] = true
			reach(used, next, found)
		}
	}
}

func TestTheLargestKnotIsFound(t *testing.T) {
	for name, test := range map[string]struct {
		uses map[string]string // letters are files
		want string
	}{
		"files in one direction":       {map[string]string{"a": "bc", "b": "c", "c": ""}, "a"},
		"two that need each other":     {map[string]string{"a": "b", "b": "a", "c": "ab"}, "ab"},
		"a long way round":             {map[string]string{"a": "b", "b": "c", "c": "d", "d": "a", "e": "a"}, "abcd"},
		"two circles through one file": {map[string]string{"a": "b", "b": "ac", "c": "b", "d": "e", "e": "d"}, "abc"},
	} {
		t.Run(name, func(t *testing.T) {
			used := make(map[string]map[string]bool)
			for file, others := range test.uses {
				used[file] = make(map[string]bool)
				for _, other := range others {
					used[file][string(other)] = true
				}
			}
			if knot := strings.Join(largestKnot(used), ""); knot != test.want {
				t.Errorf("found %s, want %s", knot, test.want)
			}
		})
	}
}

func TestConstructorsAreKnownByTheirNames(t *testing.T) {
	for name, want := range map[string]bool{"New": true, "NewWidget": true, "newAttempts": true, "newest": false, "renew": false, "Newer": false} {
		if constructs(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
