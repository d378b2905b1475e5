package evaluate

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/model"
	"narthex/chat/moderation"
	"narthex/chat/order"
	"narthex/chat/tier"
	"narthex/chat/tools"
	"narthex/retrieval"
)

// Parts are what an Evaluator asks. Those that count what they do must be others than visitors' turns have, without a registerer.
type Parts struct {
	Churches  *church.Store
	Answers   *cache.Answers // made with ReadOnly
	Embedder  retrieval.Embedder
	Searcher  *retrieval.Searcher
	Model     model.Streamer
	Tools     *tools.Registry
	Reader    *review.Reader        // nil: the crisis gate judges alone
	Moderator *moderation.Moderator // nil: no moderation service is asked
	Prices    *model.Prices
	Now       func() time.Time
	Logger    *slog.Logger
}

// Evaluator answers questions without effect. It is safe for concurrent use.
type Evaluator struct{ parts Parts }

// New returns an evaluator.
func New(parts Parts) *Evaluator { return &Evaluator{parts} }

// limit is the longest that one evaluation may take, as with visitors' turns.
const limit = 2 * time.Minute

// embedLimit is as with visitors' turns, too: the full model can answer without an embedding.
const embedLimit = 3 * time.Second

// Ask answers a question. The error is church.ErrNotFound, or says that the church could not be looked up; an answer that fails is an
// Evaluation.
func (e *Evaluator) Ask(ctx context.Context, q Question) (*Evaluation, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	snapshot, err := e.parts.Churches.ByID(ctx, q.ChurchID)
	if err != nil {
		return nil, fmt.Errorf("look up the church of a question: %w", err)
	}
	began, watch := time.Now(), &watch{}
	turn, list := e.newTurn(q, snapshot), order.New(e.partsFor(watch))
	turn.OnPass = watch.passed
	answer := e.answer(ctx, turn, list)
	evaluation := watch.evaluation(turn, answer)
	evaluation.Took = time.Since(began)
	if q.Others {
		evaluation.Others = e.others(ctx, q, snapshot, answer)
	}
	return evaluation, nil
}

// newTurn prepares a turn that nobody hears of. What was said before is what the question says.
func (e *Evaluator) newTurn(q Question, snapshot *church.Snapshot) *chat.Turn {
	turn := chat.NewTurn(uuid.New(), &chat.Request{
		Message: q.Message, ChurchID: q.ChurchID, SessionID: uuid.New(), Agent: q.Agent, History: q.History, Received: e.parts.Now(),
	}, snapshot)
	if q.Lens != nil {
		turn.Lens = *q.Lens
	}
	turn.Cost.Prices = e.parts.Prices
	turn.LoadHistory = func(context.Context) ([]chat.HistoryItem, error) {
		return q.History[max(0, len(q.History)-chat.MaxHistoryInPrompt):], nil
	}
	turn.Embed = func(ctx context.Context, text string) ([]float32, error) { return e.embed(ctx, turn, text) }
	turn.Search = func(ctx context.Context, query retrieval.Query) ([]retrieval.Passage, error) {
		query.Embedder = e.parts.Embedder.Name()
		return e.parts.Searcher.Search(ctx, query)
	}
	return turn
}

func (e *Evaluator) embed(ctx context.Context, turn *chat.Turn, text string) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	vectors, err := e.parts.Embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	turn.Cost.AddText(strings.TrimPrefix(e.parts.Embedder.Name(), "openai:"), text)
	return vectors[0], nil
}

// answer takes the two steps of a visitor's message: what can be answered at once, then all else.
func (e *Evaluator) answer(ctx context.Context, turn *chat.Turn, list order.List) Answer {
	watched := turn.ClaimsCrisis()
	atOnce := list.ForArriving(ctx, turn, watched).Answer(ctx, turn)
	if answer := read(atOnce); !answer.Failed {
		return answer
	}
	if watched {
		turn.WatchForCrisis()
		turn.AskedAtOnce = false
	}
	turn.Composed = true
	return read(tier.WithCare(ctx, turn, list.ForRunning(turn).Answer(ctx, turn)))
}

// partsFor are the tiers' parts, in which everything that visitors' turns do besides answering is noted instead.
func (e *Evaluator) partsFor(w *watch) order.Parts {
	thresholds := retrieval.ThresholdsFor(e.parts.Embedder.Name())
	said := func(_ context.Context, turn *chat.Turn) []chat.HistoryItem { return slices.Clip(turn.Request.History) }
	everybody := func(*church.Snapshot) tier.Allowance { return tier.ForEverybody }
	return order.Parts{
		Author:     &tier.Author{Model: &heard{e.parts.Model, w}, Tools: e.parts.Tools.DryRun(w.called), OnPrompt: w.prompted},
		Answers:    tier.NewCache(e.parts.Answers, e.parts.Embedder.Name(), e.parts.Churches).ReadOnly(),
		Thresholds: thresholds, Similar: e.parts.Churches.FAQSimilarities,
		Strikes:    noStrikes{},
		Moderator:  e.parts.Moderator,
		Reader:     e.parts.Reader,
		Remembered: said, Watched: (*chat.Turn).ClaimsCrisis, CrisisBefore: (*chat.Turn).ClaimsCrisis, Allowance: everybody, MayRead: everybody,
		Report: w.reported, ReportAndWatch: w.reported, TellContact: w.contactLeft, OnRefused: func() {},
		Cascade: func(steps ...chat.Step) *chat.Cascade { return chat.NewCascade(e.failed, w.steps(steps)...) },
		Share:   func(generate, _ *chat.Cascade) chat.Tier { return generate },
	}
}

func (e *Evaluator) failed(ctx context.Context, turn *chat.Turn, tier string, err error) {
	e.parts.Logger.WarnContext(ctx, "tier failed, trying the next", "tier", tier, "church", turn.Church.ID, "error", err)
}

// noStrikes counts nothing: every harassment is the first.
type noStrikes struct{}

func (noStrikes) Note(context.Context, uuid.UUID, uuid.UUID) (int, time.Time, error) {
	return 1, time.Time{}, nil
}

func (noStrikes) Cooling(uuid.UUID, uuid.UUID) (time.Time, bool) { return time.Time{}, false }
