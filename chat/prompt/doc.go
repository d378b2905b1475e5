// Package prompt builds what the model is told: nine blocks in a fixed order, from rules that hold everywhere down to
// what is worth dropping first.
//
// Read prompt.go first (what goes in, in which order), then policy.go (block 1, the rules of every plan and agent),
// church.go (blocks 2 to 6, from the snapshot) and knowledge.go (blocks 7 to 9, from retrieval). Text that somebody else
// wrote — passages, FAQs, the visitor — is fenced and escaped in fence.go, so that it can never pose as a rule.
package prompt
