package tier_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// thursday is when the turns of this file are: 14 May 2026, 15:04 at the church.
var thursday = time.Date(2026, 5, 14, 19, 4, 0, 0, time.UTC)

// toolCase is a call that does its work, in a turn of an agent that may make it. {event}, {group} and {role} are ids of the
// visitor's church.
type toolCase struct {
	agent     string
	said      string // in English or Spanish; what follows it decides which
	arguments string
	writes    string // the table; "": none
	without   string // who lacks it: starter (the plan), agent (another one), off (switched off)
}

const fillIn = "Tell me more about the fellowship of your people"

var toolCases = map[string]toolCase{
	"get_service_times":     {"care", fillIn, `{"day":"sunday"}`, "", "off"},
	"get_directions":        {"coordinator", fillIn, ``, "", "agent"},
	"get_first_visit_guide": {"coordinator", fillIn, `{"visitor":"with_children"}`, "", "agent"},
	"get_staff_directory":   {"stewardship", fillIn, `{"search":"youth"}`, "", "off"},
	"list_ministries":       {"discipleship", fillIn, `{}`, "", "agent"},
	"get_childcare_info":    {"coordinator", fillIn, `{"age":2}`, "", "agent"},

	"capture_visitor_contact": {"stewardship", "I'm Ana Ruiz, ana@example.org, tell me about the choir", `{"name":"Ana Ruiz","email":"ana@example.org","interest":"the choir"}`, "visitor_requests", "off"},
	"plan_visit":              {"coordinator", "We'd like to come this Sunday at nine, two adults and two kids", `{"visit_date":"2026-05-17","party_size":4,"children":2}`, "visitor_requests", "agent"},
	"submit_prayer_request":   {"care", askPrayer, `{"request":"my mother Ruth, she has surgery on Monday"}`, "visitor_requests", "off"},
	"request_callback":        {"discipleship", "Please call me, Tom Hale, (207) 555-0199, about a class", `{"name":"Tom Hale","phone":"(207) 555-0199","reason":"about a class"}`, "visitor_requests", "off"},
	"leave_message":           {"stewardship", "Tell Marcus the hall door is broken", `{"message":"The hall door is broken","to":"Marcus"}`, "visitor_requests", "off"},
	"escalate_to_pastor":      {"care", "I need to speak with a pastor about my marriage today", `{"reason":"speak with a pastor about my marriage"}`, "visitor_requests", "off"},

	"check_pastor_availability": {"care", fillIn, `{}`, "", "starter"},
	"book_appointment":          {"care", "I'd like an appointment about my marriage. Tom Hale, tom@example.org", `{"name":"Tom Hale","email":"tom@example.org","reason":"my marriage"}`, "visitor_requests", "starter"},
	"request_hospital_visit":    {"care", "My mother Rosa is in Pen Bay hospital with a broken hip. I'm Luz, 207-555-0133", `{"hospital":"Pen Bay hospital","patient":"Rosa","situation":"My mother has a broken hip","name":"Luz","phone":"207-555-0133"}`, "visitor_requests", "starter"},
	"request_home_visit":        {"care", "Could someone visit my dad? He can't leave the house any more. Joe Pine, joe@pine.example", `{"reason":"dad can't leave the house","name":"Joe Pine","email":"joe@pine.example"}`, "visitor_requests", "starter"},
	"report_bereavement":        {"care", "My father died last night. You can reach me at 207 555 0111", `{"loss":"My father died last night","phone":"207 555 0111","funeral":false}`, "visitor_requests", "starter"},
	"request_practical_help":    {"care", "We can't pay the rent this month. Sam Fry, 2075550122", `{"help_with":"rent","situation":"can't pay the rent this month","name":"Sam Fry","phone":"2075550122"}`, "visitor_requests", "starter"},
	"request_meal_support":      {"care", "We just had a baby and meals would help, we're four. Kim, kim@example.org", `{"reason":"just had a baby","people":4,"name":"Kim","email":"kim@example.org"}`, "visitor_requests", "starter"},
	"find_support_group":        {"care", fillIn, `{"need":"grief"}`, "", "starter"},
	"offer_comfort_scripture":   {"care", fillIn, `{"need":"grief"}`, "", "starter"},

	"list_events":             {"coordinator", fillIn, `{}`, "", "starter"},
	"register_for_event":      {"coordinator", "Put me down for the Lobster supper, Ann Lee, ann@example.org", `{"event":"{event}","name":"Ann Lee","email":"ann@example.org"}`, "event_registrations", "starter"},
	"get_event_calendar_file": {"coordinator", fillIn, `{"event":"{event}"}`, "", "starter"},
	"subscribe_to_newsletter": {"coordinator", "I'd like the newsletter, ana@example.org", `{"email":"ana@example.org"}`, "newsletter_subscriptions", "starter"},
	"get_current_sermon":      {"discipleship", fillIn, `{}`, "", "starter"},
	"find_volunteer_role":     {"stewardship", fillIn, `{}`, "", "starter"},

	"look_up_scripture":    {"discipleship", fillIn, `{"reference":"Psalm 23"}`, "", "starter"},
	"suggest_reading_plan": {"discipleship", fillIn, `{"topic":"prayer"}`, "", "starter"},
	"find_small_group":     {"discipleship", fillIn, `{}`, "", "starter"},
	"join_small_group":     {"discipleship", "I'm Ana Ruiz, ana@example.org. I'd love to join the Tea group", `{"group":"{group}","name":"Ana Ruiz","email":"ana@example.org"}`, "group_join_requests", "starter"},
	"request_baptism":      {"discipleship", "I'd like to be baptized. Tom, tom@example.org", `{"for_whom":"self","name":"Tom","email":"tom@example.org"}`, "visitor_requests", "starter"},
	"request_membership":   {"discipleship", "How do I join? I was a member in Bath. Tom, tom@example.org", `{"transfer":true,"message":"was a member in Bath","name":"Tom","email":"tom@example.org"}`, "visitor_requests", "starter"},
	"request_mentor":       {"discipleship", "I want to learn to read the Bible with someone. Tom, tom@example.org", `{"topic":"learn to read the Bible","name":"Tom","email":"tom@example.org"}`, "visitor_requests", "starter"},

	"get_giving_link":          {"stewardship", fillIn, `{}`, "", "starter"},
	"explain_recurring_giving": {"stewardship", fillIn, `{}`, "", "starter"},
	"sign_up_to_volunteer":     {"stewardship", "I'd like to help in the Nursery. Ana, ana@example.org", `{"role":"{role}","name":"Ana","email":"ana@example.org"}`, "volunteer_signups", "starter"},
	"request_giving_statement": {"stewardship", "I need my giving statement for 2025. Tom Hale, tom@example.org", `{"year":2025,"send_by":"email","name":"Tom Hale","email":"tom@example.org"}`, "visitor_requests", "starter"},
	"request_facility_use":     {"coordinator", "Could we use the hall for a wedding reception on June 20? Tom, tom@example.org", `{"purpose":"wedding reception in the hall","start_date":"2026-06-20","name":"Tom","email":"tom@example.org"}`, "visitor_requests", "starter"},
}

