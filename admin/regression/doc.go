// Package regression is where a church keeps the questions that its assistant must not get wrong, with what is expected of the answers,
// and asks them all at once before, or after, it changes something. The answers are those of package evaluate, so nobody hears of them.
//
// Read routes.go, cases.go and casepage.go (the questions), file.go (as a table), runs.go (all of them asked), runner.go (the job that
// does it), runpage.go and compare.go (what came of it, beside the time before).
package regression
