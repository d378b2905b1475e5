package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// PicturesSetting is set in the environment by those who want to look at the pages. Nothing is compared with pictures, and to
// take one of each page took half of the browser's CPU time.
const PicturesSetting = "NARTHEX_PICTURES"

// WantsPictures reports whether there is somebody to look at the pages.
func WantsPictures() bool { return os.Getenv(PicturesSetting) != "" }

// pictureLimit bounds taking one.
const pictureLimit = time.Minute

// KeepPicture writes a picture of the page that a context of chromedp belongs to, whether it is wanted or not: of all of it, or of what is
// seen.
func KeepPicture(t testing.TB, tab context.Context, whole bool, path string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, pictureLimit)
	defer cancel()
	take := chromedp.CaptureScreenshot()
	if whole {
		take = chromedp.FullScreenshot(100) // as PNG
	}
	picture, err := chromedp.Run(ctx, take)
	if err != nil {
		t.Fatalf("take a picture: %v", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Picture keeps a picture of what is seen, where pictures are wanted.
func (p *Tab) Picture(path string) { p.picture(false, path) }

// WholePicture keeps a picture of the whole page, where pictures are wanted.
func (p *Tab) WholePicture(path string) { p.picture(true, path) }

func (p *Tab) picture(whole bool, path string) {
	p.t.Helper()
	if WantsPictures() {
		KeepPicture(p.t, p.ctx, whole, path)
	}
}
