package offline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/chat/model"
)

// churchTools are tools with schemas as the chat offers them.
var churchTools = []model.Tool{
	{Name: "submit_prayer_request", Parameters: json.RawMessage(`{"type":"object","properties":{"request":{"type":"string"},"name":{"type":"string"},"confidential":{"type":"boolean"}},"required":["request"]}`)},
	{Name: "plan_visit", Parameters: json.RawMessage(`{"type":"object","properties":{"date":{"type":"string","format":"date"},"people":{"type":"integer"},"children":{"type":["integer","null"]},"name":{"type":"string"},"notes":{"type":"string"}},"required":["date","people"]}`)},
	{Name: "request_callback", Parameters: json.RawMessage(`{"type":"object","properties":{"phone":{"type":"string"},"name":{"type":"string"},"preferred_times":{"type":"array","items":{"type":"string"}},"reason":{"type":"string"},"urgency":{"type":"string","enum":["normal","urgent"]}},"required":["name","phone"]}`)},
	{Name: "leave_message", Parameters: json.RawMessage(`{"type":"object","properties":{"message":{"type":"string"},"to":{"type":"string"}},"required":["message"]}`)},
}

const thursday = "## Church facts\n- Name: Grace Harbor Church\n- Today: Thursday, 14 May 2026, 15:04\n- Phone: (207) 555-0142\n"

func TestOfflineCallsToolsForTheCommonestRequests(t *testing.T) {
	for message, want := range map[string][2]string{
		"Please pray for my sister Ana, she has surgery tomorrow":               {"submit_prayer_request", `{"request":"Please pray for my sister Ana, she has surgery tomorrow"}`},
		"Could you keep my dad in your prayers? He lost his job.":               {"submit_prayer_request", `{"request":"Could you keep my dad in your prayers? He lost his job."}`},
		"I need prayer for my marriage. My name is Joan Reed. Keep it private.": {"submit_prayer_request", `{"confidential":true,"name":"Joan Reed","request":"I need prayer for my marriage. My name is Joan Reed. Keep it private."}`},
		"Por favor oren por mi hijo que está enfermo":                           {"submit_prayer_request", `{"request":"Por favor oren por mi hijo que está enfermo"}`},
		"We'd like to visit next Sunday, there will be 4 of us":                 {"plan_visit", `{"date":"2026-05-17","notes":"We'd like to visit next Sunday, there will be 4 of us","people":4}`},
		"Queremos visitar la iglesia el domingo, somos tres":                    {"plan_visit", `{"date":"2026-05-17","notes":"Queremos visitar la iglesia el domingo, somos tres","people":3}`},
		"I'm planning to come on 2026-06-07, family of five":                    {"plan_visit", `{"date":"2026-06-07","notes":"I'm planning to come on 2026-06-07, family of five","people":5}`},
		"Can someone call me back? I'm Tom Hale, 207-555-0199, urgent":          {"request_callback", `{"name":"Tom Hale","phone":"207-555-0199","reason":"Can someone call me back? I'm Tom Hale, 207-555-0199, urgent","urgency":"urgent"}`},
		"¿Me pueden llamar? Me llamo Luz Vega, (956) 555-0123":                  {"request_callback", `{"name":"Luz Vega","phone":"(956) 555-0123","reason":"¿Me pueden llamar? Me llamo Luz Vega, (956) 555-0123"}`},
		"I want to leave a message: the hall door is broken":                    {"leave_message", `{"message":"I want to leave a message: the hall door is broken"}`},
	} {
		t.Run(message, func(t *testing.T) {
			got := ask(t, model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor(message)}, Tools: churchTools})
			if len(got.Calls) != 1 || got.Finish != model.FinishToolCalls || got.text() != "" {
				t.Fatalf("%+v", got)
			}
			if diff := cmp.Diff(want, [2]string{got.Calls[0].Name, got.Calls[0].Arguments}); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestOfflineDoesNotTakeQuestionsForRequests(t *testing.T) {
	for _, message := range []string{
		"When is the prayer meeting?", "Do you have a prayer team?", "What should I wear when I visit?", "Where do I park if I want to come on Sunday?",
		"What number do I call?", "How do I get a call back?", "Do you pray the rosary?", "What happens when I plan to visit?", "¿Cuándo es la oración?", "Who is the pastor?",
	} {
		if got := ask(t, model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor(message)}, Tools: churchTools}); len(got.Calls) != 0 {
			t.Errorf("%q: called %+v", message, got.Calls)
		}
	}
}

