package journal

import (
	"github.com/google/uuid"
)

func forgottenKey(churchID, session uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:forgotten:" + session.String()
}

func turnKey(churchID, turn uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:turn:" + turn.String()
}

func runningKey(churchID uuid.UUID) string { return "narthex:{" + churchID.String() + "}:running" }

func JournalKey(churchID uuid.UUID) string { return "narthex:{" + churchID.String() + "}:journal" }

// refusedKey holds records that Postgres will not take.
func RefusedKey(churchID uuid.UUID) string { return JournalKey(churchID) + ":refused" }

func limitKey(churchID uuid.UUID, kind, key string) string {
	return "narthex:{" + churchID.String() + "}:limit:" + kind + ":" + key
}

func crisisKey(churchID, session uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:crisis:" + session.String()
}
