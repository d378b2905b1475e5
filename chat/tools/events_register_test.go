package tools_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
)

// ana is a visitor who wants to come, and what a model makes of it.
const (
	ana       = "I'm Ana Ruiz, ana@example.org, sign me up for the supper. One nut allergy."
	anaSupper = `{"event":"Supper","name":"Ana Ruiz","email":"ana@example.org","notes":"One nut allergy"}`
)

func (f *fixture) people(event uuid.UUID) int {
	f.t.Helper()
	return f.count(`select coalesce(sum(party_size), 0)::int from event_registrations where event_id = $1 and status = 'registered'`, event)
}

func TestWhoRegistersIsWrittenDownAndTheContactIsTold(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 10")
	asked := turn(at, church.Coordinator, ana)
	got := f.call(asked, "register_for_event", anaSupper)
	if !got.OK || !got.Wrote || got.fields["people"] != 1.0 || got.Summary != "You are registered for Supper, Saturday 16 May 2026 at 17:30 to 19:30." {
		t.Fatalf("%s, %q", got.Content, got.Summary)
	}
	notice := f.notifier.last(t)
	if notice.Kind != "event_registration" || notice.To != "joan@example.org" || notice.ReplyTo != "ana@example.org" || notice.ChurchID != at.ID {
		t.Errorf("%+v", notice)
	}
	if lines := fmt.Sprint(notice.Lines); lines != "[{event Supper} {when Saturday 16 May 2026 at 17:30 to 19:30} {people 1} {name Ana Ruiz} {email ana@example.org} {message One nut allergy}]" {
		t.Errorf("%s", lines)
	}
	if n := f.count(`select count(*) from event_registrations where id = $1 and event_id = $2 and church_id = $3 and session_id = $4 and turn_id = $5
		and note = 'One nut allergy'`, notice.RequestID, event, at.ID, asked.Session, asked.ID); n != 1 {
		t.Error("the row is not the visitor's")
	}
}

func TestTwoHundredVisitorsGetFiftyPlaces(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 50")
	f.event(at, "Supper", saturday.AddDate(0, 1, 0), "capacity = 50")
	registry := f.wide()
	var got, refused atomic.Int64
	f.crowd(t, 200, func(i int) {
		result := f.beginAt(registry, turn(at, church.Coordinator, fmt.Sprintf("Sign me up, I'm Ana, ana%d@example.org", i))).Call(t.Context(), tools.Call{
			Name: "register_for_event", Arguments: fmt.Sprintf(`{"event":"%s","name":"Ana","email":"ana%d@example.org"}`, event, i)})
		switch {
		case result.OK:
			got.Add(1)
		case strings.Contains(result.Content, `"error":"full"`) && strings.Contains(result.Content, "Offer instead: Supper, Tuesday 16 June 2026"):
			refused.Add(1)
		default:
			t.Errorf("%s", result.Content)
		}
	})
	if rows, notices := f.count(`select count(*) from event_registrations`), f.count(`select count(*) from test_notices`); rows != 50 || notices != 50 || got.Load() != 50 || refused.Load() != 150 {
		t.Errorf("%d rows, %d notices, %d registered, %d refused", rows, notices, got.Load(), refused.Load())
	}
}

func TestPartiesFillAnEventAndNeverOverfillIt(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 50")
	registry := f.wide()
	f.crowd(t, 60, func(i int) {
		f.beginAt(registry, turn(at, church.Coordinator, fmt.Sprintf("Sign me up, I'm Ana, ana%d@example.org", i))).Call(t.Context(), tools.Call{
			Name: "register_for_event", Arguments: fmt.Sprintf(`{"event":"%s","name":"Ana","email":"ana%d@example.org","people":%d}`, event, i, i%3+1)})
	})
	if n := f.people(event); n != 50 { // whoever is alone gets the last place
		t.Errorf("%d people", n)
	}
}

