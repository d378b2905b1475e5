package alarm_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

// Without Redis a report that the church has stays on disk until its conversation is watched. It waits for nothing else: it is not
// counted as one that Postgres lacks, and Postgres is not asked again.
func TestAReportThatTheChurchHasWaitsForRedisAlone(t *testing.T) {
	var postgres, redis *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutRedis(t, &redis), chattest.CutPostgres(t, &postgres))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	server.Messages(t, churchID, 2)
	const waiting = "narthex_crisis_reports_waiting"
	postgres.Cut()
	redis.Cut()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	server.WaitGauge(t, waiting, 1)
	postgres.Restore()
	server.WaitGauge(t, waiting, 0)
	if left := server.Spooled(t); len(left) != 1 {
		t.Errorf("on disk are %q", left)
	}
	chattest.Eventually(t, func() bool { return server.Flagged(t, churchID, session) }) // what was said has left memory
	postgres.Cut()
	redis.Restore()
	server.WaitSpoolEmpty(t)
	if watched := server.Redis.Exists(context.Background(), "narthex:{"+churchID.String()+"}:crisis:"+session.String()).Val(); watched != 1 {
		t.Error("the conversation is not watched")
	}
	postgres.Restore()
	server.CrisisReports(t, churchID, 1)
}
