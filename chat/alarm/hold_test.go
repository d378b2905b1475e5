package alarm_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/crisis/review"
	"narthex/chat/model/modeltest"
	"narthex/chat/tools"
	"narthex/cmd/dev/stack"
)

// withReader has a second reader look at alarms.
func withReader(c *chattest.Config) { c.Reader = &review.Config{Limit: chattest.WaitLimit} }

// sayFigure has a visitor say something that the gate takes for a danger, and holds that the answer is the one that it always gives.
func sayFigure(t *testing.T, server *chattest.Server, churchID, session uuid.UUID) {
	t.Helper()
	asked := time.Now()
	events := server.Ask(t, churchID, chattest.Question{Message: chattest.Figure(t), Session: session})
	chattest.CheckCrisis(t, events)
	if took := time.Since(asked); !strings.Contains(events.Text(), "988") || took > review.Limit {
		t.Errorf("after %v it was answered:\n%s", took, events.Text())
	}
}

// settled waits until nothing of a church is held back any more, and returns what it was told.
func settled(t *testing.T, server *chattest.Server, churchID uuid.UUID, count int) (notices []tools.Notice) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		notices = server.CrisisNotices(churchID)
		for _, notice := range notices {
			if notice.Hold > 0 {
				return false
			}
		}
		return len(notices) >= count
	})
	if len(notices) != count {
		t.Errorf("the church was told %+v", notices)
	}
	return notices
}

func TestAnAlarmIsLoweredForAFigureOfSpeechAndTheAnswerStays(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour, withReader)
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	release := make(chan struct{})
	server.Upstream.Script(modeltest.Stream(modeltest.Hold(release), modeltest.Text(`{"meaning":"figure_of_speech","danger":"none","about":"nobody"}`), modeltest.Finish("stop"), modeltest.Done()))
	sayFigure(t, server, churchID, session) // the visitor does not wait for the reader
	chattest.Must(t, server.Upstream.WaitChat(t.Context()))
	// When the reader is asked, the alarm is in Postgres, held back for no longer than it may be.
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and urgent`, churchID); n != 1 {
		t.Errorf("%d alarms are stored", n)
	}
	if notices := server.CrisisNotices(churchID); len(notices) != 1 || notices[0].Hold <= 0 || notices[0].Hold > chattest.WaitLimit || !notices[0].Urgent {
		t.Errorf("the church is told %+v", notices)
	}
	close(release)
	if notices := settled(t, server, churchID, 1); notices[0].Urgent {
		t.Error("it is still an alarm")
	}
	// The church is told in the transaction that lowers the request, which is seen when that has ended.
	chattest.Eventually(t, func() bool {
		report := server.CrisisReports(t, churchID, 1)[0]
		return !report.Urgent && report.Status == "new"
	})
	if server.Messages(t, churchID, 2); !server.Flagged(t, churchID, session) {
		t.Error("the conversation is not flagged any more")
	}
	// Who then is in the same danger raises an alarm, and nobody is asked about it.
	asked := len(server.Upstream.Chats())
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	if notices := settled(t, server, churchID, 2); !notices[1].Urgent {
		t.Error("a danger after a figure of speech is no alarm")
	}
	if len(server.Upstream.Chats()) != asked {
		t.Error("the reader was asked in a conversation in which somebody was in danger")
	}
	if !server.CrisisReports(t, churchID, 2)[1].Urgent {
		t.Error("a danger after a figure of speech is not urgent")
	}
}

func TestAnAlarmGoesOutAsTheGateJudgedWhateverTheReaderDoes(t *testing.T) {
	for name, c := range map[string]struct {
		behaviour modeltest.Behaviour
		limit     time.Duration
	}{
		"it agrees":         {behaviour: chattest.SaysDanger},
		"it contradicts":    {behaviour: modeltest.Reply(`{"meaning":"figure_of_speech","danger":"suicide","about":"nobody"}`)},
		"it talks nonsense": {behaviour: modeltest.Reply("none")},
		"it fails":          {behaviour: modeltest.Status(500)},
		"it says nothing":   {behaviour: modeltest.Stream(modeltest.Role(), modeltest.Silence()), limit: 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			server := chattest.NewServer(t, chattest.OnTheHour, func(c2 *chattest.Config) { c2.Reader = &review.Config{Limit: c.limit} })
			churchID := server.NewCrisisChurch(t)
			server.Upstream.Default(c.behaviour)
			sayFigure(t, server, churchID, uuid.New())
			if notices := settled(t, server, churchID, 1); !notices[0].Urgent {
				t.Error("it was lowered")
			}
			if !server.CrisisReports(t, churchID, 1)[0].Urgent {
				t.Error("the request is not urgent")
			}
		})
	}
}

// TestWhatIsSaidTwiceAtOnceIsOneAlarm has a visitor's browser send the same several times at the same moment, to two nodes, and the
// reader take it for a figure of speech.
func TestWhatIsSaidTwiceAtOnceIsOneAlarm(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.OnTheHour, withReader)
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	release := make(chan struct{})
	server.Upstream.Default(modeltest.Stream(modeltest.Hold(release), modeltest.Text(`{"meaning":"figure_of_speech","danger":"none","about":"nobody"}`), modeltest.Finish("stop"), modeltest.Done()))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { sayFigure(t, server, churchID, session) })
		all.Go(func() { sayFigure(t, other, churchID, session) })
	}
	all.Wait()
	server.WaitSpoolEmpty(t)
	other.WaitSpoolEmpty(t)
	close(release)
	chattest.Eventually(t, func() bool { return len(server.CrisisNotices(churchID))+len(other.CrisisNotices(churchID)) == 1 })
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'crisis'`, churchID); n != 1 {
		t.Errorf("%d requests", n)
	}
	chattest.Eventually(t, func() bool {
		for _, notice := range append(server.CrisisNotices(churchID), other.CrisisNotices(churchID)...) {
			return notice.Urgent
		}
		return false
	})
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'crisis' and urgent`, churchID); n != 1 {
		t.Errorf("%d are urgent", n)
	}
}

func TestAnAlarmThatWaitedForPostgresIsNotReadAnyMore(t *testing.T) {
	var network *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutPostgres(t, &network), func(c *chattest.Config) {
		c.Reader = &review.Config{Limit: time.Nanosecond} // over by the time that Postgres is back
	})
	server.Upstream.Default(chattest.SaysFigure)
	churchID := server.NewCrisisChurch(t)
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	network.Cut()
	sayFigure(t, server, churchID, uuid.New())
	chattest.Eventually(t, func() bool { return len(server.Spooled(t)) == 1 })
	network.Restore()
	server.WaitSpoolEmpty(t)
	if notices := settled(t, server, churchID, 1); !notices[0].Urgent || len(server.Upstream.Chats()) != 0 {
		t.Errorf("the church is told %+v, and the reader was asked %d times", notices, len(server.Upstream.Chats()))
	}
}

func TestWithoutRedisAnAlarmIsNotHeldBack(t *testing.T) {
	var network *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, withReader, chattest.CutRedis(t, &network))
	server.Upstream.Default(chattest.SaysFigure)
	churchID := server.NewCrisisChurch(t)
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	network.Cut()
	sayFigure(t, server, churchID, uuid.New())
	if notices := settled(t, server, churchID, 1); !notices[0].Urgent || len(server.Upstream.Chats()) != 0 {
		t.Errorf("the church is told %+v, and the reader was asked %d times", notices, len(server.Upstream.Chats()))
	}
	network.Restore()
	server.WaitSpoolEmpty(t)
	settled(t, server, churchID, 1)
}
