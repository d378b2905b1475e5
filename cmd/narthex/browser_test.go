package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/stack"
)

// talkInBrowser has a conversation with a demonstration church as a visitor with a phone would, and keeps a picture.
func talkInBrowser(t *testing.T, p *program) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(stack.NeedChromium(t)),
		chromedp.NoSandbox, // the test may run as root, and the page is ours
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	defer stopAllocator()
	browser, stopBrowser := chromedp.NewContext(allocator)
	defer stopBrowser()
	ctx, cancel := context.WithTimeout(browser, time.Minute)
	defer cancel()
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, steps...); err != nil {
			t.Fatalf("browser: %v", err)
		}
	}
	wait := func(expression string) {
		t.Helper()
		script := fmt.Sprintf(`new Promise((resolve) => {
			const deadline = Date.now() + 20000;
			const check = () => (%s) ? resolve(true) : Date.now() > deadline ? resolve(false) : setTimeout(check, 10);
			check();
		})`, expression)
		if holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise)); err != nil || !holds {
			body, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
			t.Fatalf("never became true: %s (%v)\n%s", expression, err, body)
		}
	}
	do(chromedp.EmulateViewport(420, 860, chromedp.EmulateScale(2)), chromedp.Navigate("http://"+p.base+"/chat/grace-harbor"))
	wait(`document.querySelector("[data-chat][data-ready]") !== null`)
	for _, turn := range []struct{ question, answer string }{
		{"What time is church on Sunday?", "9:00 AM Traditional worship"},
		{"Can I bring my dog to church?", "Service animals are welcome"},
		{"Is alcohol allowed in the building?", "No alcohol"},
	} {
		do(chromedp.Click(chromedp.CSS("#message")), chromedp.SendKeys(chromedp.CSS("#message"), turn.question), chromedp.Click(chromedp.CSS("[data-send]")))
		wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, turn.answer))
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	const artifacts = "../../.artifacts"
	if err := os.MkdirAll(artifacts, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(artifacts, "demo.png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
