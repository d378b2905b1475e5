package confirmation_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

type fixture struct {
	*testing.T
	db    *pgtest.DB
	store *confirmation.Store
	now   time.Time
}

func setup(t *testing.T) *fixture {
	db := pgtest.New(t)
	return &fixture{t, db, confirmation.NewStore(db.Pool), time.Now().UTC().Truncate(time.Microsecond)}
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) church(slug string) uuid.UUID {
	f.Helper()
	id := uuid.Must(uuid.NewV7())
	_, err := f.db.Admin.Exec(f.Context(), `insert into churches (id, slug, name) values ($1, $2, $2)`, id, slug)
	f.must(err)
	return id
}

// question is an open one about a prayer.
func (f *fixture) question(churchID, session uuid.UUID, words string) confirmation.Question {
	arguments, err := json.Marshal(map[string]string{"request": words})
	f.must(err)
	turn := uuid.New()
	key := uuid.NewSHA1(turn, []byte("prayer"))
	return confirmation.Question{
		Ref:      confirmation.Ref{Church: churchID, Session: session, Turn: turn, Call: confirmation.CallID(key, arguments)},
		WriteKey: key, Tool: "submit_prayer_request", Arguments: arguments, MadeIn: json.RawMessage(`{}`), Said: confirmation.Said(words), AskedAt: f.now,
	}
}

func (f *fixture) asked(q confirmation.Question, instead ...uuid.UUID) confirmation.Question {
	f.Helper()
	f.must(f.store.Ask(f.Context(), q, instead...))
	return q
}

// accept does work in the transaction that notes a yes, as tools do.
func (f *fixture) accept(ctx context.Context, ref confirmation.Ref, now time.Time, work func(pgx.Tx) error) error {
	return church.InChurch(ctx, f.db.Pool, ref.Church, func(tx pgx.Tx) error {
		if _, err := confirmation.Take(ctx, tx, ref, now); err != nil {
			return err
		}
		if err := work(tx); err != nil {
			return err
		}
		return confirmation.Close(ctx, tx, ref, confirmation.Accepted, "", now)
	})
}

func nothing(pgx.Tx) error { return nil }

// stands fails unless the question is where it should be: open, closed, or answered.
func (f *fixture) stands(ref confirmation.Ref, want string) {
	f.Helper()
	_, err := f.store.Find(f.Context(), ref, f.now)
	got := "open"
	if answered, ok := errors.AsType[*confirmation.AnsweredError](err); ok {
		got = string(answered.Question.Status)
	} else if errors.Is(err, confirmation.ErrClosed) {
		got = "closed"
	} else if err != nil {
		f.Fatal(err)
	}
	if got != want {
		f.Errorf("the question is %s, want %s", got, want)
	}
}

