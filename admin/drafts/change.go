package drafts

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
)

// Change is one thing that a draft changes.
type Change struct {
	ID     uuid.UUID
	Target string    // a table, or faqTarget
	RowID  uuid.UUID // the FAQ; elsewhere the church
	Field  string    // a column, or column/key; empty: the whole FAQ
	// Before is what stood there when it was changed first, After what is to stand there. Nil: nothing.
	Before, After json.RawMessage
	vectors
	Who       string
	What      string // as in the audit log, with Detail
	Detail    map[string]string
	ChangedAt time.Time
}

// vectors are those of a FAQ as Postgres writes them. Nil: they are made after publishing.
type vectors struct {
	Embedder                     *string
	Embedding, QuestionEmbedding *string
}

// place is where something is changed.
type place struct {
	target string
	row    uuid.UUID
	field  string
}

func (c Change) place() place { return place{c.Target, c.RowID, c.Field} }

// Area is the area of what is changed.
func (c Change) Area() access.Area { return areaOf(c.Target, c.Field) }

// isPosition reports whether a position of the church's own is changed.
func (c Change) isPosition() bool { return strings.HasPrefix(c.Field, "doctrinal_overrides/") }

// Conflict is a change of a place that holds something else by now than when it was changed first.
type Conflict struct {
	Change
	Now json.RawMessage // what it holds
}

// conflictsOf are those among changes, given what stands in their places. What already is as it is to be is none.
func conflictsOf(changes []Change, now map[place]json.RawMessage) (found []Conflict) {
	for _, c := range changes {
		if held := nowIn(now, c); !same(held, c.Before) && !same(held, c.After) {
			found = append(found, Conflict{c, held})
		}
	}
	return found
}

// same compares two values as Postgres writes them. Null is nothing.
func same(a, b json.RawMessage) bool { return bytes.Equal(valueOf(a), valueOf(b)) }

// valueOf is nil for null.
func valueOf(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

// areasOf are the areas of changes, each once, in the order of the table of roles.
func areasOf(changes []Change) (areas []access.Area) {
	for _, area := range access.Areas() {
		if slices.ContainsFunc(changes, func(c Change) bool { return c.Area() == area }) {
			areas = append(areas, area)
		}
	}
	return areas
}

// nowIn is what stands in the place of a change.
func nowIn(now map[place]json.RawMessage, c Change) json.RawMessage { return now[placeIn(now, c)] }

// placeIn is the place of a change. Two positions on a topic are one place, in whatever case somebody wrote it: where the draft adds one that
// somebody else has added meanwhile, it is that one's.
func placeIn(now map[place]json.RawMessage, c Change) place {
	if _, there := now[c.place()]; there || c.Before != nil || !c.isPosition() {
		return c.place()
	}
	for p := range now {
		if p.target == c.Target && strings.EqualFold(p.field, c.Field) {
			return p
		}
	}
	return c.place()
}
