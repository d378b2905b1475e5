package siteimport

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"narthex/admin/siteimport/draft"
)

// mark says what somebody was shown of a draft: a digest of what each field says that can be written in, and of what it takes the place
// of. A form sends all that it shows, and not only what was written in it: a page that was opened before a colleague wrote in a draft would
// put back what stood there. It is written field=digest,field=digest.
type mark map[string]string

func markOf(d numbered, instead string) mark {
	m := mark{replaces: digest(instead)}
	for _, name := range writtenIn(d.Group) {
		m[name] = digest(d.Values[name])
	}
	return m
}

func (m mark) String() string {
	entries := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		entries = append(entries, name+"="+m[name])
	}
	return strings.Join(entries, ",")
}

// shownTo is the mark that a form names of a draft. What it does not name was written: siteimport.js sends nothing else of other groups.
func shownTo(r *http.Request, number int) mark {
	m := mark{}
	for entry := range strings.SplitSeq(r.PostForm.Get("shown."+strconv.Itoa(number)), ",") {
		name, of, _ := strings.Cut(entry, "=")
		m[name] = of
	}
	return m
}

// digest is a short name of a text, however its lines end.
func digest(text string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")))) // as browsers send lines
	return base64.RawURLEncoding.EncodeToString(sum[:8])
}

// writtenIn are the fields of a group's drafts that can be written in: the others are what a draft is about.
func writtenIn(g draft.Group) (names []string) {
	for _, name := range g.Fields() {
		if name != "day" && name != "field" {
			names = append(names, name)
		}
	}
	return names
}
