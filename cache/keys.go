package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// The keys of one church. Its id stands in braces, which makes it the hash tag: a Cluster keeps all of them on one node, so
// a script may touch several at once.
//
//	narthex:{church}:cache:answer:<scope>:<question>   hash: a = answer as JSON, v = float32 vector, s = source ids
//	narthex:{church}:cache:set:<scope>                 hash: gen, prev = generations in use, dead = dead neighbours met
//	narthex:{church}:cache:vectors:<scope>:<gen>       vector set of question ids
//	narthex:{church}:cache:source:<source id>          sorted set: keys of the answers made from it, by their expiry
//	narthex:{church}:cache:purged:<source id>          exists while answers made from the source are not stored
//	narthex:{church}:cache:dropped                     exists while nothing is stored for the church
//	narthex:{church}:cache:probe                       never exists: asking for it tells whether Redis has vector sets
//	narthex:{church}:cache:embedding:<embedder>:<text> float32 vector
//	narthex:{church}:limit:<kind>:<key>                when the next event of a rate limit is due, Unix milliseconds
//	narthex:{church}:spent:<day>                       hash: node = what it has spent, in millionths of a US dollar
//	narthex:{church}:conduct:<session>                 hash: n = strikes, cooling = 1 while the session cools off
//	narthex:{church}:conduct                           channel on which nodes tell each other of sessions that cool off
type keys struct{ church string }

func keysOf(church uuid.UUID) keys { return keys{KeyPrefix(church)} }

// KeyPrefix begins every key of a church, those that other packages make included.
func KeyPrefix(church uuid.UUID) string { return "narthex:{" + church.String() + "}:" }

// allCoolings is the pattern of the channels of [keys.coolings].
const allCoolings = "narthex:{*}:conduct"

func (k keys) all() string                   { return k.church + "cache:*" }
func (k keys) answers(scope string) string   { return k.church + "cache:answer:" + scope + ":" }
func (k keys) set(scope string) string       { return k.church + "cache:set:" + scope }
func (k keys) vectors(scope string) string   { return k.church + "cache:vectors:" + scope + ":" }
func (k keys) sources() string               { return k.church + "cache:source:" }
func (k keys) purged() string                { return k.church + "cache:purged:" }
func (k keys) dropped() string               { return k.church + "cache:dropped" }
func (k keys) probe() string                 { return k.church + "cache:probe" }
func (k keys) limit(kind, key string) string { return k.church + "limit:" + kind + ":" + digest(key) }
func (k keys) spent(day string) string       { return k.church + "spent:" + day }
func (k keys) coolings() string              { return k.church + "conduct" }

func (k keys) conduct(session uuid.UUID) string { return k.church + "conduct:" + session.String() }

func (k keys) embedding(embedder, normalised string) string {
	sum := sha256.Sum256([]byte(normalised))
	return k.church + "cache:embedding:" + embedder + ":" + hex.EncodeToString(sum[:])
}

// id names the scope within its church. A length stands before each part, so that no two scopes read the same.
// The layout of the stored values and the projection are part of it: a version that changes either starts afresh.
func (s Scope) id() string {
	var b strings.Builder
	for _, part := range []string{layout, s.Agent, s.Lens, s.Language, s.PromptVersion, s.Embedder, strconv.FormatInt(s.Epoch, 10)} {
		b.WriteString(strconv.Itoa(len(part)))
		b.WriteByte(':')
		b.WriteString(part)
	}
	return digest(b.String())
}

// layout counts changes of what is stored under a key and of [project].
const layout = "1"

// digest is a name for a text of any length and content: 128 bits, which nobody collides by chance or on purpose.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
