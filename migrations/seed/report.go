package seed

import (
	"fmt"
	"strings"
)

// Report says what Apply did, kind by kind, in the order it was done.
type Report struct {
	Counts []Count
}

// Count is what happened to the rows of one kind.
type Count struct {
	Kind      string
	Inserted  int
	Updated   int
	Removed   int
	Unchanged int
	Kept      int // left alone though the seed has them, because a subscriber or another church holds the row
}

// Changed reports whether any row was written.
func (r Report) Changed() bool {
	for _, count := range r.Counts {
		if count.changed() {
			return true
		}
	}
	return false
}

// Of returns the count of one kind; zero when that kind was not loaded.
func (r Report) Of(kind string) Count {
	for _, count := range r.Counts {
		if count.Kind == kind {
			return count
		}
	}
	return Count{Kind: kind}
}

// String gives one line per kind.
func (r Report) String() string {
	var lines strings.Builder
	for _, c := range r.Counts {
		fmt.Fprintf(&lines, "%-22s %4d inserted  %4d updated  %4d removed  %4d unchanged", c.Kind, c.Inserted, c.Updated, c.Removed, c.Unchanged)
		if c.Kept > 0 {
			fmt.Fprintf(&lines, "  %4d kept", c.Kept)
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}

func (c Count) changed() bool { return c.Inserted+c.Updated+c.Removed > 0 }
