package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"golang.org/x/tools/go/packages"

	"narthex/migrations/pgtest"
)

// ofNoChurch are the statements about churches' rows that do not say which church, by the function that sends them, with why. A Postgres
// that is spread over machines would send each of them to all.
var ofNoChurch = map[string]string{
	"admin/access/store.go bySession":     "the session is what says whose it is",
	"admin/access/store.go end":           "a session that was found by its token",
	"admin/team/session.go sessions":      "of one person, whose identity is of one church",
	"admin/team/session.go endSession":    "of one person, whose identity is of one church",
	"admin/team/session.go endOthers":     "of one person, whose identity is of one church",
	"admin/team/ownlink.go ownLink":       "of one person, whose identity is of one church",
	"admin/team/ownlink.go endLinks":      "of one person, whose identity is of one church",
	"admin/team/address.go move":          "a change that was found by its token",
	"admin/team/address.go owners":        "of one person, whose identity is of one church",
	"admin/team/people.go give":           "of one person, whose identity is of one church",
	"admin/team/people.go remove":         "of one person, whose identity is of one church",
	"admin/team/people.go mayLoseAdmin":   "of one person, whose identity is of one church",
	"admin/match/match.go inTown":         "a directory of all churches, in which one is looked for that has the same name",
	"admin/billing/deleted.go deleted":    "what the payment service says of a subscription whose church is gone",
	"admin/billing/deleted.go noteEnded":  "what the payment service says of a subscription whose church is gone",
	"admin/directory/search.go Find":      "the directory lists all churches",
	"admin/discovery/store.go count":      "the sitemap lists all churches",
	"admin/discovery/store.go places":     "the sitemap lists all churches",
	"admin/onboarding/site.go demo":       "any demonstration church",
	"admin/figures/numbers.go shares":     "passes on what its callers say",
	"admin/faqs/importer.go put":          "lines of an import that was begun in the church's transaction",
	"chat/church/foreach.go ForEach":      "passes on what its callers say",
	"chat/tools/rows.go SelectRows":       "passes on what its callers say",
	"chat/transcript/forget.go delete":    "one statement after another from a list, each of which names the church",
	"admin/onboarding/site.go listed":     "passes on what its callers say",
	"cmd/narthex/knowledge.go reembedded": "the operator's command for all churches",
}

var (
	// tablesOf finds what a statement reads and writes.
	tablesOf = regexp.MustCompile(`(?i)\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)`)
	// saysWhich finds which church a statement is about: it compares the column, writes it, or asks which church was entered.
	saysWhich = regexp.MustCompile(`(?i)` +
		`\b(?:church_id|organization_id)\s*(?:=|in\b|is not distinct from)` +
		`|=\s*(?:any\s*\()?(?:\w+\.)?(?:church_id|organization_id)\b` +
		`|\bnarthex_church_id\(\)` +
		`|\binsert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\([^)]*\b(?:church_id|organization_id)\b` +
		`|\busing\s*\([^)]*\bchurch_id\b`)
	// saysWhichOfChurches does so for the table of churches itself.
	saysWhichOfChurches = regexp.MustCompile(`(?i)\b(?:id|slug)\s*(?:=|in\b)|\binsert\s+into\s+churches\b`)
	isStatement         = regexp.MustCompile(`(?i)^\s*(?:select|insert|update|delete|with)\s`)
)

// saysItsChurch reports whether a statement touches no church's rows, or says whose.
func saysItsChurch(statement string, owned map[string]bool) bool {
	others, churches := false, false
	for _, found := range tablesOf.FindAllStringSubmatch(statement, -1) {
		if table := found[1]; owned[table] {
			others, churches = others || table != "churches", true
		}
	}
	return !churches || saysWhich.MatchString(statement) || !others && saysWhichOfChurches.MatchString(statement)
}

func TestWhetherAStatementSaysItsChurch(t *testing.T) {
	owned := map[string]bool{"churches": true, "events": true, "messages": true}
	for statement, says := range map[string]bool{
		`select title from events where church_id = $1`:                             true,
		`select title from events where id = $1`:                                    false,
		`select church_id, title from events where id = $1`:                         false,
		`select e.title from events e join messages m on m.church_id = e.church_id`: true,
		`insert into events as e (id, church_id) values ($1, $2)`:                   true,
		`insert into events (id, title) values ($1, $2)`:                            false,
		`update events set title = $1 where church_id is not distinct from $2`:      true,
		`delete from events`: false,
		`with old as (delete from events where id = $1) select from old`:                 false,
		`select name from churches where slug = $1`:                                      true,
		`select name from churches`:                                                      false,
		`select c.name from churches c join events e on e.id = c.id where c.slug = $1`:   false,
		`select from messages where church_id = (select narthex_church_id()) and id = 1`: true,
		`select slug from theological_lenses`:                                            true,
		`select pg_advisory_xact_lock($1)`:                                               true,
	} {
		if got := saysItsChurch(statement, owned); got != says {
			t.Errorf("%q: %v", statement, got)
		}
	}
}

