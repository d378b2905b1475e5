package slots

import (
	"regexp"
	"strings"
	"time"

	"narthex/chat/model/offline/intent"
	"narthex/chat/words"
)

// Church is what is to be known of a church to understand what its visitors say.
type Church struct {
	Name    string    // a feast that it is called by is not meant where it is named
	Country string    // ISO 3166-1 alpha-2, for its feasts; "": not on file
	Now     time.Time // by its clock
	Staff   []string  // the names of those whom messages may be for

	// Troubled reports whether a message tells of grief or a need: it wants to join nothing, whatever words stand in it. nil: none does.
	Troubled func(message string) bool
}

// troubled reports whether a message tells of grief or a need.
func (c Church) troubled(message string) bool { return c.Troubled != nil && c.Troubled(message) }

// addressed is for whom a message is that is to be told to somebody by name, "" for the office.
func (c Church) addressed(message string) string {
	if !intent.ToldTo(message) {
		return ""
	}
	return c.addressee(message)
}

// addressee is the one of a church's people whom a message to somebody names, "" for nobody or several.
func (c Church) addressee(message string) (found string) {
	said := words.Set(strings.Join(strings.Fields(plainWords.ReplaceAllString(words.Fold(message), " ")), " "))
	for _, name := range c.Staff {
		for word := range words.Split(words.Fold(name)) {
			if len(word) < 3 || !said[word] || titled[word] {
				continue
			}
			if found != "" && found != name {
				return ""
			}
			found = name
		}
	}
	return found
}

var (
	plainWords = regexp.MustCompile(`[^\pL\d]+`)
	// titled are what several people are called.
	titled = words.Set("rev pastor father sister brother deacon the padre pastora hermana hermano don dona")
)
