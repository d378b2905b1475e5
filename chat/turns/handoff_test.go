package turns_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
)

const (
	inGrief        = "My husband died last week, and now I have to tell the children"
	underHandoff   = "was handed to you because of grief or distress"
	handoffEnglish = "handoff done: Care is answering you now."
)

func TestTheCoordinatorHandsGriefToCareVisibly(t *testing.T) {
	p := openPorch(t, patient)
	p.upstream.Default(modeltest.Reply("I am so sorry."))
	for name, test := range map[string]struct {
		q     question
		agent string
		shown []string
	}{
		"grief":                       {question{message: inGrief}, "care", []string{handoffEnglish}},
		"grief, in Spanish":           {question{message: "Mi mamá falleció ayer"}, "care", []string{"handoff done: Ahora le responde Cuidado pastoral."}},
		"grief with a fact asked":     {question{message: "My father died. What time is church on Sunday?"}, "care", []string{handoffEnglish}},
		"grief, told to care itself":  {question{message: inGrief, agent: "care"}, "care", nil},
		"grief, told to discipleship": {question{message: inGrief, agent: "discipleship"}, "discipleship", nil},
		"no grief":                    {question{message: "Which groups rent the hall most often?"}, "coordinator", nil},
		"somebody who wants to help":  {question{message: "I want to volunteer for the grief group"}, "coordinator", nil},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := p.newOpenChurch(t)
			test.q.session = uuid.New()
			events := p.ask(t, churchID, test.q)
			if got := events[0].data["agent"]; got != test.agent || tier(events) != 4 {
				t.Errorf("answered by %v of tier %d", got, tier(events))
			}
			if got := toolEvents(events); !slices.Equal(got, test.shown) {
				t.Errorf("shown is %q", got)
			}
			told := p.upstream.LastChat().System()
			if handed := test.shown != nil; strings.Contains(told, underHandoff) != handed {
				t.Errorf("told of the handoff: %v", !handed)
			}
			if again := p.resume(t, churchID, test.q.session, events[0].data["turnId"].(string), 0); !slices.Equal(toolEvents(again), test.shown) {
				t.Errorf("read again it shows %q", toolEvents(again))
			}
			p.messages(t, churchID, 2)
			var agent string
			must(t, p.db.Admin.QueryRow(t.Context(), `select agent from messages where church_id = $1 and role = 'assistant'`, churchID).Scan(&agent))
			if agent != test.agent {
				t.Errorf("stored as answered by %s", agent)
			}
		})
	}
}

func TestWhereCareIsSwitchedOffTheCoordinatorStays(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.exec(t, `insert into organization_settings (organization_id, agent_config) values ($1, '{"care":{"enabled":false}}')`, churchID)
	p.upstream.Default(modeltest.Reply("I am so sorry."))
	events := p.ask(t, churchID, question{message: inGrief})
	if events[0].data["agent"] != "coordinator" || len(toolEvents(events)) != 0 || strings.Contains(p.upstream.LastChat().System(), underHandoff) {
		t.Errorf("%v", events)
	}
	// After a crisis as well, and then under the rules for one.
	session := uuid.New()
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
	events = p.ask(t, churchID, question{message: hymnal, session: session})
	if events[0].data["agent"] != "coordinator" || !strings.Contains(p.upstream.LastChat().System(), underCrisisRules) {
		t.Errorf("%v", events)
	}
}

func TestAnAnswerToGriefIsForOneVisitorAlone(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.upstream.Default(modeltest.Reply("I am so sorry."))
	for range 2 {
		if events := p.ask(t, churchID, question{message: "La abuelita falleció, que en paz descanse"}); tier(events) != 4 || events[0].data["agent"] != "care" {
			t.Errorf("answered by %v of tier %d", events[0].data["agent"], tier(events))
		}
	}
	if asked := len(p.upstream.Chats()); asked != 2 {
		t.Errorf("the model was asked %d times", asked)
	}
}

// Facts are answered from memory as ever, and a passage that is near does not answer grief.
func TestGriefIsAnsweredByTheFullModelAndQuestionsOfFactAreNot(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.knows(t, churchID, "document", inGrief, "Leaflet 12.", false)
	p.upstream.Default(modeltest.Reply("I am so sorry."))
	before := p.upstream.Counts()
	for _, message := range []string{"What time is church on Sunday?", "Is there parking?", "¿Dónde puedo estacionar?"} {
		if events := p.ask(t, churchID, question{message: message}); tier(events) != 0 || events[0].data["agent"] != "coordinator" || len(toolEvents(events)) != 0 {
			t.Errorf("%s: %v", message, events)
		}
	}
	if p.upstream.Counts() != before {
		t.Error("the upstream was asked for facts")
	}
	if events := p.ask(t, churchID, question{message: inGrief}); tier(events) != 4 || p.upstream.LastChat().Model != "chat-model" {
		t.Errorf("%v", events)
	}
}

// The rules for distress and what it may call are care's own.
func TestCareCallsItsOwnToolsAfterAHandoff(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newOpenChurch(t)
	p.upstream.Script(calling("report_bereavement", `{"name_of_deceased":"my husband"}`), modeltest.Reply("I am so sorry."))
	events := p.ask(t, churchID, question{message: inGrief})
	var offered []string
	for _, tool := range p.upstream.Chats()[0].Tools {
		offered = append(offered, tool.Name)
	}
	if !slices.Contains(offered, "report_bereavement") || slices.Contains(offered, "plan_visit") {
		t.Errorf("offered is %q", offered)
	}
	if got := toolEvents(events); len(got) != 3 || got[0] != handoffEnglish || !strings.HasPrefix(got[1], "report_bereavement running") {
		t.Errorf("shown is %q", got)
	}
}
