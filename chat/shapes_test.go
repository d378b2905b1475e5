package chat_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"narthex/chat"
)

// What is not listed is not in the API's reference.
func TestAllProblemsAndKindsOfEventsAreListed(t *testing.T) {
	codes := make(map[string]bool)
	for _, problem := range chat.Problems() {
		codes[problem.Code()] = true
	}
	if declared := declaredWith(t, "problem.go", "Err"); len(codes) != len(declared) {
		t.Errorf("%d problems are listed, %d declared: %v", len(codes), len(declared), declared)
	}
	kinds := make(map[chat.EventKind]bool)
	for _, kind := range chat.Kinds() {
		kinds[kind] = true
	}
	if declared := declaredWith(t, "event.go", "Kind"); len(kinds) != len(declared) {
		t.Errorf("%d kinds are listed, %d declared: %v", len(kinds), len(declared), declared)
	}
}

// declaredWith are the variables and constants of a file whose names begin with a prefix.
func declaredWith(t *testing.T, name, prefix string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR && group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			for _, declared := range spec.(*ast.ValueSpec).Names {
				if strings.HasPrefix(declared.Name, prefix) {
					names = append(names, declared.Name)
				}
			}
		}
	}
	return names
}
