package turns

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/journal"
	"narthex/chat/model"
	"narthex/chat/moderation"
	"narthex/chat/tools"
	"narthex/retrieval"
)

// Parts are what a Service is put together from.
type Parts struct {
	Churches   *church.Store
	Redis      redis.UniversalClient
	Pool       *pgxpool.Pool // the app's role
	Limiter    *cache.Limiter
	Answers    *cache.Answers
	Embeddings *cache.Embeddings
	Embedder   retrieval.Embedder
	Searcher   *retrieval.Searcher
	Model      model.Streamer
	Tools      *tools.Registry
	Strikes    *cache.Strikes
	Reader     *review.Reader        // nil: the crisis gate judges alone
	Moderator  *moderation.Moderator // nil: visitors' messages are shown to no moderation service
	Spending   *cache.Spending       // nil: one with the usual settings
	Notices    tools.Notifier        // nil: churches are not told what becomes of their budgets
	// Shown returns a visitor's question as people may see it who must not learn who asked it; nil: no questions are kept for them.
	Shown func(*church.Snapshot, string) string
}

// Config tunes a Service; zero values get the defaults.
type Config struct {
	PerSession int // messages a minute from one session; 0 = no limit
	PerAddress int // messages a minute to one church from one client address; 0 = no limit
	// CrisesPerAddress is how many crisis messages a minute are stored of those to one church from one client address; the others are
	// answered as well, and counted. 0 = all.
	CrisesPerAddress int
	UnstoredPause    time.Duration // delay before answering a crisis message that was not stored; default 1 s
	Admitted         int           // messages at work at once before a model is asked, for each processor, where nothing is slow; 0 = no limit
	TurnLimit        time.Duration // longest answer, default 2 minutes
	// LookUpLimit is how long Postgres may take to read a conversation's past, and again to search a church's passages. After it the turn
	// is answered without them. Default 300 ms.
	LookUpLimit time.Duration
	// ConfirmLimit is how long Postgres may take to do what a visitor has said yes to. Default 10 s, twice a tool's own limit.
	ConfirmLimit time.Duration
	// DailyBudget is what models may cost for a church in a day, in millionths of a US dollar, where it has no budget of its
	// own; 0 = no limit.
	DailyBudget int64
	Prices      *model.Prices // of the models; default the built-in ones
	SpoolDir    string        // where reports of crises wait on disk for Postgres
	// Previewed reports whether a token is a preview of a church, which answers then although it is not active; nil: none is.
	Previewed  func(churchID uuid.UUID, token string) bool
	MaxTurns   int // running at once in this process, default 20,000
	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Now        func() time.Time // default time.Now
}

// withDefaults returns the settings with the defaults in place of zero values.
func (c Config) withDefaults() (Config, error) {
	c.TurnLimit = cmp.Or(c.TurnLimit, 2*time.Minute)
	c.LookUpLimit = cmp.Or(c.LookUpLimit, 300*time.Millisecond)
	c.ConfirmLimit = cmp.Or(c.ConfirmLimit, 10*time.Second)
	if c.TurnLimit >= journal.AnsweredTTL {
		return c, fmt.Errorf("a turn may last %v at most, because it is remembered no longer", journal.AnsweredTTL)
	}
	c.UnstoredPause = cmp.Or(c.UnstoredPause, time.Second)
	c.MaxTurns = cmp.Or(c.MaxTurns, 20_000)
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.DailyBudget < 0 {
		return c, errBudget
	}
	var err error
	if c.Prices == nil {
		c.Prices, err = model.NewPrices()
	}
	return c, err
}

// errBudget says that a Config asks for the impossible.
var errBudget = errors.New("the daily budget must not be negative")
