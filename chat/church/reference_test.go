package church_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

func TestReferenceDataIsSharedBetweenChurches(t *testing.T) {
	f := setup(t)
	a, b := f.subscriber("a", "starter_chat"), f.subscriber("b", "starter_chat")
	f.exec(`insert into product_knowledge (priority, topic, question, answer) select n, 't', 'Q' || n, 'A' from generate_series(1, 25) as n`)
	pool, sent := f.tracedPool()
	s := newStore(t, pool, church.Config{}).listen()
	first := s.snapshot(a)
	before := sent.batches.Load()
	second := s.snapshot(b)
	if again := sent.batches.Load() - before; again != 1 {
		t.Errorf("%d round trips for another church", again)
	}
	if len(first.ProductKnowledge) != church.MaxProductEntries || first.ProductKnowledge[19].Question != "Q20" {
		t.Fatalf("product knowledge: %v", first.ProductKnowledge)
	}
	if &first.ProductKnowledge[0] != &second.ProductKnowledge[0] || &first.Doctrine[0] != &second.Doctrine[0] {
		t.Error("two churches hold copies of the same reference data")
	}
}

// What was answered in another epoch is not given again.
func TestAChangeOfALensIsOneOfItsChurchesAlone(t *testing.T) {
	f := setup(t)
	catholic, own, demo := f.subscriber("catholic", "starter_chat"), f.subscriber("own", "starter_chat"), f.subscriber("demo", "starter_chat")
	f.exec(`insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)`, catholic)
	f.exec(`update churches set is_demo = true where id = $1`, demo)
	f.exec(`insert into lens_texts (id, lens_id, title, source, content) values (gen_random_uuid(), 4, 't', 's', 'c')`)
	s := newStore(t, f.Pool, church.Config{}).listen()
	for _, tt := range []struct {
		name, sql       string
		everyone, other bool // whether it is a change of the church of lens 10, and of the demonstration church
	}{
		{"a lens", `update theological_lenses set description = 'Universal' where id = 4`, false, true},
		{"its doctrine", `delete from theological_contradictions where lens_id = 4 and topic = 'saints'`, false, true},
		{"its texts", `update lens_texts set content = 'd'`, false, true},
		{"another lens", `update theological_lenses set description = 'Dipped' where id = 12`, false, true},
		{"product knowledge", `insert into product_knowledge (priority, topic, question, answer) values (1, 't', 'Q?', 'A')`, true, true},
	} {
		before := map[uuid.UUID]*church.Snapshot{catholic: s.snapshot(catholic), own: s.snapshot(own), demo: s.snapshot(demo)}
		heard := s.metric("narthex_church_invalidations_total", "reference")
		f.exec(tt.sql)
		s.eventually("the change is announced", func() bool { return s.metric("narthex_church_invalidations_total", "reference") > heard })
		for id, changed := range map[uuid.UUID]bool{catholic: tt.name != "another lens", own: tt.everyone, demo: tt.other} {
			after := s.snapshot(id)
			if after == before[id] {
				t.Errorf("%s: the snapshot stayed", tt.name)
			}
			if rose := after.Epoch > before[id].Epoch; rose != changed || after.Epoch < before[id].Epoch {
				t.Errorf("%s: the epoch of %s went from %d to %d", tt.name, after.Slug, before[id].Epoch, after.Epoch)
			}
		}
	}
}

// The reference data is being read when it changes, and has been read in part: who asks after the announcement waits for it to be read
// once more.
func TestReferenceDataThatAChangeOvertookIsNotTakenForFresh(t *testing.T) {
	f := setup(t)
	id, other := f.subscriber("first", "starter_chat"), f.subscriber("second", "starter_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	s.snapshot(id)
	loaded := s.loads()
	heard := s.metric("narthex_church_invalidations_total", "reference")
	f.exec(`select pg_notify('narthex_church', '*')`)
	s.eventually("it has to be read again", func() bool { return s.metric("narthex_church_invalidations_total", "reference") > heard })

	release := f.holdUp("product_knowledge")
	var before, after *church.Snapshot
	var visitors sync.WaitGroup
	visitors.Go(func() { before, _ = s.ByID(context.Background(), id) })
	f.waitUntilHeldUp(1)
	heard = s.metric("narthex_church_invalidations_total", "reference")
	f.exec(`update theological_lenses set description = 'changed'`)
	s.eventually("the change is announced", func() bool { return s.metric("narthex_church_invalidations_total", "reference") > heard })
	visitors.Go(func() { after, _ = s.ByID(context.Background(), other) })
	release()
	visitors.Wait()
	if before == nil || before.Lens.Description == "changed" {
		t.Fatal("the first load failed or saw the change: the test shows nothing")
	}
	if after == nil || after.Lens.Description != "changed" {
		t.Error("who asked after the announcement was given the lens as it was before")
	}
	if now := s.snapshot(id); now.Lens.Description != "changed" || now.Epoch <= before.Epoch {
		t.Errorf("%q in epoch %d, after epoch %d", now.Lens.Description, now.Epoch, before.Epoch)
	}
	if now := s.loads(); now != loaded+3 {
		t.Errorf("%v loads; want 3", now-loaded)
	}
}
