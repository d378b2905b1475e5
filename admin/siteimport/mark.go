package siteimport

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"narthex/admin/siteimport/draft"
)

// mark says what somebody was shown of a draft: what it says, and what it takes the place of. A form sends all that it shows, and not only
// what was written in it: a page that was opened before a colleague wrote in a draft would put back what stood there.
type mark struct{ says, instead string }

func markOf(d numbered, instead string) mark {
	var said []string
	for _, name := range writtenIn(d.Group) {
		said = append(said, strings.TrimSpace(strings.ReplaceAll(d.Values[name], "\r\n", "\n"))) // as browsers send lines
	}
	return mark{digest(strings.Join(said, "\x00")), digest(instead)}
}

func (m mark) String() string { return m.says + "." + m.instead }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
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
