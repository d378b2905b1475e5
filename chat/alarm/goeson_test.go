package alarm_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// TestADangerThatGoesOnIsToldOfOnce has visitors write twice, with the end of a half hour between.
func TestADangerThatGoesOnIsToldOfOnce(t *testing.T) {
	var clock atomic.Int64
	at := func(hourMinuteSecond string) {
		day, err := time.Parse(time.DateTime, "2026-05-14 "+hourMinuteSecond)
		chattest.Must(t, err)
		clock.Store(day.Unix())
	}
	server, other := chattest.TwoNodes(t, func(c *chattest.Config) { c.Turns.Now = func() time.Time { return time.Unix(clock.Load(), 0) } })
	for name, c := range map[string]struct {
		first, again string
		then         string
		node         *chattest.Server
		told         int
	}{
		"15 seconds later":                   {"10:29:50", "10:30:05", chattest.InDanger, server, 1},
		"15 seconds later, at another node":  {"10:29:50", "10:30:05", chattest.InDanger, other, 1},
		"half an hour later":                 {"10:29:50", "10:59:55", chattest.InDanger, server, 2},
		"half an hour later, elsewhere":      {"10:29:50", "10:59:55", chattest.InDanger, other, 2},
		"an hour later, by the clock's half": {"10:29:50", "11:00:00", chattest.InDanger, server, 2},
		"15 seconds later, and greater":      {"10:29:50", "10:30:05", "I am 13. " + chattest.InDanger, server, 2},
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			at(c.first)
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
			server.WaitSpoolEmpty(t)
			at(c.again)
			chattest.CheckCrisis(t, c.node.Ask(t, churchID, chattest.Question{Message: c.then, Session: session}))
			c.node.WaitSpoolEmpty(t)
			if n := len(server.CrisisNotices(churchID)) + len(other.CrisisNotices(churchID)); n != c.told {
				t.Errorf("the church is told %d times, want %d", n, c.told)
			}
			if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'crisis'`, churchID); n != c.told {
				t.Errorf("%d requests, want %d", n, c.told)
			}
		})
	}
}

// TestADangerThatGoesOnIsToldOfAgainInTime has a visitor go on for longer than a church is not told of the same again.
func TestADangerThatGoesOnIsToldOfAgainInTime(t *testing.T) {
	var clock atomic.Int64
	server, other := chattest.TwoNodes(t, func(c *chattest.Config) { c.Turns.Now = func() time.Time { return time.Unix(clock.Load(), 0) } })
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	for i, minute := range []int64{28, 31, 45, 59} {
		clock.Store(minute * 60)
		node := []*chattest.Server{server, other}[i%2]
		chattest.CheckCrisis(t, node.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
		node.WaitSpoolEmpty(t)
		want := map[int64]int{59: 2}[minute] // half an hour after 00:28
		if n := len(server.CrisisNotices(churchID)) + len(other.CrisisNotices(churchID)); n != max(want, 1) {
			t.Errorf("at 00:%d the church has been told %d times", minute, n)
		}
	}
}

// TestAnAlarmIsNotLoweredOnceTheDangerGoesOn has a visitor say the same again, after the end of a half hour, while the reader takes the
// first for a figure of speech.
func TestAnAlarmIsNotLoweredOnceTheDangerGoesOn(t *testing.T) {
	var clock atomic.Int64
	server := chattest.NewServer(t, withReader, func(c *chattest.Config) { c.Turns.Now = func() time.Time { return time.Unix(clock.Load(), 0) } })
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	release := make(chan struct{})
	server.Upstream.Default(modeltest.Stream(modeltest.Hold(release), modeltest.Text(`{"meaning":"figure_of_speech","danger":"none","about":"nobody"}`), modeltest.Finish("stop"), modeltest.Done()))
	clock.Store(29 * 60)
	sayFigure(t, server, churchID, session)
	server.WaitSpoolEmpty(t)
	clock.Store(31 * 60)
	sayFigure(t, server, churchID, session)
	server.WaitSpoolEmpty(t)
	close(release)
	if notices := settled(t, server, churchID, 1); !notices[0].Urgent {
		t.Errorf("the church was told %+v", notices)
	}
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'crisis' and urgent`, churchID); n != 1 {
		t.Errorf("%d are urgent", n)
	}
}
