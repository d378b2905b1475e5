package seed

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// namespace is the root of every id the seed gives. Changing it would orphan every seeded row.
var namespace = uuid.MustParse("0f4c1b52-5a0e-4c53-9d54-6a3f7b0f2e11")

// stableID derives an id from what a row is, so that every database and every run gives the same row the same id. Being of
// version 5, such ids differ from all others in the system (the database makes version 4, the server version 7).
func stableID(parts ...string) uuid.UUID {
	return uuid.NewSHA1(namespace, []byte(strings.Join(parts, "/")))
}

// seededRow is the SQL condition that a row's id was made by stableID: the version digit of a UUID is its 15th character.
const seededRow = "substr(id::text, 15, 1) = '5'"

// ChurchID returns the id of the seeded church with that slug.
func ChurchID(slug string) uuid.UUID { return stableID("church", slug) }

func faqID(slug, question string) uuid.UUID { return stableID("faq", slug, question) }

// EventID returns the id of a seeded event on the day of start, by start's own clock.
func EventID(slug, key string, start time.Time) uuid.UUID {
	return stableID("event", slug, key, start.Format(time.DateOnly))
}

func groupID(slug, key string) uuid.UUID { return stableID("group", slug, key) }

func roleID(slug, key string) uuid.UUID { return stableID("volunteer role", slug, key) }

func documentID(slug, file string) uuid.UUID { return stableID("document", slug, file) }
