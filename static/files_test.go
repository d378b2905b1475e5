package static_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"narthex/static"
)

// A browser shows nothing of a refusal where a link has the attribute download. Beside forms that scripts send, a link to a file opens by
// itself: the browser would ask whether to leave what is not saved, though it stays.
func TestLinksToFilesShowRefusalsAndLeaveNoForm(t *testing.T) {
	link, file := regexp.MustCompile(`<a [^>]*>`), regexp.MustCompile(`href="[^"]*(?:\.csv|\.json|/export)["?]`)
	found := 0
	err := fs.WalkDir(static.Templates, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(static.Templates, path)
		if err != nil {
			return err
		}
		for _, a := range link.FindAllString(string(text), -1) {
			if !file.MatchString(a) {
				continue
			}
			found++
			if regexp.MustCompile(`\sdownload[\s=>]`).MatchString(a) {
				t.Errorf("%s: a refusal is not shown: %s", path, a)
			}
			if strings.Contains(string(text), "data-save=") && !strings.Contains(a, `target="_blank" rel="noopener"`) {
				t.Errorf("%s: the forms are left: %s", path, a)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 8 {
		t.Errorf("%d links are found", found)
	}
}
