package chattest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// What a visitor in danger says, what NewCrisisChurch adds to the answer, and what the model is told from then on.
const (
	InDanger  = "I want to kill myself tonight"
	InDespair = "Quiero morirme, no aguanto más" // Spanish

	CrisisMessage  = "We are so glad that you wrote to us."
	CrisisBlessing = "May you feel that you are held."

	CrisisRules = "This conversation has shown signs of danger"
)

// NewCrisisChurch stores a church with a crisis message of its own, and without a stewardship agent.
func (s *Server) NewCrisisChurch(t testing.TB) uuid.UUID {
	t.Helper()
	churchID := s.NewChurch(t)
	s.Exec(t, `insert into church_voice_agents (church_id, crisis_message, crisis_blessing) values ($1, $2, $3)`, churchID, CrisisMessage, CrisisBlessing)
	s.Exec(t, `insert into organization_settings (organization_id, agent_config) values ($1, '{"stewardship":{"enabled":false}}')`, churchID)
	return churchID
}

// Report is a request that the crisis gate made.
type Report struct {
	Session  uuid.UUID
	Turn     uuid.UUID
	Urgent   bool
	Status   string
	Message  string
	Category string
}

// CrisisReports waits until a church has so many reports of crises and none waits on disk, and returns them, oldest first. It
// holds that as many notices were made.
func (s *Server) CrisisReports(t testing.TB, churchID uuid.UUID, count int) []Report {
	t.Helper()
	var found []Report
	Eventually(t, func() bool {
		rows, err := s.DB.Admin.Query(context.Background(), `
			select session_id, turn_id, urgent, status, message, details ->> 'category'
			from visitor_requests
			where church_id = $1 and kind = 'crisis'
			order by created_at`, churchID)
		Must(t, err)
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Report])
		Must(t, err)
		return len(found) >= count && len(s.Spooled(t)) == 0
	})
	if notices := s.CrisisNotices(churchID); len(found) != count || len(notices) != count {
		t.Errorf("%d reports and %d notices, want %d: %+v", len(found), len(notices), count, found)
	}
	return found
}

// Spooled lists the reports that wait on disk.
func (s *Server) Spooled(t testing.TB) (names []string) {
	t.Helper()
	Must(t, fs.WalkDir(os.DirFS(s.SpoolDir), ".", func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != "." { // it has been passed on
			return nil
		}
		if err == nil && !entry.IsDir() {
			names = append(names, path)
		}
		return err
	}))
	return names
}

// Flagged reports whether a conversation is marked as one in which somebody was in danger.
func (s *Server) Flagged(t testing.TB, churchID, session uuid.UUID) (flagged bool) {
	t.Helper()
	Must(t, s.DB.Admin.QueryRow(context.Background(),
		`select coalesce(bool_or(flagged), false) from conversations where church_id = $1 and session_id = $2`, churchID, session).Scan(&flagged))
	return flagged
}

// CheckCrisis holds that events are the answer of the crisis gate.
func CheckCrisis(t testing.TB, events Events) {
	t.Helper()
	if got := events.Names(); !slices.Equal(got, []string{"start", "tier", "delta", "done"}) {
		t.Fatalf("it was answered with %v: %v", got, events)
	}
	number, given := events[1].Data["tier"]
	if !given || number != nil || events[1].Data["reason"] != "crisis" {
		t.Errorf("the tier is %v", events[1].Data)
	}
	if events[len(events)-1].Data["finish"] != "stop" {
		t.Errorf("it ended with %v", events[len(events)-1].Data)
	}
}

// WaitSpoolEmpty waits until nothing waits on disk any longer.
func (s *Server) WaitSpoolEmpty(t testing.TB) {
	t.Helper()
	Eventually(t, func() bool { return len(s.Spooled(t)) == 0 })
}
