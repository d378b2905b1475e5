package browsertest

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/stack"
)

// axe-core (https://github.com/dequelabs/axe-core) looks at pages as they stand in the browser. The developer tools give it
// to them, in a world of its own: the pages' policy stays as strict as visitors have it.

//go:embed axe
var axeModule embed.FS

// axeLimit bounds one look at a page.
const axeLimit = time.Minute

// runAxe runs the rules that pages are held to: WCAG 2.2 AA with all that it builds on, and axe's best practices. What is
// in a frame is looked at there.
const runAxe = `new Promise((resolve) => requestAnimationFrame(resolve)).then(() => axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations", "incomplete"], iframes: false,
})).then(({ violations, incomplete, passes }) => {
	const found = (kind) => (rule) => rule.nodes.map((node) => ({ kind, rule: rule.id, html: node.html, why: node.failureSummary ?? "" }));
	return { findings: violations.flatMap(found("violation")).concat(incomplete.flatMap(found("undecided"))), passed: passes.length };
})`

// AxeReport is what axe says of one state of a page.
type AxeReport struct {
	Findings []AxeFinding
	Passed   int // rules
}

// Undecided is how many things axe leaves to people.
func (r AxeReport) Undecided() (n int) {
	for _, finding := range r.Findings {
		if finding.Kind == Undecided {
			n++
		}
	}
	return n
}

// Undecided is the kind of a finding that axe leaves to people; the others are violations.
const Undecided = "undecided"

// AxeFinding is something that axe found of one element.
type AxeFinding struct{ Kind, Rule, HTML, Why string }

func (f AxeFinding) String() string {
	return fmt.Sprintf("%s of %s: %.300s\n%s", f.Kind, f.Rule, f.HTML, f.Why)
}

// Axe looks at the page in the tab.
func (p *Tab) Axe() AxeReport {
	p.t.Helper()
	return Axe(p.t, p.ctx, func(ctx context.Context) (cdp.FrameID, error) {
		tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return "", err
		}
		return tree.FrameTree.Frame.ID, nil
	})
}

// Axe looks at a frame of the page that a context of chromedp belongs to.
func Axe(t testing.TB, tab context.Context, frame func(context.Context) (cdp.FrameID, error)) (report AxeReport) {
	t.Helper()
	script, err := axe(t)
	if err != nil {
		t.Fatalf("axe: %v", err)
	}
	ctx, cancel := context.WithTimeout(tab, axeLimit)
	defer cancel()
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		in, err := frame(ctx)
		if err != nil {
			return err
		}
		// The world stays the same until the page is left.
		world, err := chromedp.Call(ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: in, WorldName: "axe"})
		if err != nil {
			return err
		}
		var there bool
		if err := evaluateIn(ctx, world.ExecutionContextID, `typeof axe === "object"`, &there); err != nil {
			return err
		}
		if !there {
			if err := evaluateIn(ctx, world.ExecutionContextID, script+"\n;null", new(any)); err != nil {
				return err
			}
		}
		return evaluateIn(ctx, world.ExecutionContextID, runAxe, &report)
	}))
	if err != nil {
		t.Fatalf("axe: %v", err)
	}
	return report
}

// axe is its script.
func axe(t testing.TB) (string, error) {
	t.Helper()
	module, err := fs.Sub(axeModule, "axe")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(stack.NeedNodeModules(t, module), "axe-core", "axe.min.js"))
	return string(text), err
}

func evaluateIn(ctx context.Context, world runtime.ExecutionContextID, expression string, value any) error {
	yes := true
	result, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: world, ReturnByValue: &yes, AwaitPromise: &yes,
	})
	if err != nil {
		return err
	}
	if thrown := result.ExceptionDetails; thrown != nil {
		return fmt.Errorf("%.60s: %s %s", expression, thrown.Text, thrown.Exception.Description)
	}
	return json.Unmarshal(result.Result.Value, value)
}
