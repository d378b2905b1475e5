package cache

// AgreeByFingerprint is Agree as it is judged of a question of which only the fingerprint is kept.
func AgreeByFingerprint(asked, cached string) bool {
	return meaningOf(asked).fingerprint().agrees(meaningOf(cached).fingerprint())
}

// TimeBound is what decides that no answer to a question is kept.
func TimeBound(question string) bool { return questionIsTimeBound(meaningOf(question)) }
