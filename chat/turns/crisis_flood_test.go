package turns_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/tools"
	"narthex/cmd/dev/stack"
)

// flood has so many conversations from a network of addresses show a danger, eight at a time.
func (p *porch) flood(t *testing.T, churchID func() uuid.UUID, network string, count int) {
	t.Helper()
	var visitors sync.WaitGroup
	for worker := range 8 {
		visitors.Go(func() {
			for i := worker; i < count; i += 8 {
				p.ask(t, churchID(), question{message: inDanger, address: fmt.Sprintf("%s::%x", network, i+1)})
			}
		})
	}
	visitors.Wait()
}

// origins are how many crises a church was told of for each client.
func (p *porch) origins(churchID uuid.UUID) map[string]int {
	count := make(map[string]int)
	for _, notice := range p.crisisNotices(churchID) {
		count[notice.Origin]++
	}
	return count
}

// withPostgresCut opens a porch whose churches are loaded, and cuts its Postgres off.
func withPostgresCut(t *testing.T, churches int) (p *porch, ids []uuid.UUID, network *stack.Outage) {
	t.Helper()
	p = openPorch(t, onTheHour, func(s *settings) {
		s.postgres = func(dsn string) string {
			dsn, network = stack.NewOutage(t, dsn)
			return dsn
		}
	})
	for range churches {
		id := p.newWatchfulChurch(t)
		p.ask(t, id, question{message: "What time is church on Sunday?"})
		p.messages(t, id, 2)
		ids = append(ids, id)
	}
	network.Cut()
	return p, ids, network
}

// TestAFloodOfCrisesTakesLittleDiskAndHidesNobody has one host invent many conversations while Postgres is away, and then
// others be in danger.
func TestAFloodOfCrisesTakesLittleDiskAndHidesNobody(t *testing.T) {
	p, churches, network := withPostgresCut(t, 2)
	flooded, other := churches[0], churches[1]
	const invented = 100
	p.flood(t, func() uuid.UUID { return flooded }, "2001:db8:0:1", invented)
	p.ask(t, flooded, question{message: inDanger, address: "2001:db8:0:2::1"})
	p.ask(t, other, question{message: inDanger, address: "2001:db8:0:1::1"})
	if files := p.spooled(t); len(files) < 23 || len(files) > 24 {
		t.Errorf("%d files are on disk, want 20 of the host, one or two that count the others, and two of others: %q", len(files), files)
	}
	network.Restore()
	p.spoolIsEmptied(t)

	var reported, rows int
	must(t, p.db.Admin.QueryRow(t.Context(), `
		select sum(1 + coalesce((details ->> 'reports')::integer, 0)), count(*) from visitor_requests where church_id = $1 and kind = 'crisis'`,
		flooded).Scan(&reported, &rows))
	if reported != invented+1 || rows > 24 {
		t.Errorf("%d dangers are reported in %d rows, want all %d in a few", reported, rows, invented+1)
	}
	var each []int
	for _, count := range p.origins(flooded) {
		each = append(each, count)
	}
	slices.Sort(each)
	if len(each) != 2 || each[0] != 1 || each[1] != rows-1 {
		t.Errorf("by client, the church was told of %v", each)
	}
	p.reports(t, other, 1)
	eventually(t, func() bool {
		var flagged int
		must(t, p.db.Admin.QueryRow(context.Background(), `select count(*) from conversations where church_id = $1 and flagged`, flooded).Scan(&flagged))
		return flagged == invented+1
	})
}

// TestAChurchWhoseReportsAreHeldUpHoldsUpNoOther locks a church in Postgres while it is flooded.
func TestAChurchWhoseReportsAreHeldUpHoldsUpNoOther(t *testing.T) {
	p := openPorch(t, onTheHour)
	flooded, other := p.newWatchfulChurch(t), p.newWatchfulChurch(t)
	for _, id := range []uuid.UUID{flooded, other} {
		p.ask(t, id, question{message: "What time is church on Sunday?"})
		p.messages(t, id, 2)
	}
	tx, err := p.db.Admin.Begin(t.Context())
	must(t, err)
	defer func() { _ = tx.Rollback(context.Background()) }()
	_, err = tx.Exec(t.Context(), `select from churches where id = $1 for update`, flooded)
	must(t, err)
	p.flood(t, func() uuid.UUID { return flooded }, "2001:db8:0:1", 40)
	p.ask(t, other, question{message: inDanger, address: "2001:db8:0:1::1"})
	eventually(t, func() bool { return len(p.crisisNotices(other)) == 1 })
	if told := p.crisisNotices(flooded); len(told) != 0 {
		t.Errorf("the church that is held up was told %d times, so the test shows nothing", len(told))
	}
	must(t, tx.Rollback(t.Context()))
	p.spoolIsEmptied(t)
	count := 0
	for _, notice := range p.crisisNotices(flooded) {
		count++
		for _, line := range notice.Lines {
			if more := 0; line.Label == "reports" {
				_, err := fmt.Sscan(line.Text, &more)
				must(t, err)
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
	p, _, network := withPostgresCut(t, 1)
	unmet := p.newWatchfulChurch(t)
	p.flood(t, uuid.New, "2001:db8:0:1", 60)
	checkCrisis(t, p.ask(t, unmet, question{message: inDanger, address: "2001:db8:0:2::1"}))
	files := p.spooled(t)
	for _, name := range files {
		if !strings.HasPrefix(name, "unknown/") {
			t.Errorf("%q is among the reports of known churches", name)
		}
	}
	if len(files) != 21 {
		t.Errorf("%d files are on disk, want 20 of the host and one: %q", len(files), files)
	}
	network.Restore()
	eventually(t, func() bool {
		return !slices.ContainsFunc(p.spooled(t), func(name string) bool { return strings.HasSuffix(name, ".json") })
	})
	told := p.crisisNotices(unmet)
	if len(told) != 1 || !slices.Contains(told[0].Lines, tools.Line{Label: "message", Text: inDanger}) {
		t.Errorf("the church was told %+v", told)
	}
	if aside := p.spooled(t); len(aside) != 20 {
		t.Errorf("set aside are %q", aside)
	}
}
