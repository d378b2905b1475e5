package cache

import (
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// vectorSets remembers whether Redis has them: Redis 8 does, older ones and most forks do not. Servers are upgraded,
// restarted and failed over while this process runs, so the answer is revised whenever a reply shows otherwise.
type vectorSets struct {
	interval time.Duration
	logger   *slog.Logger
	gauge    prometheus.Gauge

	mu        sync.Mutex
	state     vectorSetState
	nextProbe time.Time
}

type vectorSetState int

const (
	vectorSetsUnknown vectorSetState = iota // Redis has not been reached yet
	vectorSetsPresent
	vectorSetsMissing
)

func (v *vectorSets) present() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.state == vectorSetsPresent
}

// due says whether the caller should ask Redis now. It says so to one caller per interval once Redis has said no.
func (v *vectorSets) due() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == vectorSetsPresent {
		return false
	}
	if v.state == vectorSetsMissing {
		now := time.Now()
		if now.Before(v.nextProbe) {
			return false
		}
		v.nextProbe = now.Add(v.interval)
	}
	return true
}

// observe learns from the result of a command or a script that used a vector set.
func (v *vectorSets) observe(err error) {
	state := vectorSetsPresent
	switch {
	case err == nil:
	case refusesVectorSets(err.Error()):
		state = vectorSetsMissing
	default:
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	before := v.state
	v.state = state
	if state == before {
		return
	}
	if state == vectorSetsMissing {
		v.nextProbe = time.Now().Add(v.interval)
		v.gauge.Set(0)
		v.logger.Warn("this Redis has no vector sets (Redis 8 or newer has): answers are found again by the same words only", "err", err)
		return
	}
	v.gauge.Set(1)
	if before == vectorSetsMissing {
		v.logger.Info("Redis has vector sets now: answers are found again by similar questions")
	}
}

// refusesVectorSets recognises how servers, old and new, inside and outside scripts, and proxies refuse a command that
// they do not know or do not allow. Redis has no error code that tells these apart.
func refusesVectorSets(message string) bool {
	message = strings.ToLower(message)
	for _, refusal := range []string{"unknown command", "unknown redis command", "unsupported command", "noperm", "can't run this command"} {
		if strings.Contains(message, refusal) {
			return true
		}
	}
	return false
}
