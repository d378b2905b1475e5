package church_test

import (
	"runtime"
	"testing"
	"time"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/facts"
	"narthex/chat/tier"
	"narthex/migrations/seed"
	"narthex/migrations/seed/copies"
)

// demonstrations stores so many copies of a demonstration church, whose FAQs are embedded.
func (f *fixture) demonstrations(slug string, n int) {
	f.t.Helper()
	if _, err := seed.Apply(f.t.Context(), f.Admin, seed.Options{Reference: true, Demo: true}); err != nil {
		f.t.Fatal(err)
	}
	f.exec(`
		update unified_rag_content set metadata = metadata || jsonb_build_object('embedder', $1::text), embedding = v, question_embedding = v
		from (select (select array_agg(random() - 0.5) from generate_series(1, 1536))::vector(1536) as v) as any_direction
		where organization_id = $2`, embedder, seed.ChurchID(slug))
	if err := copies.Make(f.t.Context(), f.Admin, slug, n); err != nil {
		f.t.Fatal(err)
	}
}

func TestACopyOfAChurchIsAsGoodAsTheOriginal(t *testing.T) {
	f := setup(t)
	f.exec(`truncate theological_lenses, church_families, denominations, product_knowledge cascade`)
	f.demonstrations("grace-harbor", 2)
	s := newStore(t, f.Pool, church.Config{})
	original, copied := s.snapshot(seed.ChurchID("grace-harbor")), s.snapshot(copies.ID("grace-harbor", 2))
	if copied.Slug != copies.Slug("grace-harbor", 2) || copied.Demo || len(copied.FAQs) == 0 || len(copied.FAQs) != len(original.FAQs) {
		t.Errorf("%s has %d FAQs; want %d", copied.Slug, len(copied.FAQs), len(original.FAQs))
	}
	if copied.Name != original.Name || copied.Lens.ID != original.Lens.ID || len(copied.Hours) != len(original.Hours) || !copied.Served() {
		t.Errorf("another church: %s, %s", copied.Name, copied.Lens.Name)
	}
}

// weight is what a church takes of the memory, in bytes.
type weight struct {
	counted float64 // by the store
	held    float64 // with what its first answers by stored facts and by words of FAQs derive
	drafted float64 // more, once the model has answered
}

// weigh measures it of copies of a church, each of which has a name of its own, when others have been asked before.
func (f *fixture) weigh(slug, question string) (w weight) {
	f.t.Helper()
	const before, n = 10, 50
	f.exec(`truncate theological_lenses, church_families, denominations, product_knowledge cascade`)
	f.demonstrations(slug, before+n)
	f.exec(`update premium_churches set custom_name = (select slug from churches where id = church_id)`)
	store := newStore(f.t, f.Pool, church.Config{MaxBytes: 1 << 30}).listen()
	author := &tier.Author{}
	turn := func(i int) *chat.Turn {
		c := store.snapshot(copies.ID(slug, i))
		return chat.NewTurn(c.ID, &chat.Request{ChurchID: c.ID, Message: question, Agent: church.Coordinator, Received: time.Now()}, c)
	}
	ask := func(i int) {
		t := turn(i)
		if _, ok := facts.Find(t.Church, facts.Question{Text: question, Language: "en", Now: time.Now()}); !ok {
			f.t.Fatalf("%s does not know %q", slug, question)
		}
		tier.AskedWordForWord(t)
	}
	for i := range before {
		ask(i + 1)
		author.Prepare(turn(i + 1))
	}
	counted, empty := store.metric("narthex_church_snapshots_bytes", ""), heap()
	for i := before; i < before+n; i++ {
		ask(i + 1)
	}
	asked := heap()
	w.counted = (store.metric("narthex_church_snapshots_bytes", "") - counted) / n
	w.held = float64(asked-empty) / n
	for i := before; i < before+n; i++ {
		author.Prepare(turn(i + 1))
	}
	w.drafted = float64(heap()-asked) / n
	return w
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// Operators set the memory for churches, and a church is counted before anybody has asked it: so what is counted must be what it takes.
func TestAChurchWeighsWhatIsCounted(t *testing.T) {
	const (
		most  = 256 << 20 / 4000 // that 4,000 fit into the memory there is by default
		draft = 14 << 10         // above all the texts of its prompt, which are not counted
	)
	for slug, question := range map[string]string{"grace-harbor": "What time is church on Sunday?", "st-brigids": "What time is Mass on Sunday?", "nueva-vida": "What time is church on Sunday?"} {
		t.Run(slug, func(t *testing.T) {
			w := setup(t).weigh(slug, question)
			t.Logf("%.0f bytes are counted, %.0f held, and %.0f more after a model's answer", w.counted, w.held, w.drafted)
			if off := w.held/w.counted - 1; off < -0.1 || off > 0.1 {
				t.Errorf("what is held is off by %.0f%%", 100*off)
			}
			if slug == "grace-harbor" && (w.counted > most || w.held > most+most/50) {
				t.Errorf("more than %d", most)
			}
			if w.drafted > draft {
				t.Errorf("more than %d for the model's answers", draft)
			}
		})
	}
}
