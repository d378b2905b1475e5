package chat

// Passed is why a tier left a turn to the next.
type Passed struct {
	Reason     PassReason
	Title      string  // of what came nearest, if anything did
	Similarity float64 // of that to the question
	Wanted     float64 // the similarity from which the tier answers
}

// PassReason is a stable code.
type PassReason string

// The reasons.
const (
	PassLeans        PassReason = "leans"         // the question leans on what was said before it
	PassPersonal     PassReason = "personal"      // it is the visitor's own affair: its answer is nobody else's
	PassInDanger     PassReason = "in_danger"     // whoever is in distress is answered by the model that knows how to
	PassNothing      PassReason = "nothing"       // there is nothing stored that is like it
	PassTooFar       PassReason = "too_far"       // the nearest is not near enough
	PassAsksElse     PassReason = "asks_else"     // the nearest is near enough, but asks something else
	PassNotVerbatim  PassReason = "not_verbatim"  // the nearest is not to be given word for word
	PassNoFact       PassReason = "no_fact"       // it is not purely about a stored fact
	PassNotAvailable PassReason = "not_available" // what the tier needs is not there
)

// Pass notes why a tier leaves the turn to the next.
func (t *Turn) Pass(p Passed) {
	if t.OnPass != nil {
		t.OnPass(p)
	}
}