// tablesOfTools are all that tools write to.
var tablesOfTools = []string{"visitor_requests", "event_registrations", "group_join_requests", "volunteer_signups", "newsletter_subscriptions"}

// full is a church of the largest plan with everything on file, and ids of what visitors can sign up for.
type full struct {
	id  uuid.UUID
	ids *strings.Replacer
}

func newFullChurch(t testing.TB, server *chattest.Server) full {
	t.Helper()
	id, event, group, role := server.NewChurch(t), uuid.New(), uuid.New(), uuid.New()
	server.Exec(t, `update premium_churches set plan = 'suite_both', channel = 'both', custom_staff = '[{"name":"Marcus Ferreira","title":"Youth director"}]',
		custom_ministries = '[{"name":"Nursery","description":"Care for toddlers up to age 3."}]',
		what_to_expect = '{"parking":"Behind the church.","children":"Children stay.","first_visit":"Somebody greets you."}' where church_id = $1`, id)
	server.Exec(t, `insert into church_voice_agents (church_id, pastor_availability, giving_url, sermon_topic)
		values ($1, '{"tuesday":["10:00-12:00"]}', 'https://give.example.org', 'Hope')`, id)
	server.Exec(t, `insert into events (id, church_id, title, starts_at, takes_registrations) values ($1, $2, 'Lobster supper', $3, true)`, event, id, thursday.Add(72*time.Hour))
	server.Exec(t, `insert into groups (id, church_id, kind, name) values ($1, $2, 'small', 'Tea'), (gen_random_uuid(), $2, 'support', 'GriefShare')`, group, id)
	server.Exec(t, `insert into volunteer_roles (id, church_id, name) values ($1, $2, 'Nursery')`, role, id)
	return full{id, strings.NewReplacer("{event}", event.String(), "{group}", group.String(), "{role}", role.String())}
}

// written counts a church's rows by table, those of none left out.
func writtenRows(t testing.TB, server *chattest.Server, church uuid.UUID) map[string]int {
	t.Helper()
	rows := map[string]int{}
	for _, table := range tablesOfTools {
		if n := server.Count(t, `select count(*) from `+table+` where church_id = $1`, church); n > 0 {
			rows[table] = n
		}
	}
	return rows
}

func noticesFor(server *chattest.Server, church uuid.UUID) (n int) {
	for _, notice := range server.Notices.All() {
		if notice.ChurchID == church {
			n++
		}
	}
	return n
}

