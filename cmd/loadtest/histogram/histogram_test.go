package histogram_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"narthex/cmd/loadtest/histogram"
)

func TestPercentilesAreThoseOfTheSortedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() time.Duration{
		"even":        func() time.Duration { return time.Duration(random.IntN(5_000_000)) * time.Microsecond },
		"long tailed": func() time.Duration { return time.Duration(math.Exp(random.NormFloat64()*2)*1000) * time.Microsecond },
		"tiny":        func() time.Duration { return time.Duration(random.IntN(50)) * time.Microsecond },
	} {
		t.Run(name, func(t *testing.T) {
			var h histogram.Histogram
			values := make([]time.Duration, 20_000)
			for i := range values {
				values[i] = draw()
				h.Record(values[i])
			}
			slices.Sort(values)
			for _, q := range []float64{0.01, 0.5, 0.9, 0.99, 0.999, 1} {
				want := values[int(math.Ceil(q*float64(len(values))))-1]
				got := h.Quantile(q)
				if off := (got - want).Abs(); off > want/100+time.Microsecond {
					t.Errorf("quantile %v is %v, want %v", q, got, want)
				}
			}
			if h.Max() != values[len(values)-1] || h.Count() != uint64(len(values)) {
				t.Errorf("max %v of %d, want %v of %d", h.Max(), h.Count(), values[len(values)-1], len(values))
			}
		})
	}
}

func TestWhatCannotBeCountedFinelyIsStillCounted(t *testing.T) {
	var h histogram.Histogram
	if h.Quantile(0.99) != 0 {
		t.Error("a percentile of nothing")
	}
	h.Record(-time.Second)
	h.Record(300 * time.Hour)
	if h.Count() != 2 || h.Max() != 300*time.Hour || h.Quantile(0.5) != 0 {
		t.Errorf("count %d, max %v, median %v", h.Count(), h.Max(), h.Quantile(0.5))
	}
}

func TestManyMayRecordAtOnce(t *testing.T) {
	var h histogram.Histogram
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 1000 {
				h.Record(time.Duration(i*1000+n) * time.Microsecond)
			}
		})
	}
	all.Wait()
	if h.Count() != 8000 || h.Max() != 7999*time.Microsecond {
		t.Errorf("count %d, max %v", h.Count(), h.Max())
	}
}

func BenchmarkRecord(b *testing.B) {
	var h histogram.Histogram
	for b.Loop() {
		h.Record(1234 * time.Microsecond)
	}
}
