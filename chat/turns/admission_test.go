package turns

import (
	"context"
	"testing"
	"testing/synctest"
)

func TestAClosedAdmissionWaitsForThoseInsideAndTakesNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission()
		if !a.enter() {
			t.Fatal("nobody may enter")
		}
		a.close()
		a.close()
		if a.enter() || !a.closed() {
			t.Error("it is closed and somebody enters")
		}
		waited := false
		go func() { waited = a.wait(context.Background()) }()
		synctest.Wait()
		a.bring() // the turn of the message that entered
		a.leave() // the message
		synctest.Wait()
		if waited {
			t.Error("it does not wait for what was begun by somebody inside")
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if a.wait(gone) {
			t.Error("it says that everybody has left")
		}
		a.leave()
		synctest.Wait()
		if !waited || !a.wait(t.Context()) {
			t.Error("everybody has left, and it waits")
		}
	})
}

func TestAnEmptyAdmissionIsWaitedForNoLongerThanItIsOpen(t *testing.T) {
	a := newAdmission()
	if !a.enter() {
		t.Fatal("nobody may enter")
	}
	a.leave()
	a.close()
	if !a.wait(t.Context()) {
		t.Error("somebody is said to be inside")
	}
}