func TestEveryStatementSaysItsChurch(t *testing.T) {
	owned := tablesOfChurches(t)
	checked, unsaid := 0, make(map[string]bool)
	for _, pkg := range loadPackages(t, append(slices.Clone(bounded), "narthex/cmd/narthex", "narthex/static/...")) {
		if strings.HasSuffix(pkg.Name, "test") {
			continue // helps tests alone
		}
		for _, file := range pkg.Syntax {
			for _, declaration := range file.Decls {
				function, _ := declaration.(*ast.FuncDecl)
				ast.Inspect(declaration, func(node ast.Node) bool {
					call, ok := node.(*ast.CallExpr)
					if !ok {
						return true
					}
					if statement, sent := statementOf(pkg.TypesInfo, function, call); sent {
						checked++
						if statement == "" || !saysItsChurch(statement, owned) {
							where := whereIs(pkg, call, function)
							unsaid[where] = true
							if ofNoChurch[where] == "" {
								t.Errorf("%s does not say which church it is about: %s", where, strings.Join(strings.Fields(statement), " "))
							}
						}
					}
					return true
				})
			}
		}
	}
	if checked < 400 {
		t.Errorf("only %d statements were found", checked)
	}
	for where := range ofNoChurch {
		if !unsaid[where] {
			t.Errorf("%s says its church by now, or is gone", where)
		}
	}
}

// tablesOfChurches are the tables whose rows belong to a church.
func tablesOfChurches(t *testing.T) map[string]bool {
	t.Helper()
	rows, err := pgtest.New(t).Admin.Query(t.Context(), `
		select distinct table_name::text from information_schema.columns
		where table_schema = 'public' and (column_name in ('church_id', 'organization_id') or table_name = 'churches')`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(names) < 20 {
		t.Fatalf("%d tables: %v", len(names), err)
	}
	owned := make(map[string]bool)
	for _, name := range names {
		owned[name] = true
	}
	return owned
}

// statementOf is what a call sends to Postgres: what is constant of an argument that the library names sql or query, or of one of that
// name to a function of ours. "" for one of which nothing is known here.
func statementOf(info *types.Info, function *ast.FuncDecl, call *ast.CallExpr) (statement string, sent bool) {
	var name *ast.Ident
	switch called := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = called.Sel
	case *ast.Ident:
		name = called
	case *ast.IndexExpr: // of a type
		if selector, ok := called.X.(*ast.SelectorExpr); ok {
			name = selector.Sel
		} else {
			name, _ = called.X.(*ast.Ident)
		}
	}
	if name == nil {
		return "", false
	}
	called, ok := info.Uses[name].(*types.Func)
	if !ok || called.Pkg() == nil {
		return "", false
	}
	library := strings.HasPrefix(called.Pkg().Path(), "github.com/jackc/pgx/")
	parameters := called.Signature().Params()
	for i := range min(parameters.Len(), len(call.Args)) {
		parameter := parameters.At(i)
		if kind, ok := parameter.Type().(*types.Basic); !ok || kind.Kind() != types.String || parameter.Name() != "sql" && parameter.Name() != "query" {
			continue
		}
		said := constantsOf(info, function, call.Args[i], 0)
		if library || strings.HasPrefix(called.Pkg().Path(), "narthex/") && isStatement.MatchString(said) {
			return said, true
		}
	}
	return "", false
}

// mostSteps is how many assignments a statement is followed through.
const mostSteps = 4

// constantsOf is all that is constant of an expression, and of what is assigned to it in its function.
func constantsOf(info *types.Info, function *ast.FuncDecl, of ast.Expr, steps int) (said string) {
	if value := info.Types[of].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value) + " "
	}
	switch of := of.(type) {
	case *ast.BinaryExpr:
		return constantsOf(info, function, of.X, steps) + constantsOf(info, function, of.Y, steps)
	case *ast.ParenExpr:
		return constantsOf(info, function, of.X, steps)
	case *ast.CallExpr:
		for _, argument := range of.Args {
			said += constantsOf(info, function, argument, steps)
		}
	case *ast.Ident:
		variable := info.Uses[of]
		if function == nil || variable == nil || steps == mostSteps {
			return ""
		}
		ast.Inspect(function, func(node ast.Node) bool {
			assigned, ok := node.(*ast.AssignStmt)
			if !ok || len(assigned.Lhs) != len(assigned.Rhs) {
				return true
			}
			for i, left := range assigned.Lhs {
				if name, ok := left.(*ast.Ident); ok && (info.Uses[name] == variable || info.Defs[name] == variable) {
					said += constantsOf(info, function, assigned.Rhs[i], steps+1)
				}
			}
			return true
		})
	}
	return said
}

// whereIs is the file of a call and its function.
func whereIs(pkg *packages.Package, call *ast.CallExpr, function *ast.FuncDecl) string {
	name := "its variables"
	if function != nil {
		name = function.Name.Name
	}
	file := filepath.Base(pkg.Fset.Position(call.Pos()).Filename)
	return strings.TrimPrefix(pkg.PkgPath, "narthex/") + "/" + file + " " + name
}
