package alarm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/tools"
	"narthex/cmd/dev/stack"
)

// TestReportsOutliveTheProcess closes a service while Postgres is away, and opens others on what it left on disk.
func TestReportsOutliveTheProcess(t *testing.T) {
	home := chattest.NewServer(t, chattest.OnTheHour)
	churchID := home.NewCrisisChurch(t)
	dir := t.TempDir()
	sessions := make(map[uuid.UUID]bool)
	t.Run("a process that ends before Postgres is back", func(t *testing.T) {
		var network *stack.Outage
		server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutPostgres(t, &network), func(config *chattest.Config) {
			config.Beside, config.Turns.SpoolDir, config.EndsWithError = home, dir, true
		})
		server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
		home.Messages(t, churchID, 2)
		network.Cut()
		for range 3 {
			session := uuid.New()
			sessions[session] = true
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
		}
		if waiting := server.Spooled(t); len(waiting) != 3 {
			t.Errorf("on disk are %q", waiting)
		}
	})
	var all []chattest.Report
	for range 2 { // the second finds nothing left to do
		t.Run("one that comes after it", func(t *testing.T) {
			server := chattest.NewServer(t, chattest.OnTheHour, func(config *chattest.Config) { config.Beside, config.Turns.SpoolDir = home, dir })
			server.WaitSpoolEmpty(t)
			told := len(server.CrisisNotices(churchID))
			server.Notices = chattest.NewNotices(append(home.Notices.All(), server.Notices.All()...)...)
			all = server.CrisisReports(t, churchID, 3)
			home.Notices = server.Notices
			if again := len(all) == 3 && told == 0; again != (told != 3) {
				t.Errorf("the church was told %d times", told)
			}
		})
	}
	for _, found := range all {
		if !sessions[found.Session] {
			t.Errorf("reported %+v", found)
		}
	}
	home.Messages(t, churchID, 8)
	for session := range sessions {
		if !home.Flagged(t, churchID, session) {
			t.Error("a conversation is not flagged")
		}
	}
}

// TestProcessesMayShareASpool opens several services on the same reports at once.
func TestProcessesMayShareASpool(t *testing.T) {
	home := chattest.NewServer(t, chattest.OnTheHour)
	churchID := home.NewCrisisChurch(t)
	dir := t.TempDir()
	var nodes []*chattest.Server
	for range 3 {
		nodes = append(nodes, chattest.NewServer(t, chattest.OnTheHour, func(config *chattest.Config) { config.Beside, config.Turns.SpoolDir = home, dir }))
	}
	var visitors sync.WaitGroup
	const count = 12
	for i := range count {
		visitors.Go(func() { nodes[i%3].Ask(t, churchID, chattest.Question{Message: chattest.InDanger}) })
	}
	visitors.Wait()
	var told []tools.Notice
	chattest.Eventually(t, func() bool {
		told = nil
		for _, node := range nodes {
			told = append(told, node.Notices.All()...)
		}
		return len(told) >= count
	})
	nodes[0].Notices = chattest.NewNotices(told...)
	nodes[0].CrisisReports(t, churchID, count)
}

func TestWhatIsOnDiskIsForThisUserAloneAndWhatCannotBeDeliveredIsSetAside(t *testing.T) {
	var network *stack.Outage
	dir := filepath.Join(t.TempDir(), "spool")
	chattest.Must(t, os.Mkdir(dir, 0o700))
	damaged := filepath.Join(dir, uuid.NewString()+".json")
	chattest.Must(t, os.WriteFile(damaged, []byte(`{"ChurchID": "`), 0o600))
	draft := filepath.Join(dir, ".draft-1")
	chattest.Must(t, os.WriteFile(draft, []byte(`{`), 0o600))
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutPostgres(t, &network), func(config *chattest.Config) {
		config.Turns.SpoolDir = dir
	})
	churchID, nowhere := server.NewCrisisChurch(t), uuid.New()
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	server.Messages(t, churchID, 2)
	network.Cut()
	chattest.CheckCrisis(t, server.Ask(t, nowhere, chattest.Question{Message: chattest.InDanger})) // nobody knows whether there is such a church
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger}))
	info, err := os.Stat(dir)
	chattest.Must(t, err)
	if mode := info.Mode().Perm(); mode != 0o700 {
		t.Errorf("the directory has mode %v", mode)
	}
	waiting := 0
	for _, name := range server.Spooled(t) {
		info, err := os.Stat(filepath.Join(dir, name))
		chattest.Must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %v", name, mode)
		}
		if strings.HasSuffix(name, ".json") {
			waiting++
		}
	}
	if waiting < 2 {
		t.Errorf("%d reports are on disk", waiting)
	}
	network.Restore()
	want := []string{".draft-1", filepath.Base(damaged[:len(damaged)-len("json")]) + "unusable"}
	chattest.Eventually(t, func() bool {
		left := server.Spooled(t)
		return len(left) == 3 && !strings.Contains(fmt.Sprint(left), ".json")
	})
	left := fmt.Sprint(server.Spooled(t))
	for _, name := range want {
		if !strings.Contains(left, name) {
			t.Errorf("%s is not among %s", name, left)
		}
	}
	chattest.Eventually(t, func() bool { return len(server.CrisisNotices(churchID)) == 1 })
	var reports int
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from visitor_requests where kind = 'crisis'`).Scan(&reports))
	if reports != 1 || len(server.CrisisNotices(nowhere)) != 0 {
		t.Errorf("%d reports, and %v", reports, server.CrisisNotices(nowhere))
	}
}

func TestAReportThatCannotBeWrittenToDiskGoesStraightToPostgres(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	churchID := server.NewCrisisChurch(t)
	chattest.Must(t, os.RemoveAll(server.SpoolDir))
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger}))
	chattest.Must(t, os.MkdirAll(server.SpoolDir, 0o700))
	server.CrisisReports(t, churchID, 1)
}

func TestACrisisThatNeitherTheDiskNorPostgresTakesIsCounted(t *testing.T) {
	const unreported = "narthex_crises_unreported_total"
	server, churches, network := withPostgresCut(t, 1)
	if counted := server.Counted(t, unreported, ""); counted != 0 {
		t.Errorf("%v are counted before any", counted)
	}
	chattest.Must(t, os.RemoveAll(server.SpoolDir))
	chattest.CheckCrisis(t, server.Ask(t, churches[0], chattest.Question{Message: chattest.InDanger}))
	chattest.Eventually(t, func() bool { return server.Counted(t, unreported, "") == 1 })
	chattest.Must(t, os.MkdirAll(server.SpoolDir, 0o700))
	network.Restore()
}

func TestWhatCannotBeDeliveredDoesNotFillTheDisk(t *testing.T) {
	dir := t.TempDir()
	for i := range 250 {
		path := filepath.Join(dir, uuid.NewString()+".unusable")
		chattest.Must(t, os.WriteFile(path, []byte(`{}`), 0o600))
		written := time.Now().Add(-time.Duration(i) * 12 * time.Hour)
		chattest.Must(t, os.Chtimes(path, written, written))
	}
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Turns.SpoolDir = dir })
	if left := len(server.Spooled(t)); left < 50 || left > 54 {
		t.Errorf("%d files are kept, want those of 27 days", left)
	}
	for range 230 {
		chattest.Must(t, os.WriteFile(filepath.Join(dir, uuid.NewString()+".json"), []byte(`{"ChurchID": "`), 0o600))
	}
	chattest.Eventually(t, func() bool { // the last is renamed before the oldest are dropped
		left := server.Spooled(t)
		return len(left) == 200 && !strings.Contains(fmt.Sprint(left), ".json")
	})
}
