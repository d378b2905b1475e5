package turns_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/dev/stack"
)

// TestReportsOutliveTheProcess closes a service while Postgres is away, and opens others on what it left on disk.
func TestReportsOutliveTheProcess(t *testing.T) {
	home := openPorch(t, onTheHour)
	churchID := home.newWatchfulChurch(t)
	dir := t.TempDir()
	sessions := make(map[uuid.UUID]bool)
	t.Run("a process that ends before Postgres is back", func(t *testing.T) {
		var network *stack.Outage
		p := openPorch(t, onTheHour, func(s *settings) {
			s.sharing, s.config.SpoolDir, s.bereft = home, dir, true
			s.postgres = func(dsn string) string {
				dsn, network = stack.NewOutage(t, dsn)
				return dsn
			}
		})
		p.ask(t, churchID, question{message: "What time is church on Sunday?"})
		home.messages(t, churchID, 2)
		network.Cut()
		for range 3 {
			session := uuid.New()
			sessions[session] = true
			checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
		}
		if waiting := p.spooled(t); len(waiting) != 3 {
			t.Errorf("on disk are %q", waiting)
		}
	})
	var all []report
	for range 2 { // the second finds nothing left to do
		t.Run("one that comes after it", func(t *testing.T) {
			p := openPorch(t, onTheHour, func(s *settings) { s.sharing, s.config.SpoolDir = home, dir })
			p.spoolIsEmptied(t)
			told := len(p.crisisNotices(churchID))
			p.notices = &noticeBoard{notices: append(home.notices.all(), p.notices.all()...)}
			all = p.reports(t, churchID, 3)
			home.notices = p.notices
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
	home.messages(t, churchID, 8)
	for session := range sessions {
		if !home.flagged(t, churchID, session) {
			t.Error("a conversation is not flagged")
		}
	}
}

// TestProcessesMayShareASpool opens several services on the same reports at once.
func TestProcessesMayShareASpool(t *testing.T) {
	home := openPorch(t, onTheHour)
	churchID := home.newWatchfulChurch(t)
	dir := t.TempDir()
	var nodes []*porch
	for range 3 {
		nodes = append(nodes, openPorch(t, onTheHour, func(s *settings) { s.sharing, s.config.SpoolDir = home, dir }))
	}
	var visitors sync.WaitGroup
	const count = 12
	for i := range count {
		visitors.Go(func() { nodes[i%3].ask(t, churchID, question{message: inDanger}) })
	}
	visitors.Wait()
	board := &noticeBoard{}
	eventually(t, func() bool {
		board.notices = nil
		for _, node := range nodes {
			board.notices = append(board.notices, node.notices.all()...)
		}
		return len(board.notices) >= count
	})
	nodes[0].notices = board
	nodes[0].reports(t, churchID, count)
}

func TestWhatIsOnDiskIsForThisUserAloneAndWhatCannotBeDeliveredIsSetAside(t *testing.T) {
	var network *stack.Outage
	dir := filepath.Join(t.TempDir(), "spool")
	must(t, os.Mkdir(dir, 0o700))
	damaged := filepath.Join(dir, uuid.NewString()+".json")
	must(t, os.WriteFile(damaged, []byte(`{"ChurchID": "`), 0o600))
	draft := filepath.Join(dir, ".draft-1")
	must(t, os.WriteFile(draft, []byte(`{`), 0o600))
	p := openPorch(t, onTheHour, func(s *settings) {
		s.config.SpoolDir = dir
		s.postgres = func(dsn string) string {
			dsn, network = stack.NewOutage(t, dsn)
			return dsn
		}
	})
	churchID, nowhere := p.newWatchfulChurch(t), uuid.New()
	p.ask(t, churchID, question{message: "What time is church on Sunday?"})
	p.messages(t, churchID, 2)
	network.Cut()
	checkCrisis(t, p.ask(t, nowhere, question{message: inDanger})) // nobody knows whether there is such a church
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger}))
	info, err := os.Stat(dir)
	must(t, err)
	if mode := info.Mode().Perm(); mode != 0o700 {
		t.Errorf("the directory has mode %v", mode)
	}
	waiting := 0
	for _, name := range p.spooled(t) {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
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
	eventually(t, func() bool {
		left := p.spooled(t)
		return len(left) == 3 && !strings.Contains(fmt.Sprint(left), ".json")
	})
	left := fmt.Sprint(p.spooled(t))
	for _, name := range want {
		if !strings.Contains(left, name) {
			t.Errorf("%s is not among %s", name, left)
		}
	}
	eventually(t, func() bool { return len(p.crisisNotices(churchID)) == 1 })
	var reports int
	must(t, p.db.Admin.QueryRow(t.Context(), `select count(*) from visitor_requests where kind = 'crisis'`).Scan(&reports))
	if reports != 1 || len(p.crisisNotices(nowhere)) != 0 {
		t.Errorf("%d reports, and %v", reports, p.crisisNotices(nowhere))
	}
}

func TestAReportThatCannotBeWrittenToDiskGoesStraightToPostgres(t *testing.T) {
	p := openPorch(t, onTheHour)
	churchID := p.newWatchfulChurch(t)
	must(t, os.RemoveAll(p.spool))
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger}))
	must(t, os.MkdirAll(p.spool, 0o700))
	p.reports(t, churchID, 1)
}

func TestWhatCannotBeDeliveredDoesNotFillTheDisk(t *testing.T) {
	dir := t.TempDir()
	for i := range 250 {
		path := filepath.Join(dir, uuid.NewString()+".unusable")
		must(t, os.WriteFile(path, []byte(`{}`), 0o600))
		written := time.Now().Add(-time.Duration(i) * 12 * time.Hour)
		must(t, os.Chtimes(path, written, written))
	}
	p := openPorch(t, func(s *settings) { s.config.SpoolDir = dir })
	if left := len(p.spooled(t)); left < 55 || left > 60 {
		t.Errorf("%d files are kept, want those of thirty days", left)
	}
	for range 230 {
		must(t, os.WriteFile(filepath.Join(dir, uuid.NewString()+".json"), []byte(`{"ChurchID": "`), 0o600))
	}
	eventually(t, func() bool { // the last is renamed before the oldest are dropped
		left := p.spooled(t)
		return len(left) == 200 && !strings.Contains(fmt.Sprint(left), ".json")
	})
}
