package turns

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/prompt"
)

// metrics of the turns. No label ever names a church or a visitor.
type metrics struct {
	turns      *prometheus.CounterVec   // tier, agent, outcome
	firstEvent *prometheus.HistogramVec // tier
	duration   *prometheus.HistogramVec // tier
	stages     *prometheus.HistogramVec // stage
	running    prometheus.Gauge
	refusals   *prometheus.CounterVec // code
	tierErrors *prometheus.CounterVec // tier
	fallbacks  *prometheus.CounterVec // to

	crisesUnstored prometheus.Counter

	budgetRefused prometheus.Counter
	guarded       *prometheus.CounterVec   // lens, kind
	promptTokens  *prometheus.HistogramVec // block
	promptLeftOut *prometheus.CounterVec   // block

	journalErrors prometheus.Counter
	takenOver     prometheus.Counter
	shared        prometheus.Counter
}

// From a stored fact (tens of microseconds) to a full model's slow first token.
var latencyBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

func newMetrics(registerer prometheus.Registerer) *metrics {
	factory := promauto.With(registerer)
	return &metrics{
		turns: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_turns_total", Help: "Turns that ended, by answering tier (none: no tier did), agent and outcome.",
		}, []string{"tier", "agent", "outcome"}),
		firstEvent: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_turn_first_event_seconds", Help: "From the request's arrival to the first word or tool event of the answer.", Buckets: latencyBuckets,
		}, []string{"tier"}),
		duration: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_turn_seconds", Help: "From the request's arrival to the end of the answer.", Buckets: latencyBuckets,
		}, []string{"tier"}),
		stages: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_turn_stage_seconds", Help: "Time spent in the stages of a turn.", Buckets: latencyBuckets,
		}, []string{"stage"}),
		running: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_turns_running", Help: "Turns being answered by this process.",
		}),
		refusals: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_turn_refusals_total", Help: "Messages refused before an answer began, by code.",
		}, []string{"code"}),
		tierErrors: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_tier_errors_total", Help: "Tiers that failed before their first event, so that the next one was tried.",
		}, []string{"tier"}),
		fallbacks: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_journal_fallbacks_total", Help: "Records that Redis could not take, by where they went instead.",
		}, []string{"to"}),
		crisesUnstored: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_crises_unstored_total", Help: "Messages that the crisis gate answered and that are not stored, because their address had sent too many.",
		}),
		budgetRefused: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_budget_refused_total", Help: "Turns that no model was asked about, because its church's budget for the day was spent.",
		}),
		guarded: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_guard_hits_total", Help: "Sentences that were stopped before their visitors saw what must not be said, by lens and what it was.",
		}, []string{"lens", "kind"}),
		promptTokens: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_prompt_tokens", Help: "Tokens of each block of the full model's prompts.", Buckets: prometheus.ExponentialBuckets(50, 2, 9),
		}, []string{"block"}),
		promptLeftOut: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_prompt_left_out_total", Help: "Passages and entries for which a prompt had no room, by block.",
		}, []string{"block"}),
		journalErrors: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_journal_errors_total", Help: "Times that Redis would not take what running turns had to say; they go on without.",
		}),
		takenOver: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_turns_taken_over_total", Help: "Turns that this process answers because their own node died or handed them over.",
		}),
		shared: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_turns_shared_total", Help: "Times that a turn listened to the answer of another that was asked the same at the same time.",
		}),
	}
}

// tierLabel names a tier for a metric; answers outside the tiers are "none".
func tierLabel(tier *int) string {
	if tier == nil {
		return "none"
	}
	return strconv.Itoa(*tier)
}

func (m *metrics) observePrompt(built prompt.Built) {
	for _, block := range built.Report.Blocks {
		m.promptTokens.WithLabelValues(block.Name).Observe(float64(block.Tokens))
		if block.Dropped > 0 {
			m.promptLeftOut.WithLabelValues(block.Name).Add(float64(block.Dropped))
		}
	}
}

func (m *metrics) observeTurn(r *live.Run, record *chat.Record) {
	tier := tierLabel(record.Tier)
	m.turns.WithLabelValues(tier, record.Agent, record.Outcome).Inc()
	m.duration.WithLabelValues(tier).Observe(r.Elapsed().Seconds())
	if firstEvent := r.FirstEvent(); firstEvent > 0 {
		m.firstEvent.WithLabelValues(tier).Observe(firstEvent.Seconds())
	}
	for stage, took := range r.Turn.Timings() {
		m.stages.WithLabelValues(stage).Observe(took.Seconds())
	}
}
