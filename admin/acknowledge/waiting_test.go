package acknowledge_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/acknowledge"
)

// While one church says nothing, whoever is on call must hear of the next one's crisis, and know whom to call.
func TestEachCrisisThatIsOverdueIsSeen(t *testing.T) {
	b := newBench(t)
	overdue := func() time.Duration { // ago
		t.Helper()
		at := b.gauge(t, "narthex_crises_overdue_timestamp_seconds")
		if at == 0 {
			return -1
		}
		return time.Since(time.Unix(0, int64(at*float64(time.Second))))
	}
	about := func(what string, want time.Duration) {
		t.Helper()
		if got := overdue(); got < want || got > want+time.Minute {
			t.Errorf("%s: overdue since %s, want %s", what, got, want)
		}
	}
	silent, next := b.church(t, "en"), b.church(t, "en")
	b.execute(t, `update churches set phone = '+12075550100' where id = $1`, next)
	b.crisis(t, next, uuid.New(), 14*time.Minute)
	if ago := overdue(); ago != -1 {
		t.Errorf("overdue %s ago, and none is", ago)
	}
	first := b.crisis(t, silent, uuid.New(), 26*time.Hour)
	about("the first", 26*time.Hour-15*time.Minute)
	second := b.crisis(t, next, uuid.New(), 20*time.Minute)
	about("both", 5*time.Minute)
	b.execute(t, `insert into notifications (id, church_id, key, channel, audience, kind, request_id, happened_at, status, sent_at) values
		(gen_random_uuid(), $2, $1, 'mail', 'church', 'crisis', $1, now(), 'sent', now() - interval '19 minutes'),
		(gen_random_uuid(), $2, $1, 'mail', 'second', 'crisis', $1, now(), 'sent', now() - interval '4 minutes'),
		(gen_random_uuid(), $2, $1, 'sms', 'second', 'crisis', $1, now(), 'queued', null)`, second, next)

	waiting, err := acknowledge.ListWaiting(t.Context(), b.db.Pool, 100)
	must(t, err)
	if len(waiting) != 3 || waiting[1].Request != second || waiting[2].Request != first {
		t.Fatalf("there wait %+v", waiting)
	}
	if w := waiting[1]; w.Church != "c-"+next.String() || w.Phone != "+12075550100" || w.ToldAt == nil || time.Since(*w.ToldAt).Round(time.Minute) != 19*time.Minute ||
		w.SecondToldAt == nil || time.Since(*w.SecondToldAt).Round(time.Minute) != 4*time.Minute {
		t.Errorf("%+v", w)
	}
	if w := waiting[2]; w.Church != "c-"+silent.String() || w.Phone != "" || w.ToldAt != nil || w.SecondToldAt != nil {
		t.Errorf("%+v", w)
	}

	b.ask(t, http.MethodPost, b.link(next, second, "office@grace.example"))
	about("the second is acknowledged", 26*time.Hour-15*time.Minute)
	if waiting, err = acknowledge.ListWaiting(t.Context(), b.db.Pool, 100); err != nil || len(waiting) != 2 || waiting[1].Request != first {
		t.Errorf("there wait %+v, %v", waiting, err)
	}
}
