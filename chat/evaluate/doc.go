// Package evaluate answers questions as a church's visitors would be answered, without effect on anybody: by the same tiers in the
// same order, with no journal, no alarm, no strike, no budget and no metric of visitors, a cache that is only read, and tools whose
// writes are rolled back. It is for who wants to know why an answer is as it is.
//
// Read evaluation.go (what comes out), evaluator.go (how a question goes through the tiers), watch.go (what is noted on the way), and
// alone.go (what a tier would have said that came too late).
package evaluate
