package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// guarded are the functions of the serving path that begin goroutines, each with the names in narthex_panics_total under which a panic
// in one of them is caught. A panic that is not ends the process, and every answer under way with it.
var guarded = map[string][]string{
	"chat/turns/answer.go start":             {"turn"},
	"chat/turns/mirrors.go begin":            {"mirror"},
	"chat/turns/lookup/embed.go keep":        {"embedding_kept"},
	"chat/turns/lookup/past.go lookAhead":    {"past_read"},
	"chat/journal/flush.go Write":            {"flush"},
	"chat/journal/masters.go perMaster":      {"journal_master"},
	"chat/alarm/reports.go passOnNext":       {"alarm_read"},
	"chat/websocket/websocket.go Open":       {"socket"},
	"chat/websocket/streams.go begin":        {"stream"},
	"chat/websocket/heartbeat.go beat":       {"ping"},
	"chat/voice/relay/relay.go Open":         {"call"},
	"chat/voice/relay/relay.go Run":          {"call_places"},
	"chat/voice/relay/call.go run":           {"call_read"},
	"chat/voice/relay/call.go setUp":         {"call_prepare"},
	"chat/voice/relay/answer.go begin":       {"call_answer"},
	"chat/voice/relay/answer.go finished":    {"call_answered"},
	"chat/voice/relay/transcript.go openLog": {"call_record"},
	"chat/voice/relay/texting.go sendLinks":  {"call_text"},
	"chat/transcript/drain.go drainAll":      {"drain"},
	"retrieval/passagecache.go inBackground": {"passages_cached"},
	"chat/transcript/drain.go drainRest":     {"drain_held"},
}

// guardedBesides are names of what runs in a goroutine that somebody else began: a request's, or a loop's.
var guardedBesides = map[string]string{
	"chat/turns/ask.go":      "ask",
	"chat/turns/takeover.go": "take_over",
	"chat/turns/refuse.go":   "turn_refusal",

	"chat/transcript/isolated.go": "drain_church",
}

// unguarded are those that answer nobody and serve no socket, each with why nothing catches a panic in them.
var unguarded = map[string]string{
	"chat/turns/lifecycle.go Run":          "loops of the process; what they do for one turn or church is guarded by itself",
	"chat/transcript/drain.go Run":         "loops of the process, over ids and lengths; what they store is guarded by batch and church",
	"chat/turns/budget/budget.go Run":      "a loop of the process, over counters alone",
	"chat/alarm/reports.go Run":            "a loop of the process: a report stays on disk for the next",
	"chat/websocket/heartbeat.go closeAll": "waits at the end of the process",
	"chat/evaluate/cases/run.go Run":       "asks nothing for visitors",
}

func TestAPanicInAnyGoroutineOfTheServingPathIsCaught(t *testing.T) {
	begun := make(map[string]int)
	for _, dir := range []string{"chat", "cache", "retrieval"} {
		walkGo(t, dir, func(path string, file *ast.File) {
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok {
					if n := goroutinesIn(function); n > 0 {
						begun[path+" "+function.Name.Name] += n
					}
				}
			}
		})
	}
	for where, n := range begun {
		names, ok := guarded[where]
		if _, known := unguarded[where]; known {
			continue
		}
		if !ok || len(names) != n {
			t.Errorf("%s begins %d goroutines; guarded under %q", where, n, names)
		}
		for _, name := range names {
			mustRecover(t, filepath.Dir(strings.Fields(where)[0]), name)
		}
	}
	for where, name := range guardedBesides {
		mustRecover(t, filepath.Dir(where), name)
	}
	for _, table := range []func(string) bool{
		func(where string) bool { _, ok := begun[where]; return ok },
	} {
		for where := range guarded {
			if !table(where) {
				t.Errorf("%s begins no goroutine any more", where)
			}
		}
		for where := range unguarded {
			if !table(where) {
				t.Errorf("%s begins no goroutine any more", where)
			}
		}
	}
}

// walkGo parses what is shipped of a directory; files of documents are read in a process of their own.
func walkGo(t *testing.T, dir string, visit func(path string, file *ast.File)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasSuffix(name, "test") || slices.Contains([]string{"retrieval/extract", "testdata"}, name)):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(filepath.ToSlash(name), file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// goroutinesIn counts the go statements of a function, and its calls of methods that begin one.
func goroutinesIn(function *ast.FuncDecl) (n int) {
	ast.Inspect(function, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			n++
		case *ast.CallExpr:
			if method, ok := node.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "Go" {
				n++
			}
		}
		return true
	})
	return n
}

// mustRecover holds that a package defers Recover under a name.
func mustRecover(t *testing.T, dir, name string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "defer ") && strings.Contains(line, `.Recover("`+name+`"`) {
				return
			}
		}
	}
	t.Errorf("%s does not defer Recover as %q", dir, name)
}
