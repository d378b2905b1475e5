package chat

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/overload"
	"narthex/chat/question"
	"narthex/chat/words"
	"narthex/retrieval"
)

// HandToCare gives a turn to care that the coordinator should not answer.
func (t *Turn) HandToCare() {
	if t.Agent == church.Coordinator && t.Church.Agents[church.Care].Enabled && question.Distressed(t.Request.Message) {
		t.Agent, t.Distress, t.Personal = church.Care, true, true
	}
}

// Assess is what the crisis gate says of the message after those before it, the newest last. Several tiers ask, mostly about the same.
func (t *Turn) Assess(earlier []string) crisis.Assessment {
	if t.assessed == nil || !slices.Equal(t.assessedFor, earlier) {
		assessed := crisis.Read(t.Request.Message, earlier)
		t.assessed, t.assessedFor = &assessed, earlier
	}
	return *t.assessed
}

// TurnRef says which turn, and proves the right to it: the session is known to its visitor alone.
type TurnRef struct {
	Turn, Session uuid.UUID
	Church        uuid.UUID // uuid.Nil where a client does not say
}

// WatchForCrisis puts a turn under the rules for a conversation in which a crisis was found.
func (t *Turn) WatchForCrisis() {
	t.Crisis, t.Personal = true, true
	if t.Church.Agents[church.Care].Enabled {
		t.Agent = church.Care
	}
}

// MaxHistoryInPrompt is how many earlier messages the model is shown.
const MaxHistoryInPrompt = 12

// Turn is one question of a visitor on its way to an answer. Tiers read it and leave in it what later tiers can use, so
// that nothing is computed twice: the embedding, the retrieved passages, the FAQ that nearly matched.
//
// A turn belongs to the goroutine that answers it.
type Turn struct {
	ID           uuid.UUID
	Conversation uuid.UUID // see ConversationID
	Request      *Request
	Church       *church.Snapshot
	Agent        church.Agent
	Lens         church.Tradition
	Language     string // of the question: ISO 639-1
	spoken       string // see Spoken; "": nobody has asked

	languageGuessed bool // the question tells no language: it is that of the page or the church until the past is known

	Deaths int // of nodes that it was running on

	// Leaning is how much the question depends on what was said before it.
	Leaning question.Leaning
	// Personal marks a turn about the visitor's own life: its answer is for nobody else.
	Personal bool

	// Crisis marks a turn of a conversation in which a crisis was found: it goes on with care, under rules for that.
	Crisis bool
	// Distress marks a turn that the coordinator has handed to care.
	Distress bool
	// Reviewed marks a turn whose message a second reader was asked about.
	Reviewed bool
	// Finding is what the crisis gate found in this message.
	Finding *crisis.Finding
	// Address is the client's, as far as it is known: of a turn that was taken over it is not.
	Address string

	// FAQMatch is the church's own answer to a question much like this one.
	FAQMatch *FAQMatch

	LoadHistory        func(context.Context) ([]HistoryItem, error) // with an error, what is known of it all the same
	LoadCrisisMessages func(context.Context) []string               // what was answered by the crisis gate, of the visitor's messages; nil: what History has is all
	Embed              func(context.Context, string) ([]float32, error)
	Search             func(context.Context, retrieval.Query) ([]retrieval.Passage, error)
	Waiting            []Record // what else of the conversation waits for Postgres
	WaitingRead        bool     // Waiting was read when the message was accepted
	Unheard            bool     // nobody has asked this in these words, as far as is remembered
	embedding          memo[[]float32]
	passages           memo[[]retrieval.Passage]
	earlier            memo[[]HistoryItem]
	crisisMessages     memo[[]string]
	claimed            memo[bool]         // whether there is a crisis in what the browser sent along
	assessed           *crisis.Assessment // of the message after those in assessedFor
	assessedFor        []string

	Beside      sync.WaitGroup // what the turn's answer does not wait for, but its end
	Work        *overload.Work // what this node does for it until a model is asked; nil: nobody measures that
	Cost        Cost           // what it costs
	timings     map[string]time.Duration
	trace       *Trace
	OnPass      func(Passed) // hears why tiers leave the turn to the next; nil: nobody asks
	AskedAtOnce bool         // the tiers that answer at once have been asked
	Composed    bool         // none of them had an answer: it will be looked up or written
}

