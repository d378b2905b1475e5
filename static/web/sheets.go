package web

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// importsSheet is a line of a style sheet that stands for another one.
var importsSheet = regexp.MustCompile(`(?m)^@import "(\.\.?/[^"]+)";\n`)

// joinSheets puts into each style sheet what it imports, in the place of the line that says so: a page that names one sheet
// has all of it after one round trip. What a browser would do is the same, except that a sheet that imports itself, by
// whatever detour, is an error here.
func joinSheets(contents map[string][]byte) error {
	joined := make(map[string][]byte)
	for name := range contents {
		if path.Ext(name) != ".css" {
			continue
		}
		whole, err := joinSheet(contents, name, nil)
		if err != nil {
			return err
		}
		joined[name] = whole
	}
	maps.Copy(contents, joined)
	return nil
}

// joinSheet is a style sheet with what it imports. within are the sheets that it is imported by.
func joinSheet(contents map[string][]byte, name string, within []string) (whole []byte, err error) {
	content, ok := contents[name]
	if !ok {
		return nil, fmt.Errorf("%s: imported, but not there", name)
	}
	if slices.Contains(within, name) {
		return nil, fmt.Errorf("%s imports itself: %s", name, strings.Join(within, ", "))
	}
	whole = importsSheet.ReplaceAllFunc(content, func(line []byte) []byte {
		imported := path.Join(path.Dir(name), string(importsSheet.FindSubmatch(line)[1]))
		part, failed := joinSheet(contents, imported, append(within, name))
		if failed != nil && err == nil {
			err = failed
		}
		return part
	})
	return whole, err
}
