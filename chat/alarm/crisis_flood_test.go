package alarm_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/tools"
	"narthex/cmd/dev/stack"
)

// flood has so many conversations from a network of addresses show a danger, eight at a time.
func flood(t *testing.T, server *chattest.Server, churchID func() uuid.UUID, network string, count int) {
	t.Helper()
	var visitors sync.WaitGroup
	for worker := range 8 {
		visitors.Go(func() {
			for i := worker; i < count; i += 8 {
				server.Ask(t, churchID(), chattest.Question{Message: chattest.InDanger, Address: fmt.Sprintf("%s::%x", network, i+1)})
			}
		})
	}
	visitors.Wait()
}

// origins are how many crises a church was told of for each client.
func origins(server *chattest.Server, churchID uuid.UUID) map[string]int {
	count := make(map[string]int)
	for _, notice := range server.CrisisNotices(churchID) {
		count[notice.Origin]++
	}
	return count
}

// withPostgresCut starts a server whose churches are loaded, and cuts its Postgres off.
func withPostgresCut(t *testing.T, churches int) (server *chattest.Server, ids []uuid.UUID, network *stack.Outage) {
	t.Helper()
	server = chattest.NewServer(t, chattest.OnTheHour, chattest.CutPostgres(t, &network))
	for range churches {
		id := server.NewCrisisChurch(t)
		server.Ask(t, id, chattest.Question{Message: "What time is church on Sunday?"})
		server.Messages(t, id, 2)
		ids = append(ids, id)
	}
	network.Cut()
	return server, ids, network
}

// TestAFloodOfCrisesTakesLittleDiskAndHidesNobody has one host invent many conversations while Postgres is away, and then
// others be in danger.
func TestAFloodOfCrisesTakesLittleDiskAndHidesNobody(t *testing.T) {
	server, churches, network := withPostgresCut(t, 2)
	flooded, other := churches[0], churches[1]
	const invented = 100
	flood(t, server, func() uuid.UUID { return flooded }, "2001:db8:0:1", invented)
	server.Ask(t, flooded, chattest.Question{Message: chattest.InDanger, Address: "2001:db8:0:2::1"})
	server.Ask(t, other, chattest.Question{Message: chattest.InDanger, Address: "2001:db8:0:1::1"})
	if files := server.Spooled(t); len(files) < 23 || len(files) > 24 {
		t.Errorf("%d files are on disk, want 20 of the host, one or two that count the others, and two of others: %q", len(files), files)
	}
	network.Restore()
	server.WaitSpoolEmpty(t)

	var reported, rows int
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `
		select sum(1 + coalesce((details ->> 'reports')::integer, 0)), count(*) from visitor_requests where church_id = $1 and kind = 'crisis'`,
		flooded).Scan(&reported, &rows))
	if reported != invented+1 || rows > 24 {
		t.Errorf("%d dangers are reported in %d rows, want all %d in a few", reported, rows, invented+1)
	}
	var each []int
	for _, count := range origins(server, flooded) {
		each = append(each, count)
	}
	slices.Sort(each)
	if len(each) != 2 || each[0] != 1 || each[1] != rows-1 {
		t.Errorf("by client, the church was told of %v", each)
	}
	server.CrisisReports(t, other, 1)
	chattest.Eventually(t, func() bool {
		var flagged int
		chattest.Must(t, server.DB.Admin.QueryRow(context.Background(), `select count(*) from conversations where church_id = $1 and flagged`, flooded).Scan(&flagged))
		return flagged == invented+1
	})
}

// TestAChurchWhoseReportsAreHeldUpHoldsUpNoOther locks a church in Postgres while it is flooded.
func TestAChurchWhoseReportsAreHeldUpHoldsUpNoOther(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	flooded, other := server.NewCrisisChurch(t), server.NewCrisisChurch(t)
	for _, id := range []uuid.UUID{flooded, other} {
		server.Ask(t, id, chattest.Question{Message: "What time is church on Sunday?"})
		server.Messages(t, id, 2)
	}
	tx, err := server.DB.Admin.Begin(t.Context())
	chattest.Must(t, err)
	defer func() { _ = tx.Rollback(context.Background()) }()
	_, err = tx.Exec(t.Context(), `select from churches where id = $1 for update`, flooded)
	chattest.Must(t, err)
	flood(t, server, func() uuid.UUID { return flooded }, "2001:db8:0:1", 40)
	server.Ask(t, other, chattest.Question{Message: chattest.InDanger, Address: "2001:db8:0:1::1"})
	chattest.Eventually(t, func() bool { return len(server.CrisisNotices(other)) == 1 })
	if told := server.CrisisNotices(flooded); len(told) != 0 {
		t.Errorf("the church that is held up was told %d times, so the test shows nothing", len(told))
	}
	chattest.Must(t, tx.Rollback(t.Context()))
	server.WaitSpoolEmpty(t)
	count := 0
	for _, notice := range server.CrisisNotices(flooded) {
		count++
		for _, line := range notice.Lines {
			if more := 0; line.Label == "reports" {
				_, err := fmt.Sscan(line.Text, &more)
				chattest.Must(t, err)
				count += more
			}
		}
	}
	if count != 40 {
		t.Errorf("%d are told of, want 40", count)
	}
}

// TestInventedChurchesHideNoRealOne has a host name churches that there are not while Postgres is away, and somebody be in
// danger who writes to one that this node does not know yet.
func TestInventedChurchesHideNoRealOne(t *testing.T) {
	server, _, network := withPostgresCut(t, 1)
	unmet := server.NewCrisisChurch(t)
	flood(t, server, uuid.New, "2001:db8:0:1", 60)
	chattest.CheckCrisis(t, server.Ask(t, unmet, chattest.Question{Message: chattest.InDanger, Address: "2001:db8:0:2::1"}))
	files := server.Spooled(t)
	for _, name := range files {
		if !strings.HasPrefix(name, "unknown/") {
			t.Errorf("%q is among the reports of known churches", name)
		}
	}
	if len(files) != 21 {
		t.Errorf("%d files are on disk, want 20 of the host and one: %q", len(files), files)
	}
	network.Restore()
	chattest.Eventually(t, func() bool {
		return !slices.ContainsFunc(server.Spooled(t), func(name string) bool { return strings.HasSuffix(name, ".json") })
	})
	told := server.CrisisNotices(unmet)
	if len(told) != 1 || !slices.Contains(told[0].Lines, tools.Line{Label: "message", Text: chattest.InDanger}) {
		t.Errorf("the church was told %+v", told)
	}
	if aside := server.Spooled(t); len(aside) != 20 {
		t.Errorf("set aside are %q", aside)
	}
}
