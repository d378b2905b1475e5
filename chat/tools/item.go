package tools

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// Item is something of a church's own that a model names by its id, its title or words of it.
type Item interface {
	Identity() (id uuid.UUID, title string)
}

// Named finds the items that are meant: the one with the id, those with the title, or those that fit the words best. All are
// the turn's church's, so that an id of another church's finds nothing.
func Named[T Item](items []T, asked string) []T {
	var exact []T
	wantedID, err := uuid.Parse(asked)
	for _, each := range items {
		id, title := each.Identity()
		if err == nil && id == wantedID || words.Fold(title) == words.Fold(asked) {
			exact = append(exact, each)
		}
	}
	if len(exact) > 0 || err == nil {
		return exact
	}
	return stems.Search(items, asked, func(each T) string { _, title := each.Identity(); return title })
}

// maxCandidates is how many items a question back names.
const maxCandidates = 6

// Candidates names items for a question back, each with the id to call again with.
func Candidates[T Item](items []T, describe func(T) string) string {
	var lines []string
	for _, each := range items[:min(len(items), maxCandidates)] {
		id, _ := each.Identity()
		lines = append(lines, fmt.Sprintf("%s (id %s)", describe(each), id))
	}
	return strings.Join(lines, "; ")
}

func titleOf[T Item](each T) string {
	_, title := each.Identity()
	return title
}

// TheOne picks the item that the parameter names. Where none or several may be meant it is for the visitor to say which.
func TheOne[T Item](c *Invocation, items []T, parameter, what string) (T, error) {
	found := Named(items, c.Text(parameter))
	if len(found) == 1 {
		return found[0], nil
	}
	var none T
	if len(items) == 0 {
		return none, NotOnFile("any " + what)
	}
	if len(found) == 0 {
		return none, Refuse(NotFound, "This church has no such %s. There are: %s. Ask the visitor which they mean; never make one up.", what, Candidates(items, titleOf))
	}
	return none, Refuse(NotFound, "Several may be meant: %s. Ask the visitor which, then call again with its id.", Candidates(found, titleOf))
}
