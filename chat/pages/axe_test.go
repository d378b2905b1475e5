package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/stack"
)

// axe-core (https://github.com/dequelabs/axe-core) looks at pages as they stand in the browser. The developer tools give it
// to them, in a world of its own: the pages' policy stays as strict as visitors have it.

// runAxe runs the rules that pages are held to: WCAG 2.2 AA with all that it builds on, and axe's best practices. What is
// in a frame is looked at there.
const runAxe = `new Promise((resolve) => requestAnimationFrame(resolve)).then(() => axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations", "incomplete"], iframes: false,
})).then(({ violations, incomplete, passes }) => {
	const found = (kind) => (rule) => rule.nodes.map((node) => ({ kind, rule: rule.id, html: node.html, why: node.failureSummary ?? "" }));
	return { findings: violations.flatMap(found("violation")).concat(incomplete.flatMap(found("undecided"))), passed: passes.length };
})`

// accepted is what axe cannot decide and people have: in a state whose name contains something, a rule for a reason.
var accepted = []struct{ state, rule, why, because string }{
	{"contact panel", "color-contrast", "overlapped by another element", "the panel lies over the conversation, which is looked at without it too"},
	{"contact panel", "color-contrast", "partially overlaps other elements", "the panel lies over different messages; its contrast is measured by mustLookRight"},
	{"contact panel", "color-contrast", "Element has no value", "an empty box under the panel, likewise"},
	{"the page around it", "frame-tested", "", "the panel in the frame is looked at by itself"},
}

// axeReport is what axe says of one state of a page.
type axeReport struct {
	Findings []axeFinding
	Passed   int // rules
}

// undecided is how many things axe leaves to people.
func (r axeReport) undecided() (n int) {
	for _, finding := range r.Findings {
		if finding.Kind == "undecided" {
			n++
		}
	}
	return n
}

type axeFinding struct{ Kind, Rule, HTML, Why string }

func (f axeFinding) String() string {
	return fmt.Sprintf("%s of %s: %.300s\n%s", f.Kind, f.Rule, f.HTML, f.Why)
}

func (f axeFinding) acceptedIn(state string) bool {
	for _, known := range accepted {
		if f.Kind == "undecided" && f.Rule == known.rule && strings.Contains(state, known.state) && strings.Contains(f.Why, known.why) {
			return true
		}
	}
	return false
}

// axeScript is axe itself.
var axeScript struct {
	once sync.Once
	text string
	err  error
}

func needAxe(t *testing.T) string {
	t.Helper()
	axeScript.once.Do(func() {
		var text []byte
		text, axeScript.err = os.ReadFile(filepath.Join(stack.NeedNodeModules(t, os.DirFS("testdata/axe")), "axe-core", "axe.min.js"))
		axeScript.text = string(text)
	})
	if axeScript.err != nil {
		t.Fatal(axeScript.err)
	}
	return axeScript.text
}

// axe looks at the page, or at the panel on it.
func (p *tab) axe(inPanel bool) (report axeReport) {
	p.t.Helper()
	script := needAxe(p.t)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		world, err := axeWorld(ctx, inPanel)
		if err != nil {
			return err
		}
		var there bool
		if err := evaluateIn(ctx, world, `typeof axe === "object"`, &there); err != nil {
			return err
		}
		if !there {
			if err := evaluateIn(ctx, world, script+"\n;null", new(any)); err != nil {
				return err
			}
		}
		return evaluateIn(ctx, world, runAxe, &report)
	}))
	if err != nil {
		p.t.Fatalf("axe: %v", err)
	}
	return report
}

// axeWorld is the world of axe in the page or the panel; it stays the same until they are left.
func axeWorld(ctx context.Context, inPanel bool) (runtime.ExecutionContextID, error) {
	tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	frame := tree.FrameTree.Frame.ID
	if inPanel {
		if frame, err = panelFrame(ctx); err != nil {
			return 0, err
		}
	}
	world, err := chromedp.Call(ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: "axe"})
	if err != nil {
		return 0, err
	}
	return world.ExecutionContextID, nil
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
