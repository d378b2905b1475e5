package journal

import (
	"github.com/google/uuid"

	"narthex/cache"
)

// The keys of the journal are in the list of cache/keys.go.
const (
	activeKey      = "narthex:{churches}:active"
	incarnationKey = "narthex:{churches}:mark"
	stopChannel    = "narthex:stop"
)

func key(churchID uuid.UUID, name string) string {
	return cache.KeyPrefix(churchID) + name
}

func turnKey(churchID, turn uuid.UUID) string { return key(churchID, "turn:"+turn.String()) }
func runningKey(churchID uuid.UUID) string    { return key(churchID, "running") }

// JournalKey holds records that Postgres does not have yet.
func JournalKey(churchID uuid.UUID) string { return key(churchID, "journal") }

// RefusedKey holds records that Postgres will not take.
func RefusedKey(churchID uuid.UUID) string { return key(churchID, "journal:refused") }

func crisisKey(churchID, session uuid.UUID) string { return key(churchID, "crisis:"+session.String()) }