// NewTurn reads what a message says by itself. How the conversation and the church's knowledge are looked up is for the caller to say.
func NewTurn(id uuid.UUID, req *Request, snapshot *church.Snapshot) *Turn {
	tradition, _ := snapshot.ResolveLens(req.LensOverride, req.LensNameOverride)
	told := words.Language(req.Message, "")
	turn := &Turn{
		ID: id, Conversation: ConversationID(snapshot.ID, req.SessionID), Request: req, Church: snapshot, Agent: req.Agent, Lens: tradition,
		Language: cmp.Or(told, languageOfVisitor(req.History), req.Language, snapshot.Language), languageGuessed: told == "",
		Leaning:  question.LeansOnConversation(req.Message),
		Personal: req.Agent == church.Care || question.Personal(req.Message),
	}
	turn.HandToCare()
	return turn
}

func (t *Turn) Ref() TurnRef {
	return TurnRef{Turn: t.ID, Session: t.Request.SessionID, Church: t.Church.ID}
}

// FAQMatch is a stored FAQ near the question, with how near.
type FAQMatch struct {
	FAQ        *church.FAQ
	Similarity float64
}

// memo keeps the outcome of something that is done at most once in a turn, also when it failed.
type memo[T any] struct {
	done  bool
	value T
	err   error
}

func (m *memo[T]) get(make func() (T, error)) (T, error) {
	if !m.done {
		m.value, m.err = make()
		m.done = true
	}
	return m.value, m.err
}

// AnswerLanguage is the language that the answer will be in (BCP 47): what is at hand at once is in one that we have texts in,
// a composed answer in whichever the visitor writes, and one to somebody in danger in theirs if there are texts in it.
func (t *Turn) AnswerLanguage() string {
	switch {
	case t.Finding != nil && t.Finding.Language != "":
		return t.Finding.Language
	case !t.Composed:
		return t.Language
	}
	return t.Spoken()
}

// Spoken is the language that the visitor writes in (BCP 47), also if it is none that we have texts in. Half a dozen places ask in a turn.
func (t *Turn) Spoken() string {
	if t.spoken == "" {
		t.spoken = words.Spoken(t.Request.Message, t.Language)
	}
	return t.spoken
}

// Embedding is the vector of the question as it is to be searched for. The first call may ask the embedder; there is no
// second request in a turn, whatever the first brought.
func (t *Turn) Embedding(ctx context.Context) ([]float32, error) {
	return t.embedding.get(func() ([]float32, error) {
		defer t.Stage("embed")()
		return t.Embed(ctx, t.searchText(ctx))
	})
}

// Passages are the church's stored passages nearest to the question, best first.
func (t *Turn) Passages(ctx context.Context) ([]retrieval.Passage, error) {
	return t.passages.get(func() ([]retrieval.Passage, error) {
		vector, err := t.Embedding(ctx)
		if err != nil {
			return nil, err
		}
		defer t.Stage("search")()
		passages, err := t.Search(ctx, retrieval.Query{
			ChurchID:  t.Church.ID,
			Snapshot:  t.Church,
			Embedding: vector,
			Text:      t.searchText(ctx),
			Language:  t.Language,
			Limit:     maxPassages,
			Lens:      t.textsOfLens(),
			Fill:      true,
		})
		for i := range passages {
			t.TraceNear(passages[i].ID, passages[i].Kind, passages[i].Title, passages[i].Similarity)
		}
		return passages, err
	})
}

// textsOfLens is the lens whose curated texts may be told; 0: the church wants none.
func (t *Turn) textsOfLens() int {
	if t.Church.NoLensTexts {
		return 0
	}
	return t.Lens.Lens.ID
}

// Release lets go of the passages while an answer streams. Who asks for them again has them searched for again.
func (t *Turn) Release() { t.passages = memo[[]retrieval.Passage]{} }

// maxPassages is how many passages are looked at in one turn.
const maxPassages = 8

// searchText is the question, with the visitor's previous one before it when it leans on that.
func (t *Turn) searchText(ctx context.Context) string {
	if t.SelfContained(ctx) {
		return t.Request.Message
	}
	history := t.History(ctx)
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Role == "user" {
			return history[i].Content + "\n" + t.Request.Message
		}
	}
	return t.Request.Message
}

// Stage times a part of the work: defer turn.Stage("search")().
func (t *Turn) Stage(name string) (end func()) {
	start := time.Now()
	return func() {
		if t.timings == nil {
			t.timings = make(map[string]time.Duration, 4)
		}
		t.timings[name] += time.Since(start)
	}
}

// Timings is the time spent in each stage so far.
func (t *Turn) Timings() map[string]time.Duration { return t.timings }