func TestOneVisitorWhoIsInAHurryIsCountedOnce(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 50")
	at.Address.Country = "US"
	ways := []string{"207 555 0142", "(207) 555-0142", "+1 207-555-0142", "2075550142", "1 207 555 0142"}
	registry := f.wide()
	f.crowd(t, 40, func(i int) {
		contact := `"email":"ANA@example.org"`
		if i%2 == 0 {
			contact = `"phone":"` + ways[i/2%len(ways)] + `","email":"ana@example.org"`
		}
		result := f.beginAt(registry, turn(at, church.Coordinator, "Sign me up, I'm Ana, ana@example.org, +1 207-555-0142")).Call(t.Context(), tools.Call{
			Name: "register_for_event", Arguments: `{"event":"Supper","name":"Ana",` + contact + `}`})
		if !result.OK {
			t.Errorf("%s", result.Content)
		}
	})
	if rows, people := f.count(`select count(*) from event_registrations`), f.people(event); rows != 1 || people != 1 {
		t.Errorf("%d rows, %d people", rows, people)
	}
	if notices := f.count(`select count(*) from test_notices`); notices != 1 {
		t.Errorf("%d notices", notices)
	}
}

func TestTheSameNumberInAnyWritingIsTheSamePerson(t *testing.T) {
	f := setup(t)
	for country, ways := range map[string][]string{
		"US": {"207 555 0142", "(207) 555-0142", "+1 207-555-0142", "1 207 555 0142", "001 207 555 0142"},
		"IE": {"020 910 4417", "+353 20 910 4417", "00353 20 910 4417", "+353 (0)20 910 4417", "353 20 910 4417"},
		"NG": {"0803 123 4567", "+234 803 123 4567", "2348031234567"},
		"":   {"555 0142", "555-0142"},
	} {
		at := f.church("church-of" + strings.ToLower(country))
		at.Address.Country = country
		event := f.event(at, "Supper", saturday)
		for _, way := range ways {
			got := f.call(turn(at, church.Coordinator, "Sign me up, I'm Ana, "+way), "register_for_event", `{"event":"Supper","name":"Ana","phone":"`+way+`"}`)
			if !got.OK {
				t.Errorf("%s: %s", way, got.Content)
			}
		}
		if n := f.people(event); n != 1 {
			t.Errorf("%s: %d people", country, n)
		}
	}
}

// wide is a registry with connections enough for many transactions at once. Its calls may wait long: the machine is busy.
func (f *fixture) wide() *tools.Registry {
	f.t.Helper()
	config, err := pgxpool.ParseConfig(f.URL)
	if err != nil {
		f.t.Fatal(err)
	}
	config.MaxConns = 24
	pool, err := pgxpool.NewWithConfig(f.t.Context(), config)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(pool.Close)
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: pool, Notifier: f.notifier}, tools.Config{Logger: slog.New(slog.NewTextHandler(f.log, nil)), Timeout: time.Minute, Now: func() time.Time { return f.now }})
	if err != nil {
		f.t.Fatal(err)
	}
	return registry
}

// crowd runs fn for so many visitors at once.
func (f *fixture) crowd(t *testing.T, visitors int, fn func(i int)) {
	t.Helper()
	var work sync.WaitGroup
	begin := make(chan struct{})
	for i := range visitors {
		work.Go(func() {
			<-begin
			fn(i)
		})
	}
	close(begin)
	work.Wait()
}

