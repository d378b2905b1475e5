package cache

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config sets up [Answers], [Embeddings] and [Limiter]; each reads the fields it needs. The zero value of a field means
// its default.
type Config struct {
	// TTL is how long an answer or an embedding lives, counted from when it was stored, never prolonged by use.
	// Default: a day for either. An embedding costs less to make again than a week of it costs.
	TTL time.Duration
	// MaxEntries is how many questions one vector set holds before a new one is begun. Default 2,000.
	MaxEntries int
	// MaxAnswers and MaxEmbeddings are how many a church may have; beyond it the oldest are dropped. Default 5,000 of each: about 20 MB
	// of answers and 11 MB of embeddings.
	MaxAnswers, MaxEmbeddings int
	// MinSimilarity is the cosine from which two questions may be the same. It depends on the embedder. Default 0.9.
	MinSimilarity float64
	// Dimensions is the length of the embeddings. Default 1,536.
	Dimensions int
	// Timeout bounds every call on the way of a visitor's turn. Default 250 ms.
	Timeout time.Duration
	// Quarantine is for how long no answer made from a purged source is stored. It must exceed the longest turn.
	// Default 10 minutes.
	Quarantine time.Duration
	// ProbeInterval is how often a Redis that had no vector sets is asked again. Default 30 s.
	ProbeInterval time.Duration
	// LocalLimits bounds how many limits are kept in process while Redis is down. Default 20,000.
	LocalLimits int
	// ReadOnly has look-ups change nothing in Redis. The answers of whoever stores them go on being looked after by that one.
	ReadOnly bool
	// Registerer takes the metrics. Default: none are exported.
	Registerer prometheus.Registerer
	// Logger takes the few lines there are. Default slog.Default().
	Logger *slog.Logger
}

func (c Config) withDefaults(ttl time.Duration) (Config, error) {
	c.TTL = positive(c.TTL, ttl)
	c.MaxEntries = positive(c.MaxEntries, 2000)
	c.MaxAnswers = positive(c.MaxAnswers, 5000)
	c.MaxEmbeddings = positive(c.MaxEmbeddings, 5000)
	c.MinSimilarity = positive(c.MinSimilarity, 0.9)
	c.Dimensions = positive(c.Dimensions, 1536)
	c.Timeout = positive(c.Timeout, 250*time.Millisecond)
	c.Quarantine = positive(c.Quarantine, 10*time.Minute)
	c.ProbeInterval = positive(c.ProbeInterval, 30*time.Second)
	c.LocalLimits = positive(c.LocalLimits, 20_000)
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.MinSimilarity > 1 {
		return c, fmt.Errorf("MinSimilarity is a cosine, at most 1, not %v", c.MinSimilarity)
	}
	if c.TTL < time.Millisecond || c.Quarantine < time.Millisecond {
		return c, fmt.Errorf("TTL %v and Quarantine %v: Redis counts in milliseconds", c.TTL, c.Quarantine)
	}
	return c, nil
}

func positive[T int | float64 | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}
