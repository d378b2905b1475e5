package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowed says which of our packages each package may import. A name stands for the package itself; one that ends in
// "/..." also for all below it. The first rule that fits a package holds; tests may import what they need, but nobody
// cmd except for what stands in for the outside world.
var allowed = []struct {
	pkg  string
	uses []string
}{
	{"static/messages", nil},
	{"chat/signature", nil},
	{"chat/words", nil},
	{"static/...", []string{"static/..."}},
	{"migrations/pgtest", []string{"migrations", "cmd/dev/stack"}},
	{"migrations/...", nil},
	{"cache/bounded", nil},
	{"cache/compressed", nil},
	{"chat/upstream", nil},
	{"chat/degradation", nil},
	{"chat/overload", nil},
	{"chat/panics", nil},
	{"retrieval/extract/pdftext", nil},
	{"retrieval/extract", []string{"retrieval/extract/pdftext"}},
	{"retrieval/chunk", []string{"retrieval/extract"}},
	{"retrieval/knowledge", []string{"retrieval", "retrieval/chunk", "retrieval/extract", "chat/church"}},
	{"retrieval/retrievaltest", []string{"retrieval", "migrations/pgtest"}},
	{"retrieval/vectors", nil},
	{"retrieval/inmemory", []string{"retrieval/vectors"}},
	{"retrieval/encoder", []string{"cache/bounded", "chat/linear", "chat/words"}},
	{"retrieval", []string{"cache/bounded", "chat/church", "chat/panics", "chat/upstream", "retrieval/encoder", "retrieval/inmemory"}},
	{"cache", []string{"cache/bounded", "cache/compressed", "chat/church", "chat/upstream", "retrieval"}},
	{"chat/church", []string{"cache/bounded", "retrieval", "retrieval/vectors", "cache"}},
	{"chat/facts/ask", nil},
	{"chat/facts/calendar", nil},
	{"chat/facts/dates", nil},
	{"chat/facts/days", []string{"chat/facts/calendar"}},
	{"chat/facts", []string{"chat/church", "chat/facts/ask", "chat/facts/calendar", "chat/facts/dates", "chat/facts/days"}},
	{"chat/model/modeltest", nil},
	{"chat/prompt/prompttest", []string{"chat/prompt"}},
	{"chat/quoted", nil},
	{"chat/prompt", []string{"chat/church", "chat/helplines", "chat/quoted", "retrieval"}},
	{"chat/assent", nil},
	{"chat/confirmation", []string{"chat/church"}},
	{"chat/tools/scripture/...", nil},
	{"chat/tools/stems", nil},
	{"chat/tools/grounding", []string{"chat/tools/stems"}},
	{"chat/tools/intent", []string{"chat/tools/grounding", "chat/tools/stems"}},
	{"chat/tools/parameter", []string{"chat/tools/grounding"}},
	{"chat/tools/samewish", []string{"chat/confirmation", "chat/tools/grounding", "chat/tools/parameter", "chat/tools/stems"}},
	{"chat/tools/datetime", []string{"chat/church"}},
	{"chat/tools", []string{"chat/assent", "chat/church", "chat/confirmation", "chat/panics", "chat/tools/datetime", "chat/tools/grounding", "chat/tools/intent", "chat/tools/parameter", "chat/tools/samewish", "chat/tools/stems", "chat/voice/number"}},
	{"chat/tools/...", []string{"chat/church", "chat/tools/..."}}, // the families, and their catalog
	{"chat/helplines", nil},
	{"chat/moderation", []string{"chat/upstream"}},
	{"chat/conduct", nil},
	{"chat/disclosure", []string{"chat/church", "chat/helplines", "chat/linear", "chat/question"}},
	{"chat/guard", []string{"chat/church", "chat/helplines"}},
	{"chat/linear", nil},
	{"chat/linear/lineartest", nil},
	{"chat/wordvectors", nil},
	{"chat/sequence/sequencetest", []string{"chat/linear/lineartest", "chat/sequence", "chat/wordvectors"}},
	{"chat/sequence", []string{"chat/wordvectors"}},
	{"chat/crisis", []string{"chat/linear", "chat/sequence", "chat/wordvectors"}},
	{"chat/crisis/review", []string{"chat/crisis", "chat/model", "chat/upstream"}},
	{"chat/crisis/reply", []string{"chat/church", "chat/crisis", "chat/helplines"}},
	{"chat/model/offline/snippet", nil},
	{"chat/model/offline/spelled", nil},
	{"chat/model/offline/moment", []string{"chat/facts/days"}},
	{"chat/model/offline/term", nil},
	{"chat/model/offline/person", []string{"chat/model/offline/moment", "chat/model/offline/party", "chat/model/offline/spelled", "chat/model/offline/term"}},
	{"chat/model/offline/intent", []string{"chat/model/offline/moment", "chat/model/offline/person", "chat/model/offline/term", "chat/question"}},
	{"chat/model/offline/reply", []string{"chat/assent", "chat/facts/days", "chat/model/offline/moment", "chat/model/offline/party", "chat/model/offline/person", "chat/model/offline/spelled", "chat/question"}},
	{"chat/model/offline/ranking", []string{"cache/bounded", "chat/facts/calendar", "chat/model/offline/snippet", "chat/model/offline/term", "chat/prompt", "retrieval/encoder"}},
	{"chat/model/offline/dialogue", []string{"chat/model", "chat/prompt"}},
	{"chat/model/offline/slots", []string{"chat/assent", "chat/facts/calendar", "chat/facts/days", "chat/model", "chat/model/offline/dialogue", "chat/model/offline/intent", "chat/model/offline/moment", "chat/model/offline/party", "chat/model/offline/person", "chat/model/offline/reply", "chat/model/offline/spelled", "chat/model/offline/term", "chat/prompt", "chat/question"}},
	{"chat/model/offline/onfile", []string{"chat/model", "chat/model/offline/term", "chat/prompt"}},
	{"chat/model/offline", []string{"chat/assent", "chat/crisis", "chat/crisis/review", "chat/model", "chat/model/offline/abroad", "chat/model/offline/ages", "chat/model/offline/dialogue", "chat/model/offline/intent", "chat/model/offline/onfile", "chat/model/offline/ranking", "chat/model/offline/reply", "chat/model/offline/slots", "chat/model/offline/snippet", "chat/model/offline/term", "chat/prompt"}},
	{"chat/model", []string{"chat/prompt", "chat/quoted", "chat/upstream"}},
	{"chat/buffers", nil},
	{"chat/question", []string{"chat/words", "cache"}},
	{"chat", []string{"chat/buffers", "chat/church", "chat/crisis", "chat/model", "chat/moderation", "chat/overload", "chat/question", "retrieval"}},
	{"chat/live", []string{"chat", "chat/church"}},
	{"chat/recent", []string{"cache/bounded", "chat"}},
	{"chat/journal", []string{"cache/compressed", "cache", "chat", "chat/buffers", "chat/live", "chat/panics"}},
	{"chat/transcript", []string{"cache", "chat", "chat/church", "chat/journal", "chat/panics"}},
	{"chat/alarm", []string{"cache/bounded", "chat", "chat/church", "chat/crisis", "chat/crisis/review", "chat/panics", "chat/tools", "chat/transcript"}},
	{"chat/tier/people", []string{"chat", "chat/church", "chat/crisis", "chat/crisis/reply", "chat/helplines", "chat/tools", "chat/tools/grounding"}},
	{"chat/attribution", []string{"chat/words"}},
	{"chat/tier/excerpt", []string{"chat/attribution", "chat/church", "chat/guard", "retrieval"}},
	{"chat/tier/conversation", []string{"chat", "chat/crisis", "chat/crisis/reply"}},
	{"chat/tier/confirmed", []string{"chat", "chat/assent", "chat/confirmation", "chat/tier/people", "chat/tools"}},
	{"chat/tier/singleflight", []string{"cache", "chat", "chat/live"}},
	{"chat/tier", []string{"chat/assent", "chat/attribution", "chat/tier/confirmed", "chat/tier/conversation", "chat/tier/excerpt", "chat/tier/people", "chat", "chat/church", "chat/helplines", "chat/facts", "chat/model", "chat/model/offline", "chat/prompt", "chat/conduct", "chat/crisis", "chat/crisis/reply", "chat/crisis/review", "chat/disclosure", "chat/guard", "chat/moderation", "chat/question", "chat/tools", "chat/tools/grounding", "retrieval", "cache"}},
	{"chat/order", []string{"chat", "chat/church", "chat/crisis/review", "chat/moderation", "chat/question", "chat/tier", "chat/tier/confirmed", "retrieval"}},
	{"chat/turns/inflight", nil},
	{"chat/turns/budget", []string{"cache", "chat", "chat/church", "chat/tier", "chat/tools", "chat/transcript"}},
	{"chat/turns/misses", []string{"cache/bounded", "chat"}},
	{"chat/turns/lookup", []string{"cache", "chat", "chat/degradation", "chat/journal", "chat/panics", "chat/recent", "chat/transcript", "chat/upstream", "retrieval"}},
	{"chat/turns", []string{"chat", "chat/recent", "chat/confirmation", "chat/tier/confirmed", "chat/tier/people", "chat/tier/singleflight", "chat/turns/inflight", "chat/turns/budget", "chat/turns/lookup", "chat/turns/misses", "chat/degradation", "chat/overload", "chat/panics", "chat/order", "chat/alarm", "chat/church", "chat/journal", "chat/live", "chat/model", "chat/prompt", "chat/question", "chat/crisis", "chat/crisis/reply", "chat/crisis/review", "chat/guard", "chat/moderation", "chat/tier", "chat/tools", "chat/transcript", "retrieval", "cache"}},
	{"chat/evaluate", []string{"cache", "chat", "chat/church", "chat/crisis", "chat/crisis/review", "chat/model", "chat/moderation", "chat/order", "chat/prompt", "chat/tier", "chat/tools", "retrieval"}},
	{"chat/evaluate/cases", []string{"chat", "chat/church", "chat/evaluate"}},
	{"chat/sse", []string{"chat", "chat/buffers", "chat/live", "chat/turns", "static/web"}},
	{"chat/websocket", []string{"chat", "chat/buffers", "chat/live", "chat/panics", "chat/turns"}},
	{"chat/chattest", []string{"cache", "chat", "chat/church", "chat/crisis", "chat/crisis/review", "chat/evaluate", "chat/model", "chat/model/modeltest", "chat/moderation", "chat/sse", "chat/tools", "chat/tools/catalog", "chat/turns", "chat/websocket", "cmd/dev/stack", "migrations/pgtest", "retrieval", "static/web"}},
	{"chat/compat", []string{"chat", "chat/church", "chat/live", "chat/sse", "static/..."}},
	{"chat/preview", []string{"chat/signature"}},
	{"chat/pages", []string{"chat", "chat/church", "chat/facts", "chat/helplines", "chat/preview", "chat/signature", "chat/tools/datetime", "chat/tools/events", "chat/voice/number", "static/..."}},
	{"chat/voice/speech", []string{"chat/helplines", "chat/tools/scripture"}},
	{"chat/voice/number", nil},
	{"chat/voice/line", []string{"chat/church", "chat/helplines", "chat/voice/number", "chat/voice/speech"}},
	{"chat/voice/twilio", nil},
	{"chat/voice/record", []string{"chat", "chat/church", "chat/transcript"}},
	{"chat/voice/switchboard", []string{"cache", "chat/voice/record"}},
	{"chat/voice/relay", []string{"chat/assent", "chat", "chat/church", "chat/crisis/reply", "chat/live", "chat/panics", "chat/signature", "chat/tier/people", "chat/voice/line", "chat/voice/record", "chat/voice/speech", "chat/voice/switchboard", "chat/voice/wish"}},
	{"chat/voice/wish", []string{"chat/words"}},
	{"chat/voice/callertest", []string{"chat/voice/twilio"}},
	{"chat/voice", []string{"chat/church", "chat/prompt", "chat/voice/line", "chat/voice/number", "chat/voice/relay", "chat/voice/twilio", "static/..."}},
	{"admin/notify", []string{"chat/church", "chat/signature"}},
	{"admin/ownership", []string{"admin/notify", "chat/church", "chat/signature", "static/web"}},
	{"admin/billing/price", []string{"chat/church"}},
	{"admin/billing/stripetest", []string{"admin/billing/price"}},
	{"admin/billing/stripeapi", []string{"admin/billing", "admin/billing/price", "admin/signup", "chat/church"}},
	{"admin/billing/simulated", []string{"admin/billing", "admin/billing/price", "admin/billing/stripeapi", "chat/church", "static/..."}},
	{"admin/billing", []string{"admin/billing/price", "admin/signup", "chat/church", "static/..."}},
	{"admin/signup/disposable", nil},
	{"admin/country", nil},
	{"admin/lease", nil},
	{"admin/terms", []string{"static/web"}},
	{"admin/marketing", []string{"chat/church"}},
	{"admin/transfer", []string{"static/web"}},
	{"admin/documents", []string{"admin/access", "admin/audit", "admin/frame", "admin/transfer", "chat/church", "retrieval/extract", "retrieval/knowledge", "static/web"}},
	{"admin/faqs", []string{"admin/access", "admin/audit", "admin/frame", "admin/transfer", "chat/church", "retrieval", "retrieval/extract", "static/web"}},
	{"admin/learning/redact", nil},
	{"admin/learning", []string{"admin/access", "admin/audit", "admin/figures", "admin/frame", "admin/learning/redact", "cache", "chat", "chat/church", "chat/conduct", "chat/crisis", "chat/evaluate", "chat/question", "chat/tier", "retrieval", "retrieval/vectors", "static/web"}},
	{"admin/articles/articlestest", []string{"migrations/pgtest"}},
	{"admin/access/accesstest", []string{"admin/access"}},
	{"admin/access", []string{"chat/church", "static/web"}},
	{"admin/audit", []string{"admin/access", "static/web"}},
	{"admin/figures", []string{"admin/access", "chat/church", "chat/question"}},
	{"admin/frame", []string{"admin/access"}},
	{"admin/team", []string{"admin/access", "admin/audit", "admin/frame", "admin/notify", "chat/church", "chat/signature", "static/web"}},
	{"admin/match", []string{"admin/signup"}},
	{"admin/signup", []string{"admin/billing/price", "admin/country", "admin/signup/disposable", "admin/terms", "chat/church"}},
	{"admin/acknowledge", []string{"admin/notify", "chat/church", "chat/voice/number", "static/web"}},
	{"admin/provision", []string{"admin/match", "admin/signup", "chat/church", "static/web"}},
	{"admin/onboarding", []string{"admin/billing/price", "admin/country", "admin/match", "admin/signup", "chat/church", "static/..."}},
	{"admin/dashboard", []string{"chat", "chat/prompt", "chat/crisis", "chat/tier", "chat/tools", "chat/words", "chat/church", "retrieval", "cache", "static/...", "admin/access", "admin/audit", "admin/figures", "admin/frame", "admin/notify", "admin/billing/price", "admin/requests"}},
	{"admin/drafts", []string{"admin/access", "admin/audit", "admin/frame", "chat/church", "static/web"}},
	{"admin/settings", []string{"admin/access", "admin/audit", "admin/country", "admin/frame", "chat/church", "chat/voice/number", "static/web"}},
	{"admin/teaching", []string{"admin/access", "admin/audit", "admin/frame", "admin/notify", "chat/church", "chat/evaluate", "chat/guard", "chat/helplines", "chat/preview", "chat/tools", "chat/voice/number", "static/web"}},
	{"admin/cursor", nil},
	{"admin/calls", []string{"admin/access", "admin/audit", "admin/cursor", "admin/frame", "chat/church", "static/web"}},
	{"admin/conversations", []string{"admin/access", "admin/audit", "admin/cursor", "admin/frame", "admin/transfer", "chat", "chat/church", "static/web"}},
	{"admin/simulator", []string{"admin/access", "admin/conversations", "admin/frame", "chat", "chat/church", "chat/evaluate", "chat/evaluate/cases", "static/web"}},
	{"admin/regression", []string{"admin/access", "admin/audit", "admin/frame", "admin/transfer", "chat", "chat/church", "chat/evaluate", "chat/evaluate/cases", "retrieval/extract", "static/web"}},
	{"admin/articles", []string{"retrieval"}},
	{"admin/blog", []string{"admin/articles", "static/..."}},
	{"admin/discovery", []string{"static/web"}},
	{"admin/directory", []string{"static/web"}},
	{"admin/reference", []string{"admin/articles", "chat", "chat/compat", "chat/pages", "chat/websocket", "static/web"}},
	{"admin/digest", []string{"admin/access", "admin/audit", "admin/figures", "admin/notify", "admin/requests", "chat/church", "static/web"}},
	{"admin/siteimport/markup", nil},
	{"admin/siteimport/crawl", []string{"admin/siteimport/markup"}},
	{"admin/siteimport/draft", []string{"admin/siteimport/markup", "chat/church"}},
	{"admin/siteimport", []string{"admin/access", "admin/audit", "admin/faqs", "admin/frame", "admin/settings", "admin/siteimport/...", "chat/church", "static/web"}},
	{"admin/siteimport/sitetest", []string{"admin/siteimport/crawl"}},
	{"admin/accounts/identity", nil},
	{"admin/accounts/session", []string{"admin/accounts/identity"}},
	{"admin/accounts/analytics", nil},
	{"admin/accounts", []string{"admin/accounts/analytics", "admin/accounts/identity", "admin/accounts/session", "chat/signature", "static/web"}},
	{"admin/requests", []string{"admin/access", "admin/audit", "admin/frame", "admin/notify", "admin/transfer", "chat/church", "chat/voice/number", "static/web"}},
	{"admin/website", []string{"admin/access", "admin/audit", "admin/frame", "chat/church", "static/web"}},
	{"admin/...", []string{"admin/access", "admin/audit", "admin/frame", "admin/transfer", "chat/church", "retrieval", "cache", "static/...", "admin/notify", "admin/billing/price", "admin/signup"}},
	{"cmd/...", []string{"..."}},
}

