// Package lease keeps the jobs of some queues from waiting for a node that is dead. Whoever works on one renews its lease; a job whose
// lease has lapsed is made available again, and the next node has it within half a minute. River by itself waits until the longest
// that any job may take is over.
//
// A node that only seemed dead goes on until it tries to renew, and is told then: for that long two nodes may work on a job, so
// the jobs must bear that.
package lease
