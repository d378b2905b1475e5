package tier_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

const (
	inGrief        = "My husband died last week, and now I have to tell the children"
	underHandoff   = "was handed to you because of grief or distress"
	handoffEnglish = "handoff done: Care is answering you now."
)

func TestTheCoordinatorHandsGriefToCareVisibly(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	server.Upstream.Default(modeltest.Reply("I am so sorry."))
	for name, test := range map[string]struct {
		q     chattest.Question
		agent string
		shown []string
	}{
		"grief":                       {chattest.Question{Message: inGrief}, "care", []string{handoffEnglish}},
		"grief, in Spanish":           {chattest.Question{Message: "Mi mamá falleció ayer"}, "care", []string{"handoff done: Ahora le responde Cuidado pastoral."}},
		"grief with a fact asked":     {chattest.Question{Message: "My father died. What time is church on Sunday?"}, "care", []string{handoffEnglish}},
		"grief, told to care itself":  {chattest.Question{Message: inGrief, Agent: "care"}, "care", nil},
		"grief, told to discipleship": {chattest.Question{Message: inGrief, Agent: "discipleship"}, "discipleship", nil},
		"no grief":                    {chattest.Question{Message: "Which groups rent the hall most often?"}, "coordinator", nil},
		"somebody who wants to help":  {chattest.Question{Message: "I want to volunteer for the grief group"}, "coordinator", nil},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := newOpenChurch(t, server)
			test.q.Session = uuid.New()
			events := server.Ask(t, churchID, test.q)
			if got := events[0].Data["agent"]; got != test.agent || events.Tier() != 4 {
				t.Errorf("answered by %v of tier %d", got, events.Tier())
			}
			if got := toolEvents(events); !slices.Equal(got, test.shown) {
				t.Errorf("shown is %q", got)
			}
			told := server.Upstream.LastChat().System()
			if handed := test.shown != nil; strings.Contains(told, underHandoff) != handed {
				t.Errorf("told of the handoff: %v", !handed)
			}
			if again := server.Resume(t, churchID, test.q.Session, events[0].Data["turnId"].(string), 0); !slices.Equal(toolEvents(again), test.shown) {
				t.Errorf("read again it shows %q", toolEvents(again))
			}
			server.Messages(t, churchID, 2)
			var agent string
			chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select agent from messages where church_id = $1 and role = 'assistant'`, churchID).Scan(&agent))
			if agent != test.agent {
				t.Errorf("stored as answered by %s", agent)
			}
		})
	}
}

func TestWhereCareIsSwitchedOffTheCoordinatorStays(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.Exec(t, `insert into organization_settings (organization_id, agent_config) values ($1, '{"care":{"enabled":false}}')`, churchID)
	server.Upstream.Default(modeltest.Reply("I am so sorry."))
	events := server.Ask(t, churchID, chattest.Question{Message: inGrief})
	if events[0].Data["agent"] != "coordinator" || len(toolEvents(events)) != 0 || strings.Contains(server.Upstream.LastChat().System(), underHandoff) {
		t.Errorf("%v", events)
	}
	// After a crisis as well, and then under the rules for one.
	session := uuid.New()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	events = server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
	if events[0].Data["agent"] != "coordinator" || !strings.Contains(server.Upstream.LastChat().System(), chattest.CrisisRules) {
		t.Errorf("%v", events)
	}
}

func TestAnAnswerToGriefIsForOneVisitorAlone(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.Upstream.Default(modeltest.Reply("I am so sorry."))
	for range 2 {
		if events := server.Ask(t, churchID, chattest.Question{Message: "La abuelita falleció, que en paz descanse"}); events.Tier() != 4 || events[0].Data["agent"] != "care" {
			t.Errorf("answered by %v of tier %d", events[0].Data["agent"], events.Tier())
		}
	}
	if asked := len(server.Upstream.Chats()); asked != 2 {
		t.Errorf("the model was asked %d times", asked)
	}
}

// Facts are answered from memory as ever, and a passage that is near does not answer grief.
func TestGriefIsAnsweredByTheFullModelAndQuestionsOfFactAreNot(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.AddKnowledge(t, churchID, "document", inGrief, "Leaflet 12.", false)
	server.Upstream.Default(modeltest.Reply("I am so sorry."))
	before := server.Upstream.Counts()
	for _, message := range []string{"What time is church on Sunday?", "Is there parking?", "¿Dónde puedo estacionar?"} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); events.Tier() != 0 || events[0].Data["agent"] != "coordinator" || len(toolEvents(events)) != 0 {
			t.Errorf("%s: %v", message, events)
		}
	}
	if server.Upstream.Counts() != before {
		t.Error("the upstream was asked for facts")
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: inGrief}); events.Tier() != 4 || server.Upstream.LastChat().Model != "chat-model" {
		t.Errorf("%v", events)
	}
}

// The rules for distress and what it may call are care's own.
func TestCareCallsItsOwnToolsAfterAHandoff(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := newOpenChurch(t, server)
	server.Upstream.Script(calling("report_bereavement", `{"name_of_deceased":"my husband"}`), modeltest.Reply("I am so sorry."))
	events := server.Ask(t, churchID, chattest.Question{Message: inGrief})
	var offered []string
	for _, tool := range server.Upstream.Chats()[0].Tools {
		offered = append(offered, tool.Name)
	}
	if !slices.Contains(offered, "report_bereavement") || slices.Contains(offered, "plan_visit") {
		t.Errorf("offered is %q", offered)
	}
	if got := toolEvents(events); len(got) != 3 || got[0] != handoffEnglish || !strings.HasPrefix(got[1], "report_bereavement running") {
		t.Errorf("shown is %q", got)
	}
}
