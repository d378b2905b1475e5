package journal

import "github.com/google/uuid"

// The keys of one church. Its id stands in braces, which makes it the hash tag: a Cluster keeps all of them on one node, so
// that a script may touch several at once. Scripts that are given many turns make their keys from one of these.
//
//	narthex:{church}:turn:<id>            hash, while the turn runs: session, owner (the answering node), seed (its payload:
//	                                      what another node would need to answer it), taken (how often one had to), stop
//	                                      (the visitor wants no more)
//	narthex:{church}:turn:<id>:events     stream: the log of a running turn as far as it got. The id of an entry is the
//	                                      number of its last event, so that Redis itself refuses what comes twice or too late
//	narthex:{church}:turn:<id>:log        string, when the turn has ended: session, line feed, log
//	narthex:{church}:running              sorted set: running turns by when the lease of their owner lapses, Unix milliseconds
//	narthex:{church}:journal              stream: records that Postgres does not have yet
//	narthex:{church}:journal:refused      stream: records that Postgres will never take
//	narthex:{church}:limit:<kind>:<key>   when the next message is due, Unix milliseconds (see acceptScript)
//	narthex:{church}:crisis:<session>     string, while a conversation is watched in which a crisis was found
//	narthex:{church}:forgotten:<session>  string, when its visitor has had the conversation deleted: it takes no more messages
//
// And those of no church:
//
//	narthex:{churches}:active             sorted set: churches by when a node last announced them
//	narthex:{churches}:mark               string by which to see that Redis has lost its data
//	narthex:stop                          channel on which turns to be stopped are announced to all nodes
const (
	activeKey   = "narthex:{churches}:active"
	markKey     = "narthex:{churches}:mark"
	stopChannel = "narthex:stop"
)

func key(churchID uuid.UUID, name string) string {
	return "narthex:{" + churchID.String() + "}:" + name
}

func turnKey(churchID, turn uuid.UUID) string { return key(churchID, "turn:"+turn.String()) }
func runningKey(churchID uuid.UUID) string    { return key(churchID, "running") }

// JournalKey holds records that Postgres does not have yet.
func JournalKey(churchID uuid.UUID) string { return key(churchID, "journal") }

// RefusedKey holds records that Postgres will not take.
func RefusedKey(churchID uuid.UUID) string { return key(churchID, "journal:refused") }

func crisisKey(churchID, session uuid.UUID) string { return key(churchID, "crisis:"+session.String()) }

func forgottenKey(churchID, session uuid.UUID) string {
	return key(churchID, "forgotten:"+session.String())
}
