package pages

import (
	"fmt"
	"hash/fnv"

	"github.com/google/uuid"
)

// drawing is a landscape with a house of worship, in the church's colours, that stands where there is no photo or while it is on
// its way. It is a church's own and always the same: its id decides the hills, the sun and the house.
type drawing struct {
	Sun, SunTop int // its middle
	Far, Near   string
	House, Door string
	At          int // where the house stands, from the left
}

// houses are silhouettes around x = 0 that stand on y = 276: the walls, and the door. Chapel, tower at the side, dome, broad gable.
var houses = [...]struct{ walls, door string }{
	{"M-38 276v-56l29-23v-31l7.5-15v-9h-5v-3h5v-6h3v6h5v3h-5v9l7.5 15v31l29 23v56z", "M-10 276v-27a10 10 0 0 1 20 0v27z"},
	{"M-52 276v-104l14-26 14 26v36l40-24 40 24v68z", "M6 276v-28a10 10 0 0 1 20 0v28z"},
	{"M-50 276v-50h18a32 32 0 0 1 30-32v-10h-5v-3h5v-8h4v8h5v3h-5v10a32 32 0 0 1 30 32h18v50z", "M-9 276v-28a9 9 0 0 1 18 0v28z"},
	{"M-64 276v-44l62-44v-12h-5v-3h5v-8h4v8h5v3h-5v12l62 44v44z", "M-12 276v-30h24v30z"},
}

func drawingOf(id uuid.UUID) drawing {
	sum := fnv.New64a()
	sum.Write(id[:])
	seed := sum.Sum64()
	within := func(least, most int) int { // takes some of the bits
		n := uint64(most - least + 1)
		value := least + int(seed%n)
		seed /= n
		return value
	}
	d := drawing{At: within(300, 540), SunTop: within(150, 214)}
	d.Sun = d.At + within(-130, 130)
	d.Far = fmt.Sprintf("M0 %d C140 %d 240 %d 400 %d S690 %d 840 %d V360 H0z",
		within(215, 250), within(175, 225), within(200, 260), within(215, 240), within(180, 255), within(200, 245))
	// Under the house it is flat enough to build on.
	d.Near = fmt.Sprintf("M0 %d C%d 268 %d 262 %d 266 S%d 290 840 %d V360 H0z",
		within(280, 305), d.At-220, d.At-110, d.At, d.At+220, within(250, 290))
	house := houses[within(0, len(houses)-1)]
	d.House, d.Door = house.walls, house.door
	return d
}
