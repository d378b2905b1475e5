package crisis

import (
	_ "embed"

	"narthex/chat/linear"
)

//go:embed model/ideas.txt
var ideasText string

// idea is what a word is about, whatever the word and its language; 0 if nothing that matters.
type idea = linear.Idea

// The ideas that stand in no list: what a number may say of somebody's age.
const (
	childsAge idea = 1 + iota
	oldAge
	anyNumber
	firstListed
)

// ideas says what words are about.
type ideas struct {
	*linear.Ideas
	child  idea
	people [256]bool // by idea: somebody whom a message may be about
}

// readIdeas reads a list of ideas. The names of people have a meaning here, the others are for the reader.
func readIdeas(text string) (*ideas, error) {
	listed, named, err := linear.ReadIdeas(text, firstListed)
	if err != nil {
		return nil, err
	}
	known := &ideas{Ideas: listed, child: named["child"]}
	for _, name := range []string{"child", "parent", "partner", "relative", "friend"} {
		known.people[named[name]] = true
	}
	return known, nil
}
