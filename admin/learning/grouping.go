package learning

import (
	"math"

	"github.com/google/uuid"

	"narthex/retrieval/vectors"
)

// grouping sorts questions into groups by meaning. A question joins the group whose anchor, its first question, is nearest, if that is
// near enough or asks the very same, and else is the first of a group of its own. So a question never leaves its group because others were asked later, and
// groups are what they were the day before.
type grouping struct {
	nearest   float64 // the least similarity, a cosine
	differing int     // in how many bits signatures may differ
	anchors   []anchor
	names     map[string]uuid.UUID // groups by the digests of what was asked in them: of its words, and of its gist
}

type anchor struct {
	group     uuid.UUID
	vector    []float32 // of length 1
	signature signature
}

func newGrouping(nearest float64) *grouping {
	return &grouping{nearest: nearest, differing: mostDiffering(nearest), names: make(map[string]uuid.UUID)}
}

// add adds a group. A vector without a direction is nobody's neighbour.
func (g *grouping) add(group uuid.UUID, vector []float32) {
	if vector = unit(vector); vector != nil {
		g.anchors = append(g.anchors, anchor{group, vector, signatureOf(vector)})
	}
}

// name notes what was asked in a group. The first group to which that belonged keeps it.
func (g *grouping) name(group uuid.UUID, digests ...[]byte) {
	for _, digest := range digests {
		if _, named := g.names[string(digest)]; !named && digest != nil {
			g.names[string(digest)] = group
		}
	}
}

// named finds the group in which the very same was asked.
func (g *grouping) named(digests ...[]byte) (group uuid.UUID, found bool) {
	for _, digest := range digests {
		if group, found = g.names[string(digest)]; found {
			return group, true
		}
	}
	return uuid.Nil, false
}

// find finds the group that a question belongs to by its meaning. Of two that are as near the older one counts.
func (g *grouping) find(vector []float32) (group uuid.UUID, found bool) {
	if vector = unit(vector); vector == nil {
		return uuid.Nil, false
	}
	s, best := signatureOf(vector), g.nearest
	for i := range g.anchors {
		a := &g.anchors[i]
		if a.signature.differs(&s) > g.differing {
			continue
		}
		if similarity := float64(vectors.Dot(a.vector, vector)); similarity > best || similarity >= best && !found {
			group, best, found = a.group, similarity, true
		}
	}
	return group, found
}

// unit is a vector's direction; nil: it has none.
func unit(v []float32) []float32 {
	length := math.Sqrt(float64(vectors.Dot(v, v)))
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return nil
	}
	scaled := make([]float32, len(v))
	for i, x := range v {
		scaled[i] = float32(float64(x) / length)
	}
	return scaled
}
