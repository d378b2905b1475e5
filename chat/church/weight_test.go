package church_test

import (
	"runtime"
	"testing"

	"narthex/chat/church"
	"narthex/migrations/seed"
	"narthex/migrations/seed/copies"
)

// demonstrations stores so many copies of a demonstration church, whose FAQs are embedded.
func (f *fixture) demonstrations(n int) {
	f.t.Helper()
	if _, err := seed.Apply(f.t.Context(), f.Admin, seed.Options{Reference: true, Demo: true}); err != nil {
		f.t.Fatal(err)
	}
	f.exec(`
		update unified_rag_content set metadata = metadata || jsonb_build_object('embedder', $1::text), embedding = v, question_embedding = v
		from (select (select array_agg(random() - 0.5) from generate_series(1, 1536))::vector(1536) as v) as any_direction
		where organization_id = $2`, embedder, seed.ChurchID("grace-harbor"))
	if err := copies.Make(f.t.Context(), f.Admin, "grace-harbor", n); err != nil {
		f.t.Fatal(err)
	}
}

func TestACopyOfAChurchIsAsGoodAsTheOriginal(t *testing.T) {
	f := setup(t)
	f.exec(`truncate theological_lenses, church_families, denominations, product_knowledge cascade`)
	f.demonstrations(2)
	s := newStore(t, f.Pool, church.Config{})
	original, copied := s.snapshot(seed.ChurchID("grace-harbor")), s.snapshot(copies.ID("grace-harbor", 2))
	if copied.Slug != copies.Slug("grace-harbor", 2) || copied.Demo || len(copied.FAQs) == 0 || len(copied.FAQs) != len(original.FAQs) {
		t.Errorf("%s has %d FAQs; want %d", copied.Slug, len(copied.FAQs), len(original.FAQs))
	}
	if copied.Name != original.Name || copied.Lens.ID != original.Lens.ID || len(copied.Hours) != len(original.Hours) || !copied.Served() {
		t.Errorf("another church: %s, %s", copied.Name, copied.Lens.Name)
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func BenchmarkWeight(b *testing.B) {
	f := setup(b)
	f.exec(`truncate theological_lenses, church_families, denominations, product_knowledge cascade`)
	const n = 100
	f.demonstrations(n)
	for b.Loop() {
		s := newStore(b, f.Pool, church.Config{MaxBytes: 1 << 30}).listen()
		s.snapshot(copies.ID("grace-harbor", 1))
		before := heap()
		for i := range n {
			s.snapshot(copies.ID("grace-harbor", i+1))
		}
		after := heap()
		b.ReportMetric(float64(after-before)/(n-1), "B/church")
		b.ReportMetric(s.metric("narthex_church_snapshots_bytes", "")/n, "estimated-B/church")
		b.ReportMetric(float64(len(s.snapshot(copies.ID("grace-harbor", 1)).FAQs)), "FAQs")
	}
}
