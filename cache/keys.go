package cache

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// The list of all keys that there are in Redis; those which this package does not make are made in chat/journal and chat/voice/switchboard.
//
// A church's id stands in braces, which makes it the hash tag: a Cluster keeps all of its keys on one node, so a script may
// touch several at once, and makes the keys of many turns from one of these.
//
//	narthex:{church}:turn:<id>            hash, while the turn runs: session, owner (the answering node), batch (the owner's number of
//	                                      the batch that accepted it: one that is sent again knows its own turns by it), seed (its
//	                                      payload: what another node would need to answer it), found (the last entry of its log when
//	                                      its last owner was found dead), taken (how many owners died over it), stop (the visitor
//	                                      wants no more)
//	narthex:{church}:turn:<id>:events     stream: the log of a running turn as far as it got. The id of an entry is the
//	                                      number of its last event, so that Redis itself refuses what comes twice or too late
//	narthex:{church}:turn:<id>:log        string, when the turn has ended: session, line feed, log, which is compressed if it is long
//	narthex:{church}:ended                list: turns that have ended, in that order
//	narthex:{church}:running              sorted set: running turns by when the lease of their owner lapses, Unix milliseconds
//	narthex:{church}:journal              stream: records that Postgres does not have yet
//	narthex:{church}:waiting:<session>    list: entries of it that are of a conversation, and may have been stored since
//	narthex:{church}:journal:refused      stream: records that Postgres will never take
//	narthex:{church}:crisis:<session>     string, while a conversation is watched in which a crisis was found
//	narthex:{church}:forgotten:<session>  string, when its visitor has had the conversation deleted: it takes no more messages
//	narthex:{church}:forgotten:nothing    sorted set: those conversations of which nothing was known, by when it was found out, Unix microseconds
//
//	narthex:{church}:cache:kept:<scope>:<question>     string: an answer: its gist and its sources, a space, and the rest as compressed JSON
//	narthex:{church}:cache:meaning:<scope>:<gist>      the question that was last stored with that gist
//	narthex:{church}:cache:answers                     sorted set: <scope>:<question> of the answers, by their expiry
//	narthex:{church}:cache:scopes                      sorted set: scopes that have any answers, by when the last of them expires
//	narthex:{church}:cache:set:<scope>                 hash: gen, prev = generations in use, dead = dead neighbours met, born = when gen was begun, Unix seconds
//	narthex:{church}:cache:vectors:<scope>:<gen>       vector set of questions
//	narthex:{church}:cache:from:<source>               sorted set: <scope>:<question> of the answers made from it, by their expiry
//	narthex:{church}:cache:purged:<source>             exists while answers made from the source are not stored
//	narthex:{church}:cache:dropped                     exists while nothing is stored for the church
//	narthex:{church}:cache:probe                       never exists: asking for it tells whether Redis has vector sets
//	narthex:{church}:cache:quantized:<question>        string: embedder, a space, and the question's vector with 8 bits a dimension, by which an answer to it is compared as well
//	narthex:{church}:cache:embeddings                  sorted set: <question> of those, by their expiry
//	narthex:{church}:limit:<kind>:<key>                when the next event of a rate limit, or the next message, is due, Unix ms
//	narthex:{church}:purged-through                    version up to which answers made from retracted knowledge are purged
//	narthex:{church}:spent:<day>                       hash: node = what it has spent, in millionths of a US dollar
//	narthex:{church}:conduct:<session>                 hash: n = strikes, cooling = 1 while the session cools off
//	narthex:{church}:conduct                           channel on which nodes tell each other of sessions that cool off
//
//	narthex:{church}:calls                sorted set: sessions of calls on the line by when their place lapses, Unix milliseconds
//	narthex:{church}:calls:of:<caller>    the same of one caller's number
//	narthex:{church}:calls:time:<day>     hash: caller = seconds on the line, and "" = those of all
//	narthex:{church}:call:<session>       string: how far a call has come, for a node that goes on with it, as JSON
//
// A scope, a question, a gist and a source are names of 22 characters, see [name]: a pair of them, in a list of a few, takes 60 bytes.
//
// And those of no church:
//
//	narthex:{churches}:active             sorted set: churches by when a node last announced them
//	narthex:{churches}:mark               string, random and set once: another value means that Redis has lost its data
//	narthex:stop                          channel on which all nodes are told of turns to be stopped and of conversations that were forgotten
type keys struct{ church string }