func TestOfflineDoesNotCallToolsThatAreNotOffered(t *testing.T) {
	got := ask(t, model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor("Please pray for my sister Ana")}, Tools: churchTools[1:]})
	if len(got.Calls) != 0 || !strings.Contains(got.text(), "555-0142") {
		t.Fatalf("%+v", got)
	}
}

func TestOfflineAsksForWhatAToolNeedsOneThingAtATime(t *testing.T) {
	for name, talk := range map[string]struct {
		says  []string // visitor, assistant's expected beginning of a sentence, visitor, …
		wants model.ToolCall
	}{
		"a call back": {
			says:  []string{"Can somebody call me back about a baptism?", "What is your name?", "Tom Hale", "What phone number", "it's 207 555 0199"},
			wants: model.ToolCall{Name: "request_callback", Arguments: `{"name":"Tom Hale","phone":"207 555 0199","reason":"Can somebody call me back about a baptism?"}`},
		},
		"a visit": {
			says:  []string{"I want to plan a visit", "Which day and time", "this Sunday", "How many of you", "two adults"},
			wants: model.ToolCall{Name: "plan_visit", Arguments: `{"date":"2026-05-17","notes":"I want to plan a visit","people":2}`},
		},
		"a prayer request of somebody who was asked in Spanish": {
			says:  []string{"¿Podría alguien orar por mí?", "¿Por qué le gustaría que oraran?", "Por mi rodilla: me operan el lunes"},
			wants: model.ToolCall{Name: "submit_prayer_request", Arguments: `{"request":"Por mi rodilla: me operan el lunes"}`},
		},
		"a prayer request": {
			says:  []string{"Can you pray for me?", "What would you like prayer for?", "My knee operation on Monday"},
			wants: model.ToolCall{Name: "submit_prayer_request", Arguments: `{"request":"My knee operation on Monday"}`},
		},
		"a call back in Spanish": {
			says:  []string{"Quiero que me llamen por favor", "¿Cómo se llama?", "Luz Vega", "¿A qué número de teléfono", "es el 956 555 0123"},
			wants: model.ToolCall{Name: "request_callback", Arguments: `{"name":"Luz Vega","phone":"956 555 0123"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
			var got answer
			for i, line := range talk.says {
				if i%2 == 1 {
					if !strings.Contains(got.text(), line) {
						t.Fatalf("asked %q, want %q", got.text(), line)
					}
					messages = append(messages, model.Message{Role: model.RoleAssistant, Content: got.text()})
					continue
				}
				messages = append(messages, visitor(line))
				got = ask(t, model.Request{Messages: messages, Tools: churchTools})
			}
			if len(got.Calls) != 1 {
				t.Fatalf("no call but %q", got.text())
			}
			if diff := cmp.Diff([2]string{talk.wants.Name, talk.wants.Arguments}, [2]string{got.Calls[0].Name, got.Calls[0].Arguments}); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestOfflineFillsWhateverASchemaAsksFor(t *testing.T) {
	const said = "Please call me back. I'm Ana Ruiz, ana@example.org, 2 kids, this Sunday at 3:30 pm, +1 207-555-0199"
	for name, test := range map[string]struct{ schema, want string }{
		"an email address":           {`{"properties":{"email":{"type":"string"}}}`, `{"email":"ana@example.org"}`},
		"any way to reach them":      {`{"properties":{"contact":{"type":"string"}}}`, `{"contact":"+1 207-555-0199"}`},
		"a number of children":       {`{"properties":{"children":{"type":"integer"}}}`, `{"children":2}`},
		"a number as a string":       {`{"properties":{"kids":{"type":"string"}}}`, `{"kids":"2"}`},
		"words for a time":           {`{"properties":{"when":{"type":"string"}}}`, `{"when":"this Sunday, 3:30 pm"}`},
		"a list of times":            {`{"properties":{"times":{"type":"array"}}}`, `{"times":["this Sunday","3:30 pm"]}`},
		"an exact time, not made up": {`{"properties":{"at_time":{"type":"string","format":"date-time"}}}`, `{}`},
		"a flag nobody raised":       {`{"properties":{"urgent":{"type":"boolean"},"anonymous":{"type":"boolean"}},"required":["urgent"]}`, `{"urgent":false}`},
		"what nobody said":           {`{"properties":{"favourite_hymn":{"type":"string"}}}`, `{}`},
		"nothing":                    {`{}`, `{}`},
		"what cannot be read":        {`[]`, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			tools := []model.Tool{{Name: "request_callback", Parameters: json.RawMessage(test.schema)}}
			got := ask(t, model.Request{Tools: tools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor(said)}})
			if len(got.Calls) != 1 || got.Calls[0].Arguments != test.want {
				t.Fatalf("%+v", got)
			}
		})
	}
}

func TestOfflineAsksForWhatItHasNoWordsFor(t *testing.T) {
	tools := []model.Tool{{Name: "request_callback", Parameters: json.RawMessage(`{"properties":{"favourite_hymn":{"type":"string"}},"required":["favourite_hymn"]}`)}}
	got := ask(t, model.Request{Tools: tools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor("Please call me back")}})
	if want := "Gladly. I need one more thing for that: favourite hymn?"; got.text() != want {
		t.Fatalf("got %q", got.text())
	}
}

func TestOfflineLetsARequestGo(t *testing.T) {
	for _, change := range []string{"No, never mind", "actually forget it, I changed my mind", "mejor no, gracias"} {
		got := ask(t, model.Request{Tools: churchTools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday + "- Parking: Behind the church.\n"},
			visitor("Can somebody call me back?"), {Role: model.RoleAssistant, Content: "Gladly. What is your name?"}, visitor(change)}})
		if len(got.Calls) != 0 || strings.Contains(got.text(), "name") {
			t.Errorf("%q: %+v", change, got)
		}
	}
}

// Who asks something while a form waits is answered, and the form goes on.
func TestAFormWaitsForWhoAsksSomething(t *testing.T) {
	for _, asked := range []string{"Where do I park?", "wait, where do I park", "oh and is there parking?"} {
		got := ask(t, model.Request{Tools: churchTools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday + "- Parking: Behind the church.\n"},
			visitor("Can somebody call me back?"), {Role: model.RoleAssistant, Content: "Gladly. What is your name?"}, visitor(asked)}})
		if len(got.Calls) != 0 || !strings.Contains(got.text(), "Behind the church") || !strings.HasSuffix(got.text(), "What is your name?") {
			t.Errorf("%q: %q", asked, got.text())
		}
	}
	got := ask(t, model.Request{Tools: churchTools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday},
		visitor("Can somebody call me back?"), {Role: model.RoleAssistant, Content: "Gladly. What is your name?"},
		visitor("what time is church?"), {Role: model.RoleAssistant, Content: "Sunday at 9."}, visitor("Tom Hale, 207 555 0199")}})
	if len(got.Calls) != 1 || got.Calls[0].Name != "request_callback" {
		t.Errorf("%q %+v", got.text(), got.Calls)
	}
}

func TestOfflineTriesAgainWithDetailsThatWereMissing(t *testing.T) {
	const needMore = "I could not pass that on yet, because something was missing or not clear. Could you give me the details once more?"
	got := ask(t, model.Request{Tools: churchTools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday},
		visitor("Please call me, I'm Tom Hale, 207 555"), {Role: model.RoleAssistant, Content: needMore}, visitor("Sorry, 207 555 0199")}})
	if len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"phone":"207 555 0199"`) {
		t.Fatalf("%+v", got)
	}
}

func TestOfflineReportsWhatBecameOfACall(t *testing.T) {
	for name, test := range map[string]struct{ tool, message, result, want string }{
		"done":                          {"submit_prayer_request", "Please pray for Ana", `{"ok":true,"id":"7"}`, "I've passed your prayer request on to the people of Grace Harbor Church."},
		"done, in plain words":          {"request_callback", "Please call me", `Noted.`, "somebody from Grace Harbor Church will call you back"},
		"done, in Spanish":              {"plan_visit", "Quiero visitar la iglesia el domingo", `{}`, "He avisado en Grace Harbor Church de su visita."},
		"failed":                        {"plan_visit", "I want to visit", `{"error":"database is down: pq SECRET"}`, "I'm sorry, I could not pass that on just now. You can reach the church office at (207) 555-0142."},
		"failed by status":              {"plan_visit", "I want to visit", `{"status":"failed"}`, "could not pass that on"},
		"refused its arguments":         {"request_callback", "Please call me", `{"error":{"message":"phone is required"}}`, "something was missing"},
		"done before":                   {"leave_message", "Leave a message", `{"ok":false,"error":"already_done"}`, "I've passed your message on"},
		"done, in its fence":            {"plan_visit", "I want to visit", "<tool_result name=\"plan_visit\">\n{\"ok\":true,\"note\":\"&lt;b&gt; SECRET\"}\n</tool_result>\n", "that you are coming"},
		"failed, in its fence":          {"plan_visit", "I want to visit", "<tool_result name=\"plan_visit\">\n{\"ok\":false,\"error\":\"unavailable\"}\n</tool_result>\n", "could not pass that on"},
		"registered by this address":    {"register_for_event", "Sign me up for the supper", `{"status":"already registered","event":"Supper"}`, "is registered there already, so nothing was changed. I can pass"},
		"registered, in Spanish":        {"register_for_event", "Quiero apuntarme a la cena", `{"status":"already registered","event":"Cena"}`, "no se ha cambiado nada. Puedo pasar"},
		"nobody has to register":        {"register_for_event", "Sign me up for the supper", `{"status":"not registered, because nobody needs to register for this event: people just come","title":"Supper"}`, "Supper: nobody needs to register"},
		"a status that nobody knows":    {"register_for_event", "Sign me up for the supper", `{"status":"kept for later"}`, "could not pass that on"},
		"registered":                    {"register_for_event", "Sign me up for the supper", `{"status":"registered","event":"Supper"}`, "That is done."},
		"subscribed":                    {"subscribe_to_newsletter", "newsletter please", `{"status":"subscribed"}`, "That is done."},
		"told the leader":               {"join_small_group", "join the group", `{"status":"the leader was told"}`, "That is done."},
		"told the people of the church": {"sign_up_to_volunteer", "I'd like to help", `{"status":"passed on to the people of the church"}`, "That is done."},
		"another tool":                  {"get_map", "Where", `{"ok":true}`, "That is done."},
	} {
		t.Run(name, func(t *testing.T) {
			got := ask(t, model.Request{Tools: churchTools, Messages: []model.Message{{Role: model.RoleSystem, Content: thursday}, visitor(test.message),
				{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{{ID: "c1", Name: test.tool, Arguments: "{}"}}}, {Role: model.RoleTool, ToolCallID: "c1", Content: test.result}}})
			if len(got.Calls) != 0 || !strings.Contains(got.text(), test.want) || strings.Contains(got.text(), "SECRET") {
				t.Fatalf("%+v", got)
			}
		})
	}
}
