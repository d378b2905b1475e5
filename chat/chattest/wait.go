package chattest

import (
	"context"
	"slices"
	"testing"
	"time"
)

// WaitLimit bounds what a test waits for.
const WaitLimit = time.Minute

// Must ends the test at an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Eventually polls a condition that another goroutine or process brings about.
func Eventually(t testing.TB, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(WaitLimit)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come about within %v", WaitLimit)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// RunUntilCleanup runs something in the background until the test ends, and holds that it then ends well.
func RunUntilCleanup(t testing.TB, run func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
	})
}

// MustStopSoon has a model's request stopped several times and holds how long that took. Some may meet a busy machine; a stop
// that takes too long does so every time.
func MustStopSoon(t *testing.T, stop func() time.Duration) {
	t.Helper()
	const limit, stops = 100 * time.Millisecond, 7
	var took []time.Duration
	for range stops {
		took = append(took, stop())
	}
	if slices.Sort(took); took[stops/2] > limit {
		t.Errorf("the model was stopped after %v", took)
	}
}

// WaitIdle waits until no turn is under way on this node. A visitor has the end of an answer before it is kept for others: who
// then asks in other words, or when the budget is spent, may come too early. The same words wait for it.
func (s *Server) WaitIdle(t testing.TB) {
	t.Helper()
	s.WaitTurns(t, 0)
}

// WaitTurns waits until so many turns are under way on this node.
func (s *Server) WaitTurns(t testing.TB, running float64) {
	t.Helper()
	s.WaitGauge(t, "narthex_turns_running", running)
}

// WaitGauge waits until a gauge without labels has a value.
func (s *Server) WaitGauge(t testing.TB, metric string, value float64) {
	t.Helper()
	Eventually(t, func() bool { return s.gauge(t, metric) == value })
}

// gauge is the value of a gauge without labels.
func (s *Server) gauge(t testing.TB, metric string) float64 {
	t.Helper()
	families, err := s.Registry.Gather()
	Must(t, err)
	for _, family := range families {
		if family.GetName() == metric {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no %s", metric)
	return 0
}

// Counted is the value of a counter with that label value, or without labels where it is "", and 0 where it was never counted.
func (s *Server) Counted(t testing.TB, metric, label string) float64 {
	t.Helper()
	families, err := s.Registry.Gather()
	Must(t, err)
	for _, family := range families {
		if family.GetName() != metric {
			continue
		}
		for _, m := range family.GetMetric() {
			if label == "" {
				return m.GetCounter().GetValue()
			}
			for _, l := range m.GetLabel() {
				if l.GetValue() == label {
					return m.GetCounter().GetValue()
				}
			}
		}
	}
	return 0
}
