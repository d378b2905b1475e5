package scripture

// Editions are all there are.
var Editions = editions

// Books are all books there are.
func Books() []*Book { return theCanon().books }

// Bounds of what is given at once.
const (
	MaxVerses      = maxVerses
	MaxSuggestions = maxSuggestions
)
