package cache

// AgreeByFingerprint is Agree as it is judged of a question of which only the fingerprint is kept.
func AgreeByFingerprint(asked, cached string) bool {
	return meaningOf(asked).fingerprint().agrees(meaningOf(cached).fingerprint())
}