func TestPackagesImportOnlyWhatTheyMay(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, "narthex/")
		for _, imported := range ours(pkg.Imports) {
			if !slices.Contains(everybodys, imported) && !mayImport(t, name, imported) || forTests(imported) && !forTests(name) && !matches("cmd/dev/...", name) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
		for _, imported := range ours(slices.Concat(pkg.TestImports, pkg.XTestImports)) {
			if strings.HasPrefix(imported, "cmd/") && !slices.Contains(outside, imported) && !strings.HasPrefix(name, "cmd/") {
				t.Errorf("the tests of %s import %s", name, imported)
			}
		}
	}
}

// A reader who opens a package needs to be told what it is for. A package of tests alone has no place for that.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, pkg := range listPackages(t) {
		if len(pkg.GoFiles) == 0 {
			continue
		}
		begins := "Package " + pkg.Name + " "
		if pkg.Name == "main" {
			begins = "Command " + path.Base(pkg.ImportPath) + " "
		}
		if !strings.HasPrefix(pkg.Doc, begins) {
			t.Errorf("%s: its comment begins %q, not %q", pkg.ImportPath, pkg.Doc, begins)
		}
	}
}

// fileNamed matches the names of files in a comment, with folders: "accept.go", "turns/ask.go".
var fileNamed = regexp.MustCompile(`[\w/]+\.go\b`)

