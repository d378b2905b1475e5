// Package dialogue is what a visitor and the assistant have said so far (history.go), and what the assistant has done with its words (act.go):
// offered something, shown a card, left it open. What it asked for, and what the visitor wants, is known to package slots.
package dialogue
