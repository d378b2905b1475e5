package regression

import (
	"slices"

	"github.com/google/uuid"

	"narthex/chat/evaluate/cases"
)

// since is what became of a case since the run before.
type since string

const (
	same    since = ""        // as right, or as wrong, as then
	spoiled since = "spoiled" // it was right
	mended  since = "mended"  // it was wrong
	fresh   since = "fresh"   // it was not asked then, or something else was expected
)

// compared is a line beside the same one of the run before.
type compared struct {
	line
	Since  since
	Before string // what was said then, where that was something else; empty: the same, or nothing
}

// compare lays lines beside those of the run before, the wrong ones first. Those that were not asked yet are left out.
func compare(lines, before []line) []compared {
	then := make(map[uuid.UUID]line, len(before))
	for _, l := range before {
		then[l.CaseID] = l
	}
	var all []compared
	for _, l := range lines {
		if l.Result == nil {
			continue
		}
		c := compared{line: l}
		was, asked := then[l.CaseID]
		switch asked = asked && was.Result != nil && sameExpectations(was.Wanted, l.Wanted); {
		case !asked && len(before) > 0:
			c.Since = fresh
		case asked && was.Result.Right() && !l.Result.Right():
			c.Since = spoiled
		case asked && !was.Result.Right() && l.Result.Right():
			c.Since = mended
		}
		if asked && was.Result.Text != l.Result.Text {
			c.Before = was.Result.Text
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b compared) int { return rank(a) - rank(b) })
	return all
}

// rank is lower for what an admin should see first.
func rank(c compared) int {
	switch {
	case c.Since == spoiled:
		return 0
	case !c.Result.Right():
		return 1
	case c.Since == mended:
		return 2
	}
	return 3
}

func sameExpectations(a, b cases.Case) bool {
	return a.Question == b.Question && a.Agent == b.Agent && a.Language == b.Language && a.Tier == b.Tier && slices.Equal(a.MustSay, b.MustSay) && slices.Equal(a.MustNotSay, b.MustNotSay)
}
