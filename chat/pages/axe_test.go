package pages_test

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// accepted is what axe cannot decide and people have: in a state whose name contains something, a rule for a reason.
var accepted = []struct{ state, rule, why, because string }{
	{"contact panel", "color-contrast", "overlapped by another element", "the panel lies over the conversation, which is looked at without it too"},
	{"contact panel", "color-contrast", "partially overlaps other elements", "the panel lies over different messages; its contrast is measured by mustLookRight"},
	{"contact panel", "color-contrast", "Element has no value", "an empty box under the panel, likewise"},
	{"the page around it", "frame-tested", "", "the panel in the frame is looked at by itself"},
}

func acceptedIn(state string, f browsertest.AxeFinding) bool {
	for _, known := range accepted {
		if f.Kind == browsertest.Undecided && f.Rule == known.rule && strings.Contains(state, known.state) && strings.Contains(f.Why, known.why) {
			return true
		}
	}
	return false
}

// axe looks at the page, or at the panel on it.
func (p *tab) axe(inPanel bool) browsertest.AxeReport {
	p.t.Helper()
	return browsertest.Axe(p.t, p.ctx, func(ctx context.Context) (cdp.FrameID, error) {
		if inPanel {
			return panelFrame(ctx)
		}
		tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return "", err
		}
		return tree.FrameTree.Frame.ID, nil
	})
}