// What is said besides the event may be worded otherwise.
func TestWhoCorrectsHowManyComeIsAskedAboutThatAlone(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", saturday, "capacity = 10")
	asked := turn(at, church.Coordinator, ana)
	first := f.ask(asked, "register_for_event", anaSupper)
	second := f.ask(goesOn(asked, "We are 2, and both of us have a nut allergy"), "register_for_event",
		`{"event":"Supper","people":2,"name":"Ana Ruiz","email":"ana@example.org","notes":"both have a nut allergy"}`)
	if _, err := f.tools.Confirm(t.Context(), at, first, yes); !errors.Is(err, confirmation.ErrClosed) {
		t.Errorf("what was corrected is done: %v", err)
	}
	if done, err := f.tools.Confirm(t.Context(), at, second, yes); err != nil || !done.Result.Wrote {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestAVisitorMayChangeHowManyComeWhereTheyRegistered(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 4")
	first := turn(at, church.Coordinator, ana)
	f.call(first, "register_for_event", anaSupper)
	again := func(session uuid.UUID, people string) answer {
		next := turn(at, church.Coordinator, ana, "Make that "+people+", please")
		next.Session = session
		return f.call(next, "register_for_event", `{"event":"Supper","name":"Ana Ruiz","email":"ana@example.org","people":`+people+`}`)
	}
	for _, step := range []struct {
		people string
		want   int
		ok     bool
	}{{"3", 3, true}, {"3", 3, false}, {"5", 3, false}, {"4", 4, true}, {"2", 2, true}} {
		if got := again(first.Session, step.people); got.OK != step.ok || f.people(event) != step.want {
			t.Errorf("%s: %d people, %s", step.people, f.people(event), got.Content)
		}
	}
	stranger := again(uuid.New(), "4")
	if !stranger.OK || stranger.Wrote || stranger.fields["status"] != "already registered" || stranger.fields["people"] != nil || f.people(event) != 2 {
		t.Errorf("a stranger: %s", stranger.Content)
	}
}

func TestATurnThatIsAnsweredAnewRegistersNobodyTwice(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 1")
	asked := turn(at, church.Coordinator, ana)
	session := f.begin(asked)
	call := tools.Call{Name: "register_for_event", Arguments: anaSupper}
	if got := read(t, session.Call(t.Context(), call)); !got.OK {
		t.Fatal(got.Content)
	}
	read(t, session.Call(t.Context(), call)).expect(t, tools.AlreadyDone)
	elsewhere := f.beginAt(f.registry(), asked) // after a crash, on another node
	read(t, elsewhere.Call(t.Context(), call)).expect(t, tools.AlreadyDone)
	if people, notices := f.people(event), f.count(`select count(*) from test_notices`); people != 1 || notices != 1 {
		t.Errorf("%d people, %d notices", people, notices)
	}
}

func TestAFullEventOffersWhatElseThereIs(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", saturday, "capacity = 1")
	f.event(at, "Supper", saturday.AddDate(0, 1, 0), "capacity = 1")
	f.event(at, "Youth Camp", saturday.AddDate(0, 0, 1))
	f.event(at, "Private Dinner", saturday, "is_public = false")
	f.call(turn(at, church.Coordinator, ana), "register_for_event", anaSupper)
	tom := func(people int) answer {
		return f.call(turn(at, church.Coordinator, "We'd like to come. Tom, tom@example.org"), "register_for_event",
			fmt.Sprintf(`{"event":"Supper","event_date":"2026-05-16","name":"Tom","email":"tom@example.org","people":%d}`, people))
	}
	tom(1).expect(t, tools.Full, "0 places left", "Supper, Tuesday 16 June 2026", "Youth Camp, Sunday 17 May 2026", "Joan Pelletier")
	two := tom(2)
	two.expect(t, tools.Full, "Youth Camp")
	if strings.Contains(two.Message, "June") || strings.Contains(two.Message, "Private") {
		t.Errorf("offers what cannot be had: %s", two.Message)
	}
}

func TestNobodyRegistersForWhatTakesNoRegistrations(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for change, want := range map[string]string{
		"cancelled_at = now()":                         "cancelled",
		"starts_at = '2026-05-14 19:00Z'":              "has begun",
		"registration_opens_at = '2026-05-15 12:00Z'":  "opens on Friday 15 May 2026 at 08:00",
		"registration_closes_at = '2026-05-14 19:04Z'": "closed",
	} {
		f.exec(`delete from events`)
		f.event(at, "Supper", saturday, change)
		f.call(turn(at, church.Coordinator, ana), "register_for_event", anaSupper).expect(t, tools.NotFound, want)
	}
	f.exec(`delete from events`)
	f.event(at, "Supper", saturday, "takes_registrations = false")
	if got := f.call(turn(at, church.Coordinator, ana), "register_for_event", anaSupper); !got.OK || got.Wrote || !strings.Contains(got.Content, "people just come") {
		t.Errorf("%s", got.Content)
	}
	if n := f.count(`select count(*) from event_registrations`) + f.count(`select count(*) from test_notices`); n != 0 {
		t.Errorf("%d written", n)
	}
}

func TestAYesCountsWhenItIsSaid(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for change, registered := range map[string]int{
		"registration_closes_at = '2026-05-14 19:10Z'": 0,
		"starts_at = '2026-05-14 19:10Z'":              0,
		"registration_closes_at = '2026-05-14 19:20Z'": 1,
	} {
		f.exec(`delete from event_registrations`)
		f.exec(`delete from events`)
		event := f.event(at, "Supper", saturday, change)
		f.now = thursday
		ref := f.ask(turn(at, church.Coordinator, ana), "register_for_event", anaSupper)
		f.now = thursday.Add(10 * time.Minute)
		done, err := f.tools.Confirm(t.Context(), at, ref, yes)
		if want := map[int]confirmation.Status{0: confirmation.Failed, 1: confirmation.Accepted}[registered]; err != nil || done.Status != want || f.people(event) != registered {
			t.Errorf("%s, and ten minutes later: %+v, %v, %d people", change, done, err, f.people(event))
		}
	}
}

func TestWhoIsRegisteredIsToldThatTheEventIsOff(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for change, want := range map[string]string{"cancelled_at = now()": "it is cancelled", "starts_at = '2026-05-14 19:00Z'": "it has begun"} {
		f.exec(`delete from event_registrations`)
		f.exec(`delete from events`)
		event := f.event(at, "Supper", saturday)
		first := turn(at, church.Coordinator, ana)
		f.call(first, "register_for_event", anaSupper)
		f.exec(`update events set ` + change)
		elsewhere := f.tools.Begin(turn(at, church.Coordinator, ana)).Call(t.Context(), tools.Call{Name: "register_for_event", Arguments: anaSupper})
		if read(t, elsewhere).expect(t, tools.NotFound, want); elsewhere.Card != nil {
			t.Errorf("%s: asks %+v", change, elsewhere.Card)
		}
		f.call(goesOn(first, "Make that 2, please"), "register_for_event", strings.Replace(anaSupper, `{`, `{"people":2,`, 1)).expect(t, tools.NotFound, want)
		if n := f.people(event); n != 1 {
			t.Errorf("%s: %d people", change, n)
		}
	}
}

func TestOfAnEventThatRecursTheNextIsMeant(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", thursday.Add(-time.Hour)) // going on
	next := f.event(at, "Supper", saturday)
	later := f.event(at, "Supper", saturday.AddDate(0, 0, 7))
	for arguments, want := range map[string]uuid.UUID{anaSupper: next, strings.Replace(anaSupper, `{`, `{"event_date":"2026-05-23",`, 1): later} {
		if got := f.call(turn(at, church.Coordinator, ana), "register_for_event", arguments); got.fields["id"] != want.String() {
			t.Errorf("%s: %s", arguments, got.Content)
		}
	}
}

func TestOnlyTheChurchsOwnEventsCanBeNamed(t *testing.T) {
	f := setup(t)
	at, theirs := f.church("ours"), f.church("theirs")
	other, private := f.event(theirs, "Their Gala", saturday), f.event(at, "Deacons' Meeting", saturday, "is_public = false")
	f.event(at, "Harvest Supper", saturday)
	f.event(at, "Spring Supper", saturday.AddDate(0, 0, 1))
	for _, test := range []struct{ name, event, says string }{
		{"another church's id", other.String(), "Harvest Supper"},
		{"another church's title", "Their Gala", "Harvest Supper"},
		{"a private event", private.String(), "Harvest Supper"},
		{"an id that nobody has", uuid.New().String(), "Harvest Supper"},
		{"what two events have in their titles", "supper", "Several may be meant"},
		{"an instruction", "'; drop table events; --", "No such event"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f.call(turn(at, church.Coordinator, ana), "register_for_event", fmt.Sprintf(`{"event":%q,"name":"Ana Ruiz","email":"ana@example.org"}`, test.event)).
				expect(t, tools.NotFound, test.says)
		})
	}
	if n := f.count(`select count(*) from event_registrations`) + f.count(`select count(*) from test_notices`); n != 0 {
		t.Errorf("%d written", n)
	}
}

func TestWithoutNewsThereIsNoRegistration(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	event := f.event(at, "Supper", saturday, "capacity = 1")
	f.notifier.fail = errors.New("the queue is gone")
	f.call(turn(at, church.Coordinator, ana), "register_for_event", anaSupper).expect(t, tools.Unavailable)
	if n := f.people(event); n != 0 {
		t.Errorf("%d people", n)
	}
	f.notifier.fail = nil
	if got := f.call(turn(at, church.Coordinator, ana), "register_for_event", anaSupper); !got.OK {
		t.Errorf("the place was not given back: %s", got.Content)
	}
}

func BenchmarkRegisterForEvent(b *testing.B) {
	f := setup(b)
	at := f.church("ours")
	f.event(at, "Supper", saturday)
	for i := 0; b.Loop(); i++ {
		address := fmt.Sprintf("ana%d@example.org", i)
		if got := f.call(turn(at, church.Coordinator, "Sign me up: Ana, "+address), "register_for_event", `{"event":"Supper","name":"Ana","email":"`+address+`"}`); !got.OK {
			b.Fatal(got.Content)
		}
	}
}
