package slots

import "regexp"

// WantsToKnow reports whether a folded message opens as a question does that wants to be answered, not acted on.
func WantsToKnow(folded string) bool { return infoQuestion.MatchString(folded) }

// infoQuestion opens a question that wants to be answered, not acted on.
var infoQuestion = regexp.MustCompile(`^\W*(?:what|when|where|who|which|how|is there|are there|do you|does|did|que|cuando|donde|quien|cual|como|hay|tienen)\b`)

// AsksPlainly reports whether a folded message asks something even where words were asked for.
func AsksPlainly(folded string) bool { return plainQuestion.MatchString(folded) }

// plainQuestion asks something even where words were asked for, which may begin with "que" and "cuando".
var plainQuestion = regexp.MustCompile(`^\W*(?:what|where|who|which|how (?:do|does|much|many|long|can)|is (?:there|the|this|that|your|it|\W?\d+)|are (?:there|you|they)|do you|does|did|when (?:is|are|do|does|will)|que (?:hora|dia|horario)|a que hora|donde|cual)\b`)
