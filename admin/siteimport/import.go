package siteimport

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/admin/siteimport/draft"
)

// Import is a reading of a website.
type Import struct {
	ID      uuid.UUID  `json:"id"`
	URL     string     `json:"url"`
	Status  string     `json:"status"`  // working, done, failed or cancelled
	Reason  string     `json:"reason"`  // why it failed: a crawl.Reason, or nothing_found
	MovedTo string     `json:"-"`       // where the site leads instead
	Reading string     `json:"reading"` // the page that is being read
	Read    int        `json:"read"`    // pages
	Refused int        `json:"refused"` // pages that could not be read
	Drafts  int        `json:"drafts"`
	Open    int        `json:"open"` // drafts that nobody has decided about
	BegunAt time.Time  `json:"-"`
	EndedAt *time.Time `json:"-"`
	SpentMs int        `json:"-"`
	Listed  bool       `json:"-"`
}

// Done is how many pages were asked for.
func (i Import) Done() int { return i.Read + i.Refused }

// replaces is the value of a line that somebody has chosen for it to take the place of, beside the fields of its group; empty: of none.
const replaces = "replaces"

// numbered is a draft as it is kept.
type numbered struct {
	draft.Draft
	Number int
	Status string // open, accepted or discarded
}

// Bounds of one import.
const (
	mostPages   = 30
	mostWaiting = 400 // pages that are known and not read
	budget      = 3 * time.Minute
	// mostADay is how often a church has a website read in a day.
	mostADay = 12
	// abandoned is after how long an import that has not ended is taken for one whose job was given up.
	abandoned = 30 * time.Minute
)

// nothingFound is why an import failed whose pages were read.
const nothingFound = "nothing_found"

// Errors of the store.
var (
	errGone    = errors.New("there is no such import")
	errWorking = errors.New("another import is under way")
	errTooMany = errors.New("the church has had its website read too often today")
)
