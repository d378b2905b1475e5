package static_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"narthex/static"
)

// Forms that scripts send do nothing where there are none: a browser would otherwise put what was typed into an address, as if it
// had been saved. Their pages say what to do.
func TestFormsThatScriptsSendDoNothingWithoutThem(t *testing.T) {
	sent := regexp.MustCompile(`<form [^>]*data-(?:save|upload)=`)
	found := 0
	err := fs.WalkDir(static.Templates, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(static.Templates, path)
		if err != nil {
			return err
		}
		forms := sent.FindAllString(string(text), -1)
		found += len(forms)
		for _, form := range forms {
			if !strings.HasPrefix(form, `<form method="dialog"`) {
				t.Errorf("%s: %s", path, form)
			}
		}
		if len(forms) > 0 && !strings.Contains(path, "parts/") && !strings.Contains(string(text), `{{template "needs-scripts"}}`) {
			t.Errorf("%s does not say that it needs scripts", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 15 {
		t.Errorf("%d forms are found", found)
	}
}

// A page that tells nobody where it was left sends its forms as from nowhere (Origin: null), which is refused where the browser does not
// say by Sec-Fetch-Site that they are of this site: Safari before 16.4, and any browser at an address of plain http. Only forms that a
// signed link in the address vouches for are taken from anywhere.
func TestPagesWhoseFormsMustComeFromHereSaySo(t *testing.T) {
	vouchedFor := map[string]bool{"acknowledge.html": true, "adminaddress.html": true, "ownership.html": true}
	posts := regexp.MustCompile(`<form [^>]*method="post"`)
	found := 0
	err := fs.WalkDir(static.Templates, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(static.Templates, path)
		if err != nil || !posts.Match(text) {
			return err
		}
		found++
		if strings.Contains(string(text), `content="no-referrer"`) && !vouchedFor[entry.Name()] {
			t.Errorf("the forms of %s are sent as from nowhere", path)
		}
		return nil
	})
	if err != nil || found < 15 {
		t.Fatalf("%d pages with forms are found, %v", found, err)
	}
}
