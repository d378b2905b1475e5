// Package confirmation keeps what a visitor is asked before anything is written in their name, and what they said to it.
//
// A question is open for 15 minutes. It is answered once: whoever says yes has the work done in the transaction that notes the yes
// (Take, then Close), so that a node that dies in between has done neither, and two that hear the same yes do it once between them.
// An answer is kept for a day, so that the same wish is not asked about again.
//
// Read question.go (what is kept), then store.go (how it is asked, answered and forgotten); sweep.go drops what is over. What is a yes or a
// no in words is told by chat/assent.
package confirmation
