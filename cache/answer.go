package cache

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/cache/compressed"
)

// Scope is what a cached answer is valid for. All of it is part of the keys, so a change of any field starts an empty
// cache and what was stored before expires by itself.
type Scope struct {
	ChurchID      uuid.UUID
	Agent         string
	Lens          string
	Language      string
	PromptVersion string
	Embedder      string
	Epoch         int64 // the church's content epoch
}

// Source is a chunk, an FAQ or a fact that an answer was made from.
type Source struct {
	ID         uuid.UUID `json:"id,omitzero"`
	Kind       string    `json:"kind"`
	Title      string    `json:"title"`
	Similarity float64   `json:"similarity"`
	Excerpt    string    `json:"excerpt,omitempty"`
	Shown      bool      `json:"shown,omitempty"` // to the visitor, beside the answer
}

// Asked is a question as it was asked, and the session it was asked in. Nothing is kept of either but hashes of the words, and nothing
// at all once the session's conversation is forgotten.
type Asked struct {
	Text    string
	Session uuid.UUID // uuid.Nil: of nobody who could have it forgotten
}

// Answer is what is kept: the text that was sent, where it came from, and what people may be shown of the question.
type Answer struct {
	Question string    `json:"question,omitempty"` // without whatever could tell who asked it; empty: nothing is left of it
	Text     string    `json:"text"`
	Sources  []Source  `json:"sources,omitempty"`
	Tier     int       `json:"tier"`
	Created  time.Time `json:"created"`
	Origin   Origin    `json:"origin,omitzero"` // is set by Store; zero: it was stored by an older version
}

// Origin is of the scope that an answer was stored for what people may want to know.
type Origin struct {
	Agent    string `json:"agent"`
	Lens     string `json:"lens"`
	Language string `json:"language"`
	Epoch    int64  `json:"epoch"`
}

// Hit is an answer found.
type Hit struct {
	Answer     Answer
	Similarity float64 // cosine, to a thousandth; 1 for the same words, 0 for others that ask the same and whose vectors were not compared
	Exact      bool    // the same words
}

var (
	// ErrVector says that an embedding has the wrong length, a number that is not finite, or no direction.
	ErrVector = errors.New("not a usable embedding")
	// ErrAnswer says that an answer cannot be stored: no question, no text, or too long.
	ErrAnswer = errors.New("not a storable answer")
	// ErrUnavailable says that Redis was not asked because it did not answer shortly before.
	ErrUnavailable = errors.New("the cache is unavailable")
)

// keptAnswer is what Redis has of an answer, as compressed JSON.
type keptAnswer struct {
	Answer
	Asked fingerprint `json:"asked"`
}

// maxAnswerBytes bounds the JSON. The longest model answer is far below it.
const maxAnswerBytes = 64 << 10

// answerCodec compresses what Redis has of them. The example is what they have in common; layout counts its changes too.
var answerCodec = compressed.New(layout, `{"question":"What time is the service on Sunday? ¿A qué hora es la misa del domingo?","text":"You are welcome at `+
	`our church. Please call the office, or write to the pastor. Le esperamos en la iglesia. Puede llamar a la oficina o escribir al pastor. `+
	`On Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday at 9:00 AM and 10:30 AM in the parish hall, for children, families and visitors.",`+
	`"sources":[{"id":"00000000-0000-5000-8000-000000000000","kind":"faq","title":"Visitor Guide","similarity":0.52,"excerpt":"","shown":true},`+
	`{"id":"01a00000-0000-7000-8000-000000000000","kind":"theology","title":"Membership Handbook","similarity":0.51},`+
	`{"id":"01a","kind":"fact","title":"Service times","similarity":1},{"id":"01a","kind":"sermon","title":"Sermon","similarity":0.53},`+
	`{"id":"01a","kind":"document","title":"Child and Youth Safety Policy","similarity":0.50}],`+
	`"tier":4,"created":"2026-11-28T06:53:35.726097739Z","origin":{"agent":"coordinator","lens":"10","language":"en","epoch":1},`+
	`"asked":{"w":"","p":"==","f":"==","l":"==","e":true}}`)

// nameLetters is the length of a [name].
const nameLetters = 22

var errDamaged = errors.New("an answer in the cache is damaged")

// openAnswer reads what Redis has of an answer: the names of its gist and of its sources, a space, and the rest.
func openAnswer(kept string) (answer keptAnswer, err error) {
	names, rest, _ := strings.Cut(kept, " ")
	document, err := compressed.Open([]byte(rest))
	if err != nil {
		return answer, err
	}
	if err := json.Unmarshal(document, &answer); err != nil {
		return answer, err
	}
	if len(names) != nameLetters*(1+len(answer.Sources)) {
		return answer, errDamaged
	}
	for i := range answer.Sources {
		if answer.Sources[i].ID, err = named(names[nameLetters*(1+i):][:nameLetters]); err != nil {
			return answer, err
		}
	}
	return answer, nil
}
