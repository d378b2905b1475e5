package billing

// outcome is what became of an event.
type outcome string

// The outcomes; webhook_events.outcome says what they mean. An event that came before is repeated, and logged no more.
const (
	done      outcome = "done"
	unknown   outcome = "unknown"
	unpaid    outcome = "unpaid"
	ignored   outcome = "ignored"
	outdated  outcome = "stale"
	early     outcome = "early"
	duplicate outcome = "duplicate"
	parked    outcome = "parked"
	repeated  outcome = "repeated"
)
