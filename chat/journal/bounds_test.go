package journal

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/panics"
)

// ofChurch is a question of a new conversation of a church, answered at once.
func ofChurch(churchID uuid.UUID) Acceptance {
	ref := chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: churchID}
	record := chat.Record{ID: uuid.New(), TurnID: ref.Turn, ChurchID: churchID, SessionID: ref.Session, Role: "user", Content: "When?"}
	answer := record
	answer.ID, answer.Role, answer.Content = uuid.New(), "assistant", "At nine."
	return Acceptance{Ref: ref, Question: record, Answer: &answer, Log: []byte("log")}
}

func accept(t *testing.T, j *Journal, a Acceptance) Outcome {
	t.Helper()
	outcome, err := j.Accept(t.Context(), a)
	must(t, err)
	return outcome
}

// repeated runs a command many times.
func repeated(t *testing.T, client redis.UniversalClient, times int, command func(redis.Pipeliner)) {
	t.Helper()
	_, err := client.Pipelined(t.Context(), func(pipe redis.Pipeliner) error {
		for range times {
			command(pipe)
		}
		return nil
	})
	must(t, err)
}

func TestWhileTooMuchOfAChurchWaitsOnlyItsCrisesAreAccepted(t *testing.T) {
	client := newClient(t)
	j, full, other := NewJournal(client, panics.New(nil, nil)), uuid.New(), uuid.New()
	repeated(t, client, maxUnstored-1, func(pipe redis.Pipeliner) {
		pipe.XAdd(t.Context(), &redis.XAddArgs{Stream: JournalKey(full), Values: []string{"record", "{}"}})
	})
	if outcome := accept(t, j, ofChurch(full)); !reflect.DeepEqual(outcome, Outcome{}) {
		t.Errorf("with room for one: %+v", outcome)
	}
	running := ofChurch(full)
	running.Answer, running.Log, running.Payload = nil, nil, []byte("{}")
	for _, refused := range []Acceptance{ofChurch(full), running} {
		if outcome := accept(t, j, refused); !reflect.DeepEqual(outcome, Outcome{Full: true}) {
			t.Errorf("a full journal: %+v", outcome)
		}
		if kept := client.Exists(t.Context(), turnKey(full, refused.Ref.Turn), turnKey(full, refused.Ref.Turn)+":log").Val(); kept != 0 {
			t.Error("a message that was refused is kept")
		}
	}
	crisis := ofChurch(full)
	crisis.Crisis = true
	if outcome := accept(t, j, crisis); !reflect.DeepEqual(outcome, Outcome{}) {
		t.Errorf("somebody in danger: %+v", outcome)
	}
	if outcome := accept(t, j, ofChurch(other)); !reflect.DeepEqual(outcome, Outcome{}) {
		t.Errorf("another church: %+v", outcome)
	}
	if waiting := client.XLen(t.Context(), JournalKey(full)).Val(); waiting != maxUnstored+1 {
		t.Errorf("%d entries wait", waiting)
	}
}

func TestOfEndedTurnsTheOldestAreForgottenFirst(t *testing.T) {
	client := newClient(t)
	j, churchID := NewJournal(client, panics.New(nil, nil)), uuid.New()
	first, second := ofChurch(churchID), ofChurch(churchID)
	accept(t, j, first)
	accept(t, j, second)
	repeated(t, client, maxEnded-2, func(pipe redis.Pipeliner) { pipe.RPush(t.Context(), key(churchID, "ended"), uuid.NewString()) })
	kept := func(a Acceptance) bool {
		return client.Exists(t.Context(), turnKey(churchID, a.Ref.Turn)+":log").Val() == 1
	}
	if !kept(first) || !kept(second) {
		t.Fatal("what there is room for is gone")
	}
	atOnce := ofChurch(churchID)
	accept(t, j, atOnce)
	if kept(first) || !kept(second) || !kept(atOnce) {
		t.Error("another turn than the oldest went")
	}
	ran := ofChurch(churchID)
	answer := *ran.Answer
	ran.Answer, ran.Log, ran.Payload = nil, nil, []byte("{}")
	accept(t, j, ran)
	if ours, err := j.Finish(t.Context(), ran.Ref, &ran.Question, answer, []byte("log")); !ours || err != nil {
		t.Fatalf("finished: %v, %v", ours, err)
	}
	if kept(second) || !kept(atOnce) || !kept(ran) {
		t.Error("another turn than the oldest went when one had run")
	}
	if left := client.LLen(t.Context(), key(churchID, "ended")).Val(); left != maxEnded {
		t.Errorf("%d are listed", left)
	}
	if life := client.TTL(t.Context(), key(churchID, "ended")).Val(); life <= 0 || life > AnsweredTTL {
		t.Errorf("the list lives for %v", life)
	}
}