// Comments of packages send readers from file to file.
func TestTheFilesThatPackagesNameExist(t *testing.T) {
	all := listPackages(t)
	var paths []string
	for _, pkg := range all {
		for _, file := range slices.Concat(pkg.GoFiles, pkg.TestGoFiles, pkg.XTestGoFiles, pkg.IgnoredGoFiles) {
			paths = append(paths, pkg.ImportPath+"/"+file)
		}
	}
	checked := 0
	for _, pkg := range all {
		for _, name := range pkg.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, name), nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, named := range fileNamed.FindAllString(file.Doc.Text(), -1) {
				checked++
				if !slices.ContainsFunc(paths, func(path string) bool { return strings.HasSuffix(path, "/"+named) }) {
					t.Errorf("%s: there is no %s", pkg.ImportPath, named)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d files were named", checked)
	}
}

// listed is what go list says of a package; Doc is the first sentence of its comment.
type listed struct {
	Dir, ImportPath, Name, Doc         string
	GoFiles, TestGoFiles, XTestGoFiles []string
	IgnoredGoFiles                     []string // of other systems
	Imports, TestImports, XTestImports []string
}

// listPackages lists all packages, without reading more of them than their imports and comments.
func listPackages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=Dir,ImportPath,Name,Doc,GoFiles,TestGoFiles,XTestGoFiles,IgnoredGoFiles,Imports,TestImports,XTestImports", "narthex/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var pkg listed
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, pkg)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages were found", len(all))
	}
	return all
}

