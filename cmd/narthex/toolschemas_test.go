package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
	"narthex/chat/prompt/prompttest"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/migrations/pgtest"
)

// quiet is a notifier for tests that are about something else.
type quiet struct{}

func (quiet) Notify(context.Context, pgx.Tx, tools.Notice) error { return nil }

// TestTheOfflineModelTakesRequestsWithTheRealTools has conversations with the offline model and the tools as they are
// offered, until a tool was called, and looks at what it wrote.
func TestTheOfflineModelTakesRequestsWithTheRealTools(t *testing.T) {
	db := pgtest.New(t)
	id := uuid.Must(uuid.NewV7())
	if _, err := db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, 'grace', 'Grace')`, id); err != nil {
		t.Fatal(err)
	}
	at := &church.Snapshot{ID: id, Name: "Grace Harbor Church", Location: time.UTC, Plan: church.SuiteBoth, Intake: church.Intake{PrayerRequests: true, Visitors: true, Callbacks: true},
		Agents: map[church.Agent]church.AgentConfig{church.Coordinator: {Enabled: true}}}
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: db.Pool, Notifier: quiet{}}, tools.Config{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		language string
		says     []string // the visitor; what the assistant asks for between is its own
		kind     string
		stored   map[string]string
		ends     string
	}{
		"a prayer request": {"en", []string{"Please pray for my sister Ana, she has surgery tomorrow. Keep it private."}, "prayer",
			map[string]string{"message": "Please pray for my sister Ana, she has surgery tomorrow. Keep it private.", "confidential": "true"}, "prayer request was passed on"},
		"a prayer request in Spanish": {"es", []string{"Por favor oren por mi hijo que está enfermo"}, "prayer",
			map[string]string{"message": "Por favor oren por mi hijo que está enfermo", "confidential": "false"}, "petición de oración fue enviada"},
		"a prayer request in two messages": {"en", []string{"Can you pray for me?", "My knee operation on Monday"}, "prayer",
			map[string]string{"message": "My knee operation on Monday"}, "prayer request was passed on"},
		"a visit": {"en", []string{"We'd like to visit next Sunday, there will be 4 of us, 2 kids. I'm Tom Hale"}, "visit",
			map[string]string{"visit_date": "2026-05-17", "party_size": "4", "children": "2", "name": "Tom Hale"}, "knows that you are coming"},
		"a visit asked about one thing at a time": {"en", []string{"I want to plan a visit", "this Sunday", "two adults"}, "visit",
			map[string]string{"visit_date": "2026-05-17", "party_size": "2"}, "knows that you are coming"},
		"a visit in Spanish": {"es", []string{"Queremos visitar la iglesia el domingo, somos tres"}, "visit",
			map[string]string{"visit_date": "2026-05-17", "party_size": "3"}, "La iglesia ya sabe"},
		"a call back": {"en", []string{"Can someone call me back Tuesday afternoon? I'm Tom Hale, 207-555-0199"}, "callback",
			map[string]string{"name": "Tom Hale", "phone": "207-555-0199", "wished_time": "Tuesday afternoon"}, "request for a call was passed on"},
		"a call back asked about one thing at a time": {"en", []string{"Can somebody call me back about a baptism?", "Tom Hale", "it's 207 555 0199"}, "callback",
			map[string]string{"name": "Tom Hale", "phone": "207 555 0199", "message": "Can somebody call me back about a baptism?"}, "request for a call was passed on"},
		"a call back in Spanish": {"es", []string{"¿Me pueden llamar? Me llamo Luz Vega, (956) 555-0123"}, "callback",
			map[string]string{"name": "Luz Vega", "phone": "(956) 555-0123"}, "solicitud de llamada fue enviada"},
		"a message": {"en", []string{"I want to leave a message: the hall door is broken. I'm Tom Hale, tom@example.org"}, "message",
			map[string]string{"message": "I want to leave a message: the hall door is broken. I'm Tom Hale, tom@example.org", "email": "tom@example.org"}, "message was passed on"},
		"a message in Spanish": {"es", []string{"Quiero dejar un mensaje: la puerta del salón está rota"}, "message",
			map[string]string{"message": "Quiero dejar un mensaje: la puerta del salón está rota"}, "mensaje fue enviado"},
	} {
		t.Run(name, func(t *testing.T) {
			talk := conversation{t: t, registry: registry, turn: tools.Turn{Session: uuid.New(), Church: at, Agent: church.Coordinator, Language: test.language,
				Now: time.Date(2026, 5, 14, 15, 4, 0, 0, time.UTC)}}
			reply := ""
			for _, line := range test.says {
				reply = talk.say(line)
			}
			if !strings.Contains(reply, test.ends) {
				t.Fatalf("ended with %q; called %+v", reply, talk.messages)
			}
			var row map[string]any
			if err := db.Admin.QueryRow(t.Context(), `select to_jsonb(r) || details from visitor_requests r where session_id = $1 and kind = $2`, talk.turn.Session, test.kind).Scan(&row); err != nil {
				t.Fatal(err)
			}
			for column, want := range test.stored {
				if got := asText(t, row[column]); got != want {
					t.Errorf("%s is %q, want %q", column, got, want)
				}
			}
		})
	}
}

// conversation is one visitor's with the offline model.
type conversation struct {
	t        *testing.T
	registry *tools.Registry
	turn     tools.Turn
	messages []model.Message
}

// say sends the visitor's next message and gives the answer, the calls on the way made and said yes to.
func (c *conversation) say(line string) string {
	c.t.Helper()
	c.turn.ID = uuid.Must(uuid.NewV7())
	c.turn.Said = append(c.turn.Said, line)
	session := c.registry.Begin(c.turn)
	c.messages = append(c.messages, model.Message{Role: model.RoleUser, Content: line})
	for range 3 {
		text, calls := c.answer()
		c.messages = append(c.messages, model.Message{Role: model.RoleAssistant, Content: text, ToolCalls: calls})
		if len(calls) == 0 {
			return text
		}
		for _, call := range calls {
			result := session.Call(c.t.Context(), tools.Call{ID: call.ID, Name: call.Name, Arguments: call.Arguments})
			if result.Card != nil { // the answer ends there, and the visitor says yes
				asked := confirmation.Ref{Church: c.turn.Church.ID, Session: c.turn.Session, Turn: c.turn.ID, Call: result.Card.CallID}
				done, err := c.registry.Confirm(c.t.Context(), c.turn.Church, asked, tools.Answer{Accept: true, Words: "yes"})
				if err != nil {
					c.t.Fatal(err)
				}
				return done.Result.Summary
			}
			c.messages = append(c.messages, model.Message{Role: model.RoleTool, ToolCallID: call.ID, Content: result.Content})
		}
	}
	c.t.Fatalf("called and called: %+v", c.messages)
	return ""
}

func (c *conversation) answer() (text string, calls []model.ToolCall) {
	c.t.Helper()
	const facts = "## Church facts\n- Name: Grace Harbor Church\n- Today: Thursday, 14 May 2026, 15:04\n- Phone: (207) 555-0142\n"
	request := model.Request{Messages: c.messages, Contents: func() prompt.Contents { return prompttest.Read(facts) }}
	for _, d := range c.registry.Offered(c.turn) {
		request.Tools = append(request.Tools, model.Tool{Name: d.Name, Description: d.Description, Parameters: d.Parameters})
	}
	for chunk, err := range offline.New(0).Stream(c.t.Context(), request) {
		if err != nil {
			c.t.Fatal(err)
		}
		text += chunk.Text
		calls = append(calls, chunk.ToolCalls...)
	}
	return text, calls
}

func asText(t *testing.T, value any) string {
	t.Helper()
	if text, isText := value.(string); isText {
		return text
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
