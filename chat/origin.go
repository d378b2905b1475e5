package chat

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// Origin tells the clients of a church apart without saying who they are, so that none of them causes any number of notices. It is
// empty where the address is not known.
func (t *Turn) Origin() string { return OriginIn(t.Church.ID, t.Address) }

// OriginIn is the origin of an address at a church.
func OriginIn(churchID uuid.UUID, address string) string {
	if address == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(churchID.String() + " " + address))
	return hex.EncodeToString(sum[:12])
}