func TestAQuestionIsAnsweredOnceHoweverManyHearTheYes(t *testing.T) {
	f := setup(t)
	q := f.asked(f.question(f.church("ours"), uuid.New(), "for Ruth"))
	var done, answered atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			err := f.accept(t.Context(), q.Ref, f.now, func(pgx.Tx) error { done.Add(1); return nil })
			if known, ok := errors.AsType[*confirmation.AnsweredError](err); ok && known.Question.Status == confirmation.Accepted {
				answered.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 || answered.Load() != 19 {
		t.Errorf("done %d times, %d were told that it is", done.Load(), answered.Load())
	}
	if err := f.store.Answer(t.Context(), q.Ref, confirmation.Declined, "", f.now); err == nil {
		t.Error("a no is taken after the yes")
	}
	f.must(f.store.Summarize(t.Context(), q.Ref, "Passed on."))
	var known *confirmation.AnsweredError
	if _, err := f.store.Find(t.Context(), q.Ref, f.now); !errors.As(err, &known) || known.Question.Summary != "Passed on." {
		t.Errorf("afterwards it is %v", err)
	}
}

// A node that dies between the yes and the work has its transaction rolled back: nothing is lost, and the next yes does it.
func TestAYesWhoseWorkFailsLeavesTheQuestionOpen(t *testing.T) {
	f := setup(t)
	q := f.asked(f.question(f.church("ours"), uuid.New(), "for Ruth"))
	lost := errors.New("the node died")
	if err := f.accept(t.Context(), q.Ref, f.now, func(pgx.Tx) error { return lost }); !errors.Is(err, lost) {
		t.Fatal(err)
	}
	f.stands(q.Ref, "open")
	f.must(f.accept(t.Context(), q.Ref, f.now, nothing))
	f.stands(q.Ref, "accepted")
}

func TestAQuestionIsOverAfterFifteenMinutes(t *testing.T) {
	f := setup(t)
	q := f.asked(f.question(f.church("ours"), uuid.New(), "for Ruth"))
	late := f.now.Add(confirmation.OpenFor)
	if err := f.accept(t.Context(), q.Ref, late.Add(-time.Second), func(pgx.Tx) error { return errors.ErrUnsupported }); !errors.Is(err, errors.ErrUnsupported) {
		t.Error("it was over before its time:", err)
	}
	if err := f.accept(t.Context(), q.Ref, late, nothing); !errors.Is(err, confirmation.ErrClosed) {
		t.Errorf("answered late: %v", err)
	}
	if found, err := f.store.OfSession(t.Context(), q.Church, q.Session, late); err != nil || len(found) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
	f.must(f.store.Again(t.Context(), q.Ref, confirmation.Said("who reads it?"), f.now.Add(10*time.Minute)))
	f.must(f.accept(t.Context(), q.Ref, late, nothing))
}

func TestOnlyItsOwnVisitorAnswersAQuestion(t *testing.T) {
	f := setup(t)
	ours, theirs := f.church("ours"), f.church("theirs")
	q := f.asked(f.question(ours, uuid.New(), "for Ruth"))
	for name, ref := range map[string]confirmation.Ref{
		"another session": {Church: ours, Session: uuid.New(), Turn: q.Turn, Call: q.Call},
		"another turn":    {Church: ours, Session: q.Session, Turn: uuid.New(), Call: q.Call},
		"another call":    {Church: ours, Session: q.Session, Turn: q.Turn, Call: uuid.New()},
		"another church":  {Church: theirs, Session: q.Session, Turn: q.Turn, Call: q.Call},
	} {
		if err := f.accept(t.Context(), ref, f.now, nothing); !errors.Is(err, confirmation.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
		if err := f.store.Answer(t.Context(), ref, confirmation.Declined, "", f.now); !errors.Is(err, confirmation.ErrClosed) {
			t.Errorf("%s, no: %v", name, err)
		}
	}
	f.stands(q.Ref, "open")
	err := church.InChurch(t.Context(), f.db.Pool, theirs, func(tx pgx.Tx) error {
		var seen int
		if err := tx.QueryRow(t.Context(), `select count(*) from confirmations`).Scan(&seen); err != nil || seen != 0 {
			t.Errorf("another church sees %d questions, %v", seen, err)
		}
		return nil
	})
	f.must(err)
}

// A turn that is answered anew in other words asks another question: a yes to the first must not write the words of the second.
func TestAQuestionInOtherWordsTakesThePlaceOfTheOneBefore(t *testing.T) {
	f := setup(t)
	first := f.asked(f.question(f.church("ours"), uuid.New(), "for Ruth"))
	second := first
	second.Arguments = json.RawMessage(`{"request": "for Ruth, who is ill"}`)
	second.Call = confirmation.CallID(second.WriteKey, second.Arguments)
	f.asked(second)
	f.stands(first.Ref, "closed")
	f.must(f.accept(t.Context(), second.Ref, f.now, nothing))
	var answered *confirmation.AnsweredError
	if err := f.store.Ask(t.Context(), first); !errors.As(err, &answered) || answered.Question.Call != second.Call {
		t.Errorf("asked about once more when it is written: %v", err)
	}
	other := f.question(first.Church, first.Session, "for Tom")
	amended := f.question(first.Church, first.Session, "for Tom, at Pen Bay")
	f.asked(other)
	f.asked(amended, other.Call)
	f.stands(other.Ref, "closed")
	f.stands(amended.Ref, "open")
	f.stands(second.Ref, "accepted")
}

func TestOfANoNothingIsKeptButThat(t *testing.T) {
	f := setup(t)
	q := f.question(f.church("ours"), uuid.New(), "for Ruth")
	q.MadeIn = json.RawMessage(`{"said": "pray for Ruth"}`)
	f.asked(q)
	f.must(f.store.Answer(t.Context(), q.Ref, confirmation.Declined, "Nothing was passed on.", f.now))
	var row string
	f.must(f.db.Admin.QueryRow(t.Context(), `select arguments::text || made_in::text from confirmations where call_id = $1`, q.Call).Scan(&row))
	if row != "{}{}" {
		t.Errorf("kept is %s", row)
	}
	f.stands(q.Ref, "declined")
}

func TestWhatIsOverIsDroppedInAllChurches(t *testing.T) {
	f := setup(t)
	var over, going []confirmation.Question
	for _, slug := range []string{"ours", "theirs"} {
		id := f.church(slug)
		old := f.question(id, uuid.New(), "old")
		old.AskedAt = f.now.Add(-time.Hour)
		answered := f.question(id, uuid.New(), "answered")
		over, going = append(over, f.asked(old)), append(going, f.asked(answered), f.asked(f.question(id, uuid.New(), "young")))
		f.must(f.accept(t.Context(), answered.Ref, f.now, nothing))
	}
	workers := river.NewWorkers()
	confirmation.AddWorkers(workers, f.db.Pool)
	f.must(f.sweep())
	for _, q := range over {
		f.stands(q.Ref, "closed")
	}
	var left int
	f.must(f.db.Admin.QueryRow(t.Context(), `select count(*) from confirmations`).Scan(&left))
	if left != len(going) {
		t.Errorf("%d rows are left, want %d", left, len(going))
	}
	if len(confirmation.PeriodicJobs()) != 1 {
		t.Error("nothing runs it")
	}
}

func (f *fixture) sweep() error { return confirmation.Sweep(f.Context(), f.db.Pool) }
