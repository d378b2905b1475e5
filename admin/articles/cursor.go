package articles

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/google/uuid"
)

// cursor is where a page of a list ended: behind the article with an id, of a time and, in a search, a rank.
type cursor struct {
	rank float32
	at   time.Time
	id   uuid.UUID
}

// ErrCursor: what is to say where a page begins was not made here.
var ErrCursor = errors.New("no cursor of ours")

const cursorSize = 4 + 8 + 16

// String is the cursor as it stands in an address: base64url of rank, microseconds since 1970, and id.
func (c cursor) String() string {
	said := binary.BigEndian.AppendUint32(nil, math.Float32bits(c.rank))
	said = binary.BigEndian.AppendUint64(said, uint64(c.at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(said, c.id[:]...))
}

// first is before everything.
func first() cursor {
	return cursor{rank: math.MaxFloat32, at: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), id: uuid.Max}
}

func parseCursor(text string) (cursor, error) {
	if text == "" {
		return first(), nil
	}
	if len(text) != base64.RawURLEncoding.EncodedLen(cursorSize) {
		return cursor{}, ErrCursor
	}
	said, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return cursor{}, ErrCursor
	}
	c := cursor{
		rank: math.Float32frombits(binary.BigEndian.Uint32(said)), at: time.UnixMicro(int64(binary.BigEndian.Uint64(said[4:]))).UTC(), id: uuid.UUID(said[12:]),
	}
	if c.rank != c.rank || c.at.Year() < 1 || c.at.Year() > 9999 {
		return cursor{}, ErrCursor
	}
	return c, nil
}
