// Package prompt builds what the model is told: nine blocks in a fixed order, from rules that hold everywhere down to
// what is worth dropping first.
//
// Read prompt.go first (what goes in, in which order), then part.go (what is written once for all who ask), policy.go
// (block 1, the rules of every plan and agent), church.go (blocks 2 to 5, from the snapshot) and knowledge.go (blocks 6 to
// 8, from retrieval, and 9). Text that somebody else wrote — passages, FAQs, the visitor — is fenced and escaped in
// fence.go, so that it can never pose as a rule.
package prompt
