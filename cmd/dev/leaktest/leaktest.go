// Package leaktest looks for goroutines that the tests of a package have left, for packages whose tests cut servers off.
package leaktest

import (
	"time"

	"go.uber.org/goleak"
)

// patience is far more than the second for which a Redis client's connection pool goes on sleeping, after it was closed,
// between two tries to reach a server that was away, and than connections need to end on a busy machine. What does leak is
// there for ever.
const patience = 15 * time.Second

// VerifyTestMain is goleak's, but gives goroutines patience to end.
func VerifyTestMain(m goleak.TestingM, options ...goleak.Option) {
	goleak.VerifyTestMain(patient{m}, options...)
}

type patient struct{ goleak.TestingM }

func (p patient) Run() int {
	code := p.TestingM.Run()
	for end := time.Now().Add(patience); goleak.Find() != nil && time.Now().Before(end); { // Find waits a little by itself
	}
	return code
}
