package websocket

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// What is not listed is not in the API's reference.
func TestAllCloseCodesAreListed(t *testing.T) {
	named := map[string]websocket.StatusCode{
		"StatusGoingAway": websocket.StatusGoingAway, "StatusProtocolError": websocket.StatusProtocolError, "StatusUnsupportedData": websocket.StatusUnsupportedData,
		"StatusAbnormalClosure": websocket.StatusAbnormalClosure, "StatusInvalidFramePayloadData": websocket.StatusInvalidFramePayloadData,
		"StatusPolicyViolation": websocket.StatusPolicyViolation, "StatusMessageTooBig": websocket.StatusMessageTooBig,
		"StatusInternalError": websocket.StatusInternalError, "StatusTryAgainLater": websocket.StatusTryAgainLater,
	}
	file, err := parser.ParseFile(token.NewFileSet(), "socket.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	used := make(map[websocket.StatusCode]bool)
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "close") {
			return true
		}
		literal, ok := spec.Values[0].(*ast.CompositeLit)
		if !ok {
			return true
		}
		switch code := literal.Elts[0].(type) {
		case *ast.SelectorExpr:
			used[named[code.Sel.Name]] = true
		case *ast.BasicLit:
			number, err := strconv.Atoi(code.Value)
			if err != nil {
				t.Fatal(err)
			}
			used[websocket.StatusCode(number)] = true
		}
		return true
	})
	listed := CloseCodes()
	if len(used) != len(listed) {
		t.Errorf("%d codes are used, %d listed", len(used), len(listed))
	}
	for code := range used {
		if !slices.ContainsFunc(listed, func(c CloseCode) bool { return c.Code == code }) {
			t.Errorf("%d is not listed", code)
		}
	}
}
