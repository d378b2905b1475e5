package turns_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat"
	"narthex/chat/model/modeltest"
	"narthex/chat/safety"
	"narthex/chat/tools"
)

const (
	inDanger  = "I want to kill myself tonight"
	inDespair = "Quiero morirme, no aguanto más" // Spanish

	crisisMessage  = "We are so glad that you wrote to us."
	crisisBlessing = "May you feel that you are held."

	underCrisisRules = "This conversation has shown signs of danger"
)

// onTheHour sets the clock to the beginning of an hour, because what counts once in half an hour must not depend on when the
// test runs.
func onTheHour(s *settings) {
	began, hour := time.Now(), time.Now().Truncate(time.Hour)
	s.config.Now = func() time.Time { return hour.Add(time.Since(began)) }
}

// halves gives two messages of which neither is a crisis by itself, and which are one together. What the gate knows of each
// grows, so there are several to choose from.
func halves(t testing.TB) (first, second string) {
	t.Helper()
	for _, pair := range [][2]string{
		{"I wrote letters to my family", "I have the pills here"},
		{"I have the pills here", "Please tell my kids I love them"},
		{"I gave away my guitar", "thank you for everything, goodbye"},
		{"I do not belong here", "I gave away my guitar"},
	} {
		_, before := safety.Assess(pair[0], nil)
		_, alone := safety.Assess(pair[1], nil)
		if _, together := safety.Assess(pair[1], pair[:1]); together && !before && !alone {
			return pair[0], pair[1]
		}
	}
	t.Fatal("every pair is found at once now, or not at all: choose others")
	return "", ""
}

// newWatchfulChurch stores a church with a crisis message of its own, and without a stewardship agent.
func (p *porch) newWatchfulChurch(t testing.TB) uuid.UUID {
	t.Helper()
	churchID := p.newChurch(t)
	p.exec(t, `insert into church_voice_agents (church_id, crisis_message, crisis_blessing) values ($1, $2, $3)`, churchID, crisisMessage, crisisBlessing)
	p.exec(t, `insert into organization_settings (organization_id, agent_config) values ($1, '{"stewardship":{"enabled":false}}')`, churchID)
	return churchID
}

// report is a request that the crisis gate made.
type report struct {
	Session  uuid.UUID
	Turn     uuid.UUID
	Urgent   bool
	Status   string
	Message  string
	Category string
}

// reports waits until a church has so many reports of crises and the spool is empty, and returns them, oldest first. It
// holds that as many notices were made.
func (p *porch) reports(t testing.TB, churchID uuid.UUID, count int) []report {
	t.Helper()
	var found []report
	eventually(t, func() bool {
		rows, err := p.db.Admin.Query(context.Background(), `
			select session_id, turn_id, urgent, status, message, details ->> 'category'
			from visitor_requests
			where church_id = $1 and kind = 'crisis'
			order by created_at`, churchID)
		must(t, err)
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[report])
		must(t, err)
		return len(found) >= count && len(p.spooled(t)) == 0
	})
	if notices := p.crisisNotices(churchID); len(found) != count || len(notices) != count {
		t.Errorf("%d reports and %d notices, want %d: %+v", len(found), len(notices), count, found)
	}
	return found
}

func (p *porch) crisisNotices(churchID uuid.UUID) []tools.Notice {
	return slices.DeleteFunc(p.notices.all(), func(n tools.Notice) bool { return n.ChurchID != churchID || n.Kind != "crisis" })
}

