// Package histogram counts durations so finely that percentiles are right to 1 %, in a few kilobytes, and without
// locks: many goroutines may record at the same time.
package histogram

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// A value lands in a bucket by its highest bit and the subBits below that, so a bucket is at most 1/64 of its value wide
// and its middle at most 1/128 from it. Values are microseconds.
const (
	subBits = 6
	subs    = 1 << subBits
	octaves = 26 // up to 2^(octaves+subBits-1) µs, more than half an hour; what is longer counts as that
	buckets = octaves * subs
)

// Histogram is ready for use as its zero value.
type Histogram struct {
	counts [buckets]atomic.Uint64
	total  atomic.Uint64
	max    atomic.Int64 // microseconds
}

// Record counts a duration; a negative one, as clocks make them, counts as 0.
func (h *Histogram) Record(d time.Duration) {
	value := max(0, d.Microseconds())
	h.counts[bucketOf(uint64(value))].Add(1)
	h.total.Add(1)
	for seen := h.max.Load(); value > seen && !h.max.CompareAndSwap(seen, value); seen = h.max.Load() {
	}
}

func bucketOf(value uint64) int {
	if value < subs {
		return int(value)
	}
	shift := bits.Len64(value) - subBits - 1
	return min((shift+1)*subs+int(value>>shift)-subs, buckets-1)
}

// middle is the value that stands for all in the bucket.
func middle(bucket int) uint64 {
	if bucket < subs {
		return uint64(bucket)
	}
	shift := bucket/subs - 1
	low := uint64(bucket%subs+subs) << shift
	return low + (uint64(1)<<shift)/2
}

// Count is how many durations were recorded.
func (h *Histogram) Count() uint64 { return h.total.Load() }

// Max is the longest, exactly.
func (h *Histogram) Max() time.Duration { return time.Duration(h.max.Load()) * time.Microsecond }

// Quantile is the duration that the share q (0.99, for example) of all recorded ones does not exceed; 0 without any.
func (h *Histogram) Quantile(q float64) time.Duration {
	total := h.total.Load()
	if total == 0 {
		return 0
	}
	rank := uint64(q * float64(total))
	if float64(rank) < q*float64(total) || rank == 0 {
		rank++
	}
	var seen uint64
	for bucket := range h.counts {
		if seen += h.counts[bucket].Load(); seen >= rank {
			return min(time.Duration(middle(bucket))*time.Microsecond, h.Max())
		}
	}
	return h.Max()
}

// Summary is what is reported of a histogram, in milliseconds.
type Summary struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50_ms"`
	P90   float64 `json:"p90_ms"`
	P95   float64 `json:"p95_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// Summary returns the usual percentiles.
func (h *Histogram) Summary() Summary {
	return Summary{
		Count: h.Count(),
		P50:   milliseconds(h.Quantile(0.5)), P90: milliseconds(h.Quantile(0.9)),
		P95: milliseconds(h.Quantile(0.95)), P99: milliseconds(h.Quantile(0.99)), Max: milliseconds(h.Max()),
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
