package church

import "time"

// unknownSlug remembers that no church had a slug.
type unknownSlug struct {
	generation uint64 // Store.unknown when that was found
	since      time.Time
}

const maxSlugLength = 80

// possibleSlug spares the database what no church can be called.
func possibleSlug(slug string) bool {
	if slug == "" || len(slug) > maxSlugLength {
		return false
	}
	for _, c := range []byte(slug) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