// everybodys are what every package may import: the words that people read, and how text is read.
var everybodys = []string{"static/messages", "chat/words"}

// outside are the packages that stand in for the outside world in tests.
var outside = []string{"cmd/dev/stack", "cmd/dev/leaktest", "cmd/dev/browsertest", "cmd/dev/mailbox", "cmd/dev/mailbox/mailboxtest", "cmd/dev/identity", "cmd/dev/capture"}

// forTests reports whether a package is there for tests and for trying the product: what is shipped must do without it.
func forTests(pkg string) bool { return pkg == "cmd/dev/nodes" || strings.HasSuffix(pkg, "test") }

func ours(imports []string) []string {
	var names []string
	for _, path := range imports {
		if name, ok := strings.CutPrefix(path, "narthex/"); ok {
			names = append(names, name)
		}
	}
	return names
}

func mayImport(t *testing.T, pkg, imported string) bool {
	t.Helper()
	for _, rule := range allowed {
		if matches(rule.pkg, pkg) {
			return slices.ContainsFunc(rule.uses, func(pattern string) bool { return matches(pattern, imported) })
		}
	}
	t.Errorf("no rule says what %s may import", pkg)
	return true
}

func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	prefix, below := strings.CutSuffix(pattern, "/...")
	return name == prefix || below && strings.HasPrefix(name, prefix+"/")
}
