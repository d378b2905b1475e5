package transcript

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"narthex/chat"
)

// Stored is what came of storing records of several churches.
type Stored struct {
	// Locked are churches of which nothing was stored, because somebody else stores or forgets something of theirs just now.
	Locked map[uuid.UUID]bool
	// New are the records that were not there before, by their ids.
	New map[uuid.UUID]bool
}

// StoreSeveral writes records of several churches in one transaction: all of them, but for the churches that are locked, or none. As
// with Store, storing a record again changes nothing, nor does storing one of a conversation that was forgotten. It waits for a locked
// row 250 ms at the most.
func (t *Transcript) StoreSeveral(ctx context.Context, records []chat.Record) (Stored, error) {
	var messages messageColumns
	for i := range records {
		if err := messages.add(&records[i]); err != nil {
			return Stored{}, err
		}
	}
	conversations := conversationsOf(records)
	churches, locks := churchesOf(records)
	var taken, added []pgtype.UUID
	err := t.pool.QueryRow(ctx, `
		select taken, stored
		from store_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
			$24, $25, $26, $27, $28, $29, $30, $31, $32, $33)`,
		churches, locks,
		conversations.ids, conversations.churches, conversations.sessions, conversations.agents, conversations.languages,
		conversations.begun, conversations.last, conversations.flagged,
		messages.ids, messages.churches, messages.conversations, messages.turns, messages.clients, messages.roles, messages.contents,
		messages.agents, messages.lenses, messages.tiers, messages.reasons, messages.outcomes, messages.errorCodes,
		messages.similarities, messages.sources, messages.models, messages.promptTokens, messages.cachedTokens,
		messages.completionTokens, messages.costs, messages.timings, messages.traces, messages.times).Scan(&taken, &added)
	if err != nil {
		return Stored{}, fmt.Errorf("store %d messages of %d churches: %w", len(records), len(churches), err)
	}
	stored := Stored{Locked: make(map[uuid.UUID]bool), New: idSet(added)}
	free := idSet(taken)
	for _, church := range churches {
		if !free[church.Bytes] {
			stored.Locked[church.Bytes] = true
		}
	}
	return stored, nil
}

// churchesOf gives the churches of records, each once, with their locks.
func churchesOf(records []chat.Record) (churches []pgtype.UUID, locks []int64) {
	seen := make(map[uuid.UUID]bool)
	for i := range records {
		if id := records[i].ChurchID; !seen[id] {
			seen[id] = true
			churches, locks = append(churches, pgUUID(id)), append(locks, StoringLock(id))
		}
	}
	return churches, locks
}

func idSet(ids []pgtype.UUID) map[uuid.UUID]bool {
	set := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		set[id.Bytes] = true
	}
	return set
}