// spooled lists what waits on disk.
func (p *porch) spooled(t testing.TB) (names []string) {
	t.Helper()
	must(t, fs.WalkDir(os.DirFS(p.spool), ".", func(path string, entry fs.DirEntry, err error) error {
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

func (p *porch) flagged(t testing.TB, churchID, session uuid.UUID) (flagged bool) {
	t.Helper()
	must(t, p.db.Admin.QueryRow(context.Background(),
		`select coalesce(bool_or(flagged), false) from conversations where church_id = $1 and session_id = $2`, churchID, session).Scan(&flagged))
	return flagged
}

// checkCrisis holds that events are the answer of the crisis gate.
func checkCrisis(t testing.TB, events []event) {
	t.Helper()
	if got := names(events); !slices.Equal(got, []string{"start", "tier", "delta", "done"}) {
		t.Fatalf("it was answered with %v: %v", got, events)
	}
	number, given := events[1].data["tier"]
	if !given || number != nil || events[1].data["reason"] != "crisis" {
		t.Errorf("the tier is %v", events[1].data)
	}
	if events[len(events)-1].data["finish"] != "stop" {
		t.Errorf("it ended with %v", events[len(events)-1].data)
	}
}

func TestACrisisIsAnsweredBeforeEverythingElse(t *testing.T) {
	p := openPorch(t, onTheHour)
	churchID := p.newWatchfulChurch(t)
	const withFact = "What time is church on Sunday? I want to kill myself before that"
	p.knows(t, churchID, "faq", inDanger, "A stored answer.", true)
	p.exec(t, `update churches set is_demo = true where id = $1`, churchID)
	before := p.upstream.Counts()
	sessions := map[uuid.UUID]bool{}
	for name, q := range map[string]question{
		"word for word a stored question":         {message: inDanger},
		"with a question that a fact answers":     {message: withFact},
		"to care":                                 {message: inDanger, agent: "care"},
		"to an agent that is switched off":        {message: inDanger, agent: "stewardship"},
		"leaning on what was said before":         {message: "Yes, " + inDanger, history: []chat.HistoryItem{{Role: "assistant", Content: "Are you safe?"}}},
		"under a lens that is not there":          {message: inDanger, lens: "no such lens"},
		"disguised":                               {message: "i w4nt to k1ll mys3lf tonite"},
		"in Spanish":                              {message: inDespair},
		"after a history that says nothing of it": {message: inDanger, history: []chat.HistoryItem{{Role: "user", Content: "Is there parking?"}}},
	} {
		t.Run(name, func(t *testing.T) {
			q.session = uuid.New()
			sessions[q.session] = true
			events := p.ask(t, churchID, q)
			checkCrisis(t, events)
			said := text(events)
			if !strings.HasPrefix(said, crisisMessage) || !strings.HasSuffix(said, crisisBlessing) || !strings.Contains(said, "988") || !strings.Contains(said, "911") {
				t.Errorf("it was answered:\n%s", said)
			}
		})
	}
	if p.upstream.Counts() != before {
		t.Errorf("the upstream was asked: %+v, then %+v", before, p.upstream.Counts())
	}
	for _, found := range p.reports(t, churchID, len(sessions)) {
		if !sessions[found.Session] || !found.Urgent || found.Status != "new" || found.Message == "" || found.Category == "" {
			t.Errorf("reported %+v", found)
		}
	}
	for _, m := range p.messages(t, churchID, 2*len(sessions)) {
		if m.Role == "assistant" && (m.Tier != nil || *m.Reason != "crisis" || *m.Outcome != "stop" || !strings.HasPrefix(m.Content, crisisMessage)) {
			t.Errorf("stored %+v", m)
		}
	}
	for session := range sessions {
		if !p.flagged(t, churchID, session) {
			t.Error("a conversation is not flagged")
		}
	}
}

func TestACrisisInTwoMessagesIsFoundWhereverTheFirstWasSaid(t *testing.T) {
	p, other := twoNodes(t, onTheHour)
	p.upstream.Default(modeltest.Reply("Tell me more."))
	firstHalf, secondHalf := halves(t)
	for name, second := range map[string]*porch{"on this node": p, "on another node": other} {
		t.Run(name, func(t *testing.T) {
			churchID := p.newWatchfulChurch(t)
			session := uuid.New()
			if events := p.ask(t, churchID, question{message: firstHalf, session: session}); tier(events) != 4 {
				t.Fatalf("the first half was answered by tier %d", tier(events))
			}
			p.messages(t, churchID, 2)
			asked := len(p.upstream.Chats())
			checkCrisis(t, second.ask(t, churchID, question{message: secondHalf, session: session}))
			if len(p.upstream.Chats()) != asked {
				t.Error("the model was asked")
			}
			second.reports(t, churchID, 1)
			p.messages(t, churchID, 4)
			if !p.flagged(t, churchID, session) {
				t.Error("the conversation is not flagged")
			}
		})
	}
	t.Run("in what the browser sent along", func(t *testing.T) {
		churchID := p.newWatchfulChurch(t)
		told := []chat.HistoryItem{{Role: "user", Content: firstHalf}, {Role: "assistant", Content: "Tell me more."}}
		checkCrisis(t, p.ask(t, churchID, question{message: secondHalf, history: told}))
		p.reports(t, churchID, 1)
	})
	t.Run("not by another visitor", func(t *testing.T) {
		churchID := p.newWatchfulChurch(t)
		p.ask(t, churchID, question{message: firstHalf})
		if events := p.ask(t, churchID, question{message: secondHalf}); tier(events) != 4 {
			t.Errorf("answered by tier %d", tier(events))
		}
	})
}

func TestAfterACrisisTheConversationGoesOnWithCare(t *testing.T) {
	p, other := twoNodes(t, onTheHour)
	p.upstream.Default(modeltest.Reply("I am here with you."))
	for name, next := range map[string]*porch{"on this node": p, "on another node": other} {
		t.Run(name, func(t *testing.T) {
			churchID, session := p.newWatchfulChurch(t), uuid.New()
			p.ask(t, churchID, question{message: hymnal})
			if events := p.ask(t, churchID, question{message: hymnal}); tier(events) != 2 {
				t.Fatalf("the question is not cached: %v", events)
			}
			checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
			for _, message := range []string{hymnal, "Where do newcomers sit at the harvest supper?"} {
				events := next.ask(t, churchID, question{message: message, session: session})
				if tier(events) != 4 || events[0].data["agent"] != "care" {
					t.Errorf("%q was answered by %v of tier %d", message, events[0].data["agent"], tier(events))
				}
				if told := p.upstream.LastChat().System(); !strings.Contains(told, underCrisisRules) {
					t.Errorf("%q: the model was not told of the crisis", message)
				}
			}
			asked := len(p.upstream.Chats())
			if events := next.ask(t, churchID, question{message: "Where do newcomers sit at the harvest supper?"}); tier(events) != 4 || len(p.upstream.Chats()) == asked {
				t.Errorf("somebody else was given the answer: %v", events)
			}
			if told := p.upstream.LastChat().System(); strings.Contains(told, underCrisisRules) {
				t.Error("another conversation is under the rules for a crisis")
			}
		})
	}
}

func TestACrisisSentAgainIsAnsweredTheSameAndReportedOnce(t *testing.T) {
	p, other := twoNodes(t, onTheHour)
	churchID := p.newWatchfulChurch(t)
	q := question{message: inDanger, session: uuid.New(), client: uuid.New()}
	first := p.ask(t, churchID, q)
	checkCrisis(t, first)
	p.reports(t, churchID, 1)
	for _, node := range []*porch{p, other, p} {
		again := node.ask(t, churchID, q)
		checkCrisis(t, again)
		if text(again) != text(first) || again[0].data["turnId"] != first[0].data["turnId"] || again[0].data["resumed"] != true {
			t.Errorf("first %v, then %v", first, again)
		}
	}
	p.messages(t, churchID, 2)
	other.spoolIsEmptied(t)
	p.reports(t, churchID, 1)
	if told := len(other.crisisNotices(churchID)); told != 0 {
		t.Errorf("the other node told the church %d times more", told)
	}
}

func (p *porch) spoolIsEmptied(t testing.TB) {
	t.Helper()
	eventually(t, func() bool { return len(p.spooled(t)) == 0 })
}

func TestWhoGoesOnAboutTheSameDangerIsReportedOnceInAWhile(t *testing.T) {
	now := time.Now().Truncate(time.Hour)
	began := time.Now()
	var passed atomic.Int64 // turns that have ended may still ask what time it is
	p := openPorch(t, func(s *settings) {
		s.config.Now = func() time.Time { return now.Add(time.Duration(passed.Load()) + time.Since(began)) }
	})
	churchID, session := p.newWatchfulChurch(t), uuid.New()
	for _, message := range []string{inDanger, "I am going to kill myself", "I will kill myself tonight"} {
		checkCrisis(t, p.ask(t, churchID, question{message: message, session: session}))
	}
	p.reports(t, churchID, 1)
	checkCrisis(t, p.ask(t, churchID, question{message: "My husband beats me and choked me last night", session: session}))
	if found := p.reports(t, churchID, 2); found[0].Category == found[1].Category {
		t.Errorf("reported %+v", found)
	}
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger})) // somebody else
	p.reports(t, churchID, 3)
	passed.Store(int64(31 * time.Minute))
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
	p.reports(t, churchID, 4)
}