// Each message of a flood is in a conversation of its own, and leaves a key behind at the most.
func TestOfAFloodOfCrisesNotEveryConversationIsWatched(t *testing.T) {
	client := newClient(t)
	j, churchID := NewJournal(client, panics.New(nil, nil)), uuid.New()
	cry := func(address string) Acceptance {
		a := ofChurch(churchID)
		a.Crisis, a.Address, a.CrisesPerAddress = true, address, 1
		return a
	}
	watched := func() int {
		keys, err := client.Keys(t.Context(), crisisKey(churchID, uuid.Nil)[:len(crisisKey(churchID, uuid.Nil))-36]+"*").Result()
		must(t, err)
		return len(keys)
	}
	began := time.Now()
	for i := range 500 {
		if outcome := accept(t, j, cry("203.0.113.9")); outcome.Unstored != (i > 0) && time.Since(began) < time.Minute {
			t.Fatalf("crisis %d: %+v", i, outcome)
		}
	}
	// One is stored a minute, and ten others are watched.
	if most, is := 11+11*int(time.Since(began)/time.Minute+1), watched(); is < 11 || is > most {
		t.Errorf("%d of 500 conversations are watched, at most %d", is, most)
	}
	again := cry("203.0.113.10")
	accept(t, j, again)
	if outcome := accept(t, j, cry("203.0.113.10")); !outcome.Unstored {
		t.Fatalf("the second of an address: %+v", outcome)
	}
	before := watched()
	exhausted := time.Now().Add(time.Hour).UnixMilli() // as after a flood from many addresses
	must(t, client.Set(t.Context(), key(churchID, "limit:watch:"), exhausted, time.Hour).Err())
	if outcome := accept(t, j, cry("203.0.113.10")); !outcome.Unstored || watched() != before {
		t.Errorf("%+v, and %d are watched after %d", outcome, watched(), before)
	}
	if outcome := accept(t, j, cry("203.0.113.11")); !reflect.DeepEqual(outcome, Outcome{}) || watched() != before+1 {
		t.Errorf("somebody else in danger: %+v, and %d are watched after %d", outcome, watched(), before)
	}
}

func TestOfConversationsThatNeverWereTheNewestMarksAreKept(t *testing.T) {
	client := newClient(t)
	j, churchID := NewJournal(client, panics.New(nil, nil)), uuid.New()
	forget := func(nothing bool) uuid.UUID {
		session := uuid.New()
		_, err := j.Forget(t.Context(), churchID, session)
		must(t, err)
		if nothing {
			must(t, j.ForgotNothing(t.Context(), churchID, session))
		}
		return session
	}
	known, first := forget(false), forget(true)
	must(t, j.ForgotNothing(t.Context(), churchID, first)) // once more changes nothing
	second := forget(true)
	repeated(t, client, maxUnknownForgotten-2, func(pipe redis.Pipeliner) {
		pipe.ZAdd(t.Context(), key(churchID, "forgotten:nothing"), redis.Z{Score: float64(time.Now().UnixMicro()), Member: uuid.NewString()})
	})
	kept := func(session uuid.UUID) bool {
		return client.Exists(t.Context(), cache.ForgottenKey(churchID, session)).Val() == 1
	}
	if !kept(first) || !kept(second) {
		t.Fatal("what there is room for is gone")
	}
	third := forget(true)
	if !kept(known) || kept(first) || !kept(second) || !kept(third) {
		t.Errorf("kept: known %v, oldest %v, next %v, newest %v", kept(known), kept(first), kept(second), kept(third))
	}
	if life := client.TTL(t.Context(), key(churchID, "forgotten:nothing")).Val(); life <= 0 || life > ForgottenFor {
		t.Errorf("the list lives for %v", life)
	}
}