// askFor has the visitor say the case's words, the model make the call, and the visitor say yes if they are asked. It returns what was
// shown, what the model was told, and whether it was offered the tool.
func askFor(t testing.TB, server *chattest.Server, at full, name, language string, test toolCase) (shown []string, told string, offered bool) {
	t.Helper()
	message := test.said
	if language == "es" {
		message += " ¿Me puede ayudar con esto, por favor? Muchas gracias a todos por la ayuda que me dan."
	}
	asked := len(server.Upstream.Chats())
	server.Upstream.Default(modeltest.Reply("There you are."))
	server.Upstream.Script(calling(name, at.ids.Replace(test.arguments)))
	events := server.Ask(t, at.id, chattest.Question{Message: message, Agent: test.agent})
	requests := server.Upstream.Chats()[asked:]
	for _, tool := range requests[0].Tools {
		offered = offered || tool.Name == name
	}
	shown = toolEvents(events)
	if len(events.Asked()) == 1 {
		if got := writtenRows(t, server, at.id); len(got) != 0 || noticesFor(server, at.id) != 0 {
			t.Errorf("written before a yes: %v", got)
		}
		if text := events.Text(); !strings.HasSuffix(text, "?") || len(shown) != 2 || !strings.HasPrefix(shown[1], name+" confirm: ") {
			t.Errorf("asked is %q with %q", text, shown)
		}
		became := server.Confirm(t, at.id, events, true)[0]
		return []string{shown[0], fmt.Sprintf("%s %s: %s", became.Name, became.Status, became.Summary)}, fmt.Sprintf(`"ok":%v`, became.Status == "done"), offered
	}
	if len(requests) != 2 || !strings.HasSuffix(events.Text(), "There you are.") {
		t.Fatalf("%d requests to the model: %v", len(requests), events)
	}
	results := toolResults(requests[1])
	if len(results) != 1 {
		t.Fatalf("the model was told %q", results)
	}
	return shown, results[0], offered
}

func fixedClock(config *chattest.Config) {
	began := time.Now()
	config.Turns.Now = func() time.Time { return thursday.Add(time.Since(began)) }
}

func TestEveryToolThroughAWholeTurn(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, fixedClock)
	if len(toolCases) != 39 {
		t.Fatalf("%d tools are tried", len(toolCases))
	}
	for name, test := range toolCases {
		t.Run(name, func(t *testing.T) {
			var summaries []string
			for _, language := range []string{"en", "es"} {
				at := newFullChurch(t, server)
				shown, told, offered := askFor(t, server, at, name, language, test)
				if !offered || !strings.Contains(told, `"ok":true`) {
					t.Errorf("%s: offered: %v, told %s", language, offered, told)
				}
				if len(shown) != 2 || !strings.HasPrefix(shown[0], name+" running: ") || !strings.HasPrefix(shown[1], name+" done: ") || len(shown[1]) < len(name)+10 {
					t.Fatalf("%s: shown is %q", language, shown)
				}
				summaries = append(summaries, shown...)
				want := map[string]int{}
				if test.writes != "" {
					want[test.writes] = 1
				}
				if got := writtenRows(t, server, at.id); fmt.Sprint(got) != fmt.Sprint(want) || noticesFor(server, at.id) != len(want) {
					t.Errorf("%s: written %v, %d notices; want %v", language, got, noticesFor(server, at.id), want)
				}
			}
			if summaries[0] == summaries[2] || summaries[1] == summaries[3] {
				t.Errorf("in both languages it is %q", summaries)
			}
		})
	}
}

func TestAToolThatAChurchOrAgentLacksIsNeitherOfferedNorAllowed(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, fixedClock)
	for name, test := range toolCases {
		t.Run(name, func(t *testing.T) {
			at := newFullChurch(t, server)
			switch test.without {
			case "starter":
				server.Exec(t, `update premium_churches set plan = 'starter_chat', channel = 'chat' where church_id = $1`, at.id)
				if !slices.Contains([]string{"care", "coordinator"}, test.agent) {
					test.agent = "coordinator"
				}
			case "agent":
				test.agent = "stewardship"
			default:
				server.Exec(t, `insert into organization_settings (organization_id, agent_tool_config) values ($1, jsonb_build_object($2::text, false))`, at.id, name)
			}
			shown, told, offered := askFor(t, server, at, name, "en", test)
			if offered || len(shown) != 0 || !strings.Contains(told, `"error":"not_allowed"`) {
				t.Errorf("offered: %v, shown %q, told %s", offered, shown, told)
			}
			if got := writtenRows(t, server, at.id); len(got) != 0 || noticesFor(server, at.id) != 0 {
				t.Errorf("written %v, %d notices", got, noticesFor(server, at.id))
			}
		})
	}
}

func TestAnotherChurchsIdsAreNotFound(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, fixedClock)
	for _, name := range []string{"register_for_event", "get_event_calendar_file", "join_small_group", "sign_up_to_volunteer"} {
		t.Run(name, func(t *testing.T) {
			at, theirs := newFullChurch(t, server), newFullChurch(t, server)
			shown, told, _ := askFor(t, server, full{at.id, theirs.ids}, name, "en", toolCases[name])
			if len(shown) != 2 || !strings.HasPrefix(shown[1], name+" failed: ") || !strings.Contains(told, `"error":"not_found"`) {
				t.Errorf("shown %q, told %s", shown, told)
			}
			for _, church := range []full{at, theirs} {
				if got := writtenRows(t, server, church.id); len(got) != 0 || noticesFor(server, church.id) != 0 {
					t.Errorf("written %v, %d notices", got, noticesFor(server, church.id))
				}
			}
		})
	}
}
