// Package cursor says where the next page of a list begins that is read by time, the newest first: after the row with a time and an
// id. In an address it is opaque.
package cursor

import (
	"encoding/base64"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Cursor is the last row of the page before. The id decides between rows of the same time.
type Cursor struct {
	At time.Time
	ID uuid.UUID
}

// String is a cursor for an address.
func (c Cursor) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(c.At.UTC().Format(time.RFC3339Nano) + " " + c.ID.String()))
}

// Parse reads a cursor; nil: there is none, or none that can be read, and the list begins at its newest.
func Parse(text string) *Cursor {
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	at, id, _ := strings.Cut(string(decoded), " ")
	var c Cursor
	var unread error
	c.At, unread = time.Parse(time.RFC3339Nano, at)
	c.ID, err = uuid.Parse(id)
	if unread != nil || err != nil || c.At.Year() < 2000 || c.At.Year() > 9999 { // Postgres knows no year 10000
		return nil
	}
	return &c
}
