// Package simulator is where a church tries out what its assistant answers, and sees why: Training, Simulator. A question goes through
// the same tiers as a visitor's, and leaves nothing behind.
//
// Read routes.go, question.go (what is tried), page.go (what is shown of it) and ladder.go (why each tier answered, or did not); answer.go and
// since.go open an answer of a conversation as it was, beside today's.
package simulator
