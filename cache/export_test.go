package cache

// TimeBound is what decides that no answer to a question is kept.
func TimeBound(question string) bool { return questionIsTimeBound(meaningOf(question)) }
