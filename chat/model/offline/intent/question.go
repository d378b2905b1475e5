package intent

import "regexp"

// WantsToKnow reports whether a folded message opens as a question does that wants to be answered, not acted on.
func WantsToKnow(folded string) bool { return infoQuestion.MatchString(folded) }

// infoQuestion opens a question that wants to be answered, not acted on.
var infoQuestion = regexp.MustCompile(`^\W*(?:what|when|where|who|which|how|is there|are there|do you|does|did|que|cuando|donde|quien|cual|como|hay|tienen)\b`)
