package church_test

import (
	"errors"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/cmd/dev/stack"
)

// killListeners ends the listeners' connections from the server's side.
func (f *fixture) killListeners() {
	f.t.Helper()
	var killed int
	err := f.Admin.QueryRow(f.t.Context(), `
		select count(pg_terminate_backend(pid)) from pg_stat_activity
		where datname = current_database() and application_name = 'narthex church listener'`).Scan(&killed)
	if err != nil || killed == 0 {
		f.t.Fatalf("killed %d listeners, %v", killed, err)
	}
}

func TestAChangeMadeWhileTheListenerWasCutOffIsSeen(t *testing.T) {
	f := setup(t)
	id := f.subscriber("unheard", "starter_chat")
	s := newStore(t, f.Pool, church.Config{}).listen()
	s.snapshot(id)
	reconnects := s.metric("narthex_church_invalidations_total", "reconnect")

	f.exec(`alter table churches disable trigger churches_changed`) // an announcement that nobody will ever hear
	f.exec(`update churches set phone = 'unheard' where id = $1`, id)
	if s.snapshot(id).Phone == "unheard" {
		t.Fatal("seen without an announcement: the test shows nothing")
	}
	f.killListeners()

	s.eventually("the change is seen", func() bool { return s.snapshot(id).Phone == "unheard" })
	s.eventually("the store listens again", func() bool {
		return s.Listening() && s.metric("narthex_church_invalidations_total", "reconnect") > reconnects
	})
	f.exec(`alter table churches enable trigger churches_changed`)
	f.exec(`update churches set phone = 'heard' where id = $1`, id)
	s.eventually("announcements are heard again", func() bool { return s.snapshot(id).Phone == "heard" })
}

func TestWithoutAListenerAChangeIsSeenWithinASecond(t *testing.T) {
	f := setup(t)
	id := f.subscriber("deaf", "starter_chat")
	s := newStore(t, f.Pool, church.Config{})
	s.snapshot(id)
	f.exec(`update churches set phone = 'changed' where id = $1`, id)
	latency := s.eventually("the change is seen", func() bool { return s.snapshot(id).Phone == "changed" })
	if latency > 5*time.Second {
		t.Errorf("seen after %v", latency)
	}
	if s.metric("narthex_church_stale", "") != 1 {
		t.Error("the metric says that nothing is stale")
	}
}

func TestWithPostgresAwayLoadedChurchesAreServedAsTheyWere(t *testing.T) {
	outages := map[string]func(*stack.Outage){
		"connections are refused":  (*stack.Outage).Cut,
		"the network drops it all": (*stack.Outage).Silence,
	}
	for name, begin := range outages {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // most of it is waiting
			f := setup(t)
			known, unknown, listed := f.subscriber("known", "starter_chat"), f.subscriber("unknown", "starter_chat"), f.church("listed")
			pool, network := throughOutage(t, f.URL)
			s := newStore(t, pool, church.Config{LoadTimeout: 2 * time.Second}).listen()
			before := s.snapshot(known)
			s.expectByID(listed, church.ErrNotSubscribed)

			begin(network)
			s.eventually("the loss is noticed", func() bool {
				return s.metric("narthex_church_listener_connected", "") == 0
			})
			if s.metric("narthex_church_stale", "") != 1 {
				t.Error("the metric does not say that what is served may be stale")
			}
			f.exec(`update churches set phone = 'changed' where id = $1`, known)

			for _, refuse := range []func(){
				func() { s.expectByID(unknown, church.ErrUnavailable) },
				func() { s.expectBySlug("unknown", church.ErrUnavailable) },
			} {
				began := time.Now()
				refuse()
				if waited := time.Since(began); waited > 5*time.Second {
					t.Errorf("a church never loaded was refused after %v, when loads may take 2 s", waited)
				} else {
					t.Logf("a church never loaded was refused after %v", waited)
				}
			}

			var slowest time.Duration
			for until := time.Now().Add(2500 * time.Millisecond); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
				asked := time.Now()
				if s.snapshot(known) != before {
					t.Fatal("another snapshot while Postgres is away")
				}
				if bySlug, err := s.BySlug(t.Context(), "known"); err != nil || bySlug != before {
					t.Fatalf("BySlug: %v", err)
				}
				slowest = max(slowest, time.Since(asked))
			}
			s.expectByID(listed, church.ErrNotSubscribed)
			if slowest > 1800*time.Millisecond { // as long as a load may take, or a try of one
				t.Errorf("a loaded church took %v", slowest)
			}
			t.Logf("slowest answer for a loaded church over 2.5 s of outage: %v", slowest)
			if s.metric("narthex_church_stale_served_total", "") == 0 {
				t.Error("no stale answer was counted")
			}

			network.Restore()
			latency := s.eventually("the change is seen", func() bool { return s.snapshot(known).Phone == "changed" })
			t.Logf("from the database's return to fresh answers: %v", latency)
			s.eventually("nothing is stale", func() bool { return s.metric("narthex_church_stale", "") == 0 })
			s.expectByID(unknown, nil)
		})
	}
}

func TestAnOutageThatOnlyTheLoadNoticesServesStale(t *testing.T) {
	f := setup(t)
	id, other := f.subscriber("held", "starter_chat"), f.subscriber("other", "starter_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: time.Second}).listen()
	before := s.snapshot(id)
	release := f.holdUpLoads()
	f.exec(`update churches set phone = 'changed' where id = $1`, id)
	s.eventually("the change is announced", func() bool { return s.metric("narthex_church_stale_served_total", "") > 0 || s.snapshot(id) == nil })

	if s.snapshot(id) != before {
		t.Error("another snapshot from a database that does not answer")
	}
	if s.metric("narthex_church_stale", "") != 1 {
		t.Error("the metric does not say that what is served may be stale")
	}
	if _, err := s.ByID(t.Context(), other); !errors.Is(err, church.ErrUnavailable) {
		t.Errorf("a church never loaded: %v; want ErrUnavailable", err)
	}
	release()
	s.eventually("the change is seen", func() bool { return s.snapshot(id).Phone == "changed" })
	if s.metric("narthex_church_stale", "") != 0 {
		t.Error("the metric says that something is still stale")
	}
}