func keysOf(church uuid.UUID) keys { return keys{KeyPrefix(church)} }

// KeyPrefix begins every key of a church, those that other packages make included.
func KeyPrefix(church uuid.UUID) string { return "narthex:{" + church.String() + "}:" }

// allCoolings is the pattern of the channels of [keys.coolings].
const allCoolings = "narthex:{*}:conduct"

func (k keys) all() string                   { return k.church + "cache:*" }
func (k keys) answer() string                { return k.church + "cache:kept:" }
func (k keys) answers(scope string) string   { return k.answer() + scope + ":" }
func (k keys) meaning() string               { return k.church + "cache:meaning:" }
func (k keys) meanings(scope string) string  { return k.meaning() + scope + ":" }
func (k keys) set(scope string) string       { return k.church + "cache:set:" + scope }
func (k keys) vectors(scope string) string   { return k.church + "cache:vectors:" + scope + ":" }
func (k keys) listed() string                { return k.church + "cache:answers" }
func (k keys) scopes() string                { return k.church + "cache:scopes" }
func (k keys) sources() string               { return k.church + "cache:from:" }
func (k keys) purged() string                { return k.church + "cache:purged:" }
func (k keys) dropped() string               { return k.church + "cache:dropped" }
func (k keys) probe() string                 { return k.church + "cache:probe" }
func (k keys) embedding() string             { return k.church + "cache:quantized:" }
func (k keys) embedded() string              { return k.church + "cache:embeddings" }
func (k keys) limit(kind, key string) string { return k.church + "limit:" + kind + ":" + digest(key) }
func (k keys) spent(day string) string       { return k.church + "spent:" + day }
func (k keys) coolings() string              { return k.church + "conduct" }
func (k keys) purgedThrough() string         { return k.church + "purged-through" }

func (k keys) conduct(session uuid.UUID) string { return k.church + "conduct:" + session.String() }

func (k keys) embeddings(question QuestionHash) string { return k.embedding() + question.id() }

// ForgottenKey is the mark of a conversation that was forgotten: nothing is kept that was asked in it.
func ForgottenKey(church, session uuid.UUID) string {
	return KeyPrefix(church) + "forgotten:" + session.String()
}

// QuestionHash is what tells of a question which keys are its own, in whatever scope.
type QuestionHash [sha256.Size]byte

// HashQuestion returns the hash of a question. It is the same for whatever reads the same after [Normalise].
func HashQuestion(question string) QuestionHash { return sha256.Sum256([]byte(Normalise(question))) }

// id is the name of the question's answers within their scopes, which [digest] gives as well.
func (q QuestionHash) id() string { return name([16]byte(q[:16])) }

// id names the scope within its church. A length stands before each part, so that no two scopes read the same.
// The layout of the stored values, the reading of questions and the projection are part of it: a version that changes either starts afresh.
func (s Scope) id() string {
	var b strings.Builder
	for _, part := range []string{strconv.Itoa(layout), s.Agent, s.Lens, s.Language, s.PromptVersion, s.Embedder, strconv.FormatInt(s.Epoch, 10)} {
		b.WriteString(strconv.Itoa(len(part)))
		b.WriteByte(':')
		b.WriteString(part)
	}
	return digest(b.String())
}

// layout counts changes of what is stored under a key, of [project], of what a fingerprint is made of and of the example by which answers
// are compressed.
const layout = 6

// What was kept of layout 4, in hashes. It expires a day after the last node that made it was stopped, and is removed with the rest until then.
func (k keys) answerBefore() string    { return k.church + "cache:answer:" }
func (k keys) embeddingBefore() string { return k.church + "cache:embedding:" }

// digest is a name for a text of any length and content: 128 bits, which nobody collides by chance or on purpose.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return name([16]byte(sum[:16]))
}

// name writes 128 bits in 22 letters, digits, _ and -.
func name(bits [16]byte) string { return base64.RawURLEncoding.EncodeToString(bits[:]) }

// named is the reverse of name.
func named(name string) (uuid.UUID, error) {
	bits, err := base64.RawURLEncoding.DecodeString(name)
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(bits)
}
