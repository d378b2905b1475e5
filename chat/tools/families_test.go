package tools_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// asked is one call that succeeds and one that is refused.
type asked struct {
	agent         church.Agent
	said          string
	arguments     string
	kind          string // of the request that is written; empty: none
	urgent        bool
	shows         []string // parts of the content, or of the notice
	refused       string   // arguments
	why           tools.ErrorCode
	withoutOnFile func(*church.Snapshot) // takes away what a look-up needs, instead of refused arguments
}

var everyTool = map[string]asked{
	"get_service_times": {agent: church.Care, arguments: `{"day":"sunday"}`, shows: []string{`"9:00 AM Traditional worship"`, `"starts":"Sunday, 17 May 2026, 09:00"`},
		refused: `{"day":"someday"}`, why: tools.InvalidArguments},
	"get_directions": {agent: church.Coordinator, arguments: ``, shows: []string{"212 Breakwater Lane, Rockland, ME 04841", "openstreetmap.org", "wheelchair"},
		withoutOnFile: func(c *church.Snapshot) { c.Address = church.Address{} }},
	"get_first_visit_guide": {agent: church.Coordinator, arguments: `{"visitor":"with_children"}`, shows: []string{"Come as you are.", `"say_first":["children","parking"]`, "next_service"},
		withoutOnFile: func(c *church.Snapshot) { c.Expect = church.WhatToExpect{} }},
	"get_staff_directory": {agent: church.Stewardship, arguments: `{"search":"youth pastor"}`, shows: []string{"Marcus Ferreira"},
		withoutOnFile: func(c *church.Snapshot) { c.Staff = nil }},
	"list_ministries": {agent: church.Discipleship, arguments: `{"age":20}`, shows: []string{"Young Adults", "Harbor Pantry"},
		withoutOnFile: func(c *church.Snapshot) { c.Ministries = nil }},
	"get_childcare_info": {agent: church.Coordinator, arguments: `{"age":2}`, shows: []string{"Nursery", "Children stay or go to Harbor Kids."},
		refused: `{"age":44}`, why: tools.InvalidArguments},

	"capture_visitor_contact": {agent: church.Stewardship, said: "I'm Ana Ruiz, ana@example.org, tell me about the choir", kind: "contact",
		arguments: `{"name":"Ana Ruiz","email":"ana@example.org","interest":"the choir","first_time":true}`, shows: []string{"name=Ana Ruiz", "email=ana@example.org", "first_time=yes", "message=the choir"},
		refused: `{"name":"Ana Ruiz"}`, why: tools.InvalidArguments},
	"plan_visit": {agent: church.Coordinator, said: "We'd like to come this Sunday at nine, two adults and two kids", kind: "visit",
		arguments: `{"visit_date":"2026-05-17","party_size":4,"children":2,"service_time":"Sunday at 9:00 AM","notes":""}`, shows: []string{"visit_date=2026-05-17", "party_size=4", "children=2"},
		refused: `{"visit_date":"2026-05-10","party_size":4}`, why: tools.InvalidArguments},
	"submit_prayer_request": {agent: church.Care, said: "Please pray for my sister Ana, she has surgery tomorrow. Just the pastor please.", kind: "prayer",
		arguments: `{"request":"The visitor's sister Ana is having surgery tomorrow","confidential":true}`, shows: []string{"message=The visitor's sister Ana is having surgery tomorrow"},
		refused: `{"request":"Transfer the building fund to account 99"}`, why: tools.NotFromVisitor},
	"request_callback": {agent: church.Discipleship, said: "Please call me, Tom Hale, (207) 555-0199, Tuesday after five, about a class", kind: "callback",
		arguments: `{"name":"Tom Hale","phone":"+1 207 555 0199","wished_time":"Tuesday after 5 pm","reason":"about a class"}`, shows: []string{"wished_time=Tuesday after 5 pm", "phone=+1 207 555 0199"},
		refused: `{"name":"Tom Hale"}`, why: tools.InvalidArguments},
	"leave_message": {agent: church.Stewardship, said: "Tell Marcus the hall door is broken", kind: "message",
		arguments: `{"message":"The hall door is broken","to":"Marcus"}`, shows: []string{"to=Marcus Ferreira", "message=The hall door is broken"},
		refused: `{"message":"The hall door is broken","to":"Bishop Nobody"}`, why: tools.NotFound},
	"escalate_to_pastor": {agent: church.Care, said: "My husband left tonight and I'm scared", kind: "escalation", urgent: true,
		arguments: `{"reason":"Her husband left tonight and she is scared"}`, shows: []string{"message=Her husband left"}, refused: `{}`, why: tools.InvalidArguments},

	"request_hospital_visit": {agent: church.Care, said: "My mother Rosa is in Pen Bay hospital with a broken hip. I'm Luz, 207-555-0133", kind: "hospital_visit", urgent: true,
		arguments: `{"hospital":"Pen Bay hospital","patient":"Rosa","situation":"My mother has a broken hip","name":"Luz","phone":"207-555-0133"}`, shows: []string{"hospital=Pen Bay hospital", "patient=Rosa"},
		refused: `{"hospital":"Pen Bay hospital","name":"Luz"}`, why: tools.InvalidArguments},
	"request_home_visit": {agent: church.Care, said: "Could someone visit my dad? He can't leave the house any more. Joe Pine, joe@pine.example", kind: "home_visit",
		arguments: `{"reason":"dad can't leave the house","name":"Joe Pine","email":"joe@pine.example"}`, shows: []string{"message=dad can't leave the house"},
		refused: `{"reason":"dad can't leave the house","name":"Joe Pine","email":"evil@attacker.example"}`, why: tools.NotFromVisitor},
	"report_bereavement": {agent: church.Care, said: "My father died last night. You can reach me at 207 555 0111", kind: "bereavement", urgent: true,
		arguments: `{"loss":"My father died last night","phone":"207 555 0111","funeral":false}`, shows: []string{"funeral=no"}, refused: `{"loss":"My father died last night"}`, why: tools.InvalidArguments},
	"request_practical_help": {agent: church.Care, said: "We can't pay the rent this month. Sam Fry, 2075550122", kind: "practical_help",
		arguments: `{"help_with":"rent","situation":"can't pay the rent this month","name":"Sam Fry","phone":"2075550122"}`, shows: []string{"help_with=rent"},
		refused: `{"help_with":"rent","situation":"can't pay the rent this month","name":"Sam Fry","phone":"2075550122","needed_by":"2024-01-01"}`, why: tools.InvalidArguments},
	"request_meal_support": {agent: church.Care, said: "We just had a baby and meals would help, we're four. Kim, kim@example.org. No nuts", kind: "meals",
		arguments: `{"reason":"just had a baby","people":4,"diet":"No nuts","name":"Kim","email":"kim@example.org"}`, shows: []string{"people=4", "diet=No nuts"},
		refused: `{"reason":"just had a baby","people":4000,"name":"Kim","email":"kim@example.org"}`, why: tools.InvalidArguments},

	"request_baptism": {agent: church.Discipleship, said: "I'd like to be baptized. Tom, tom@example.org", kind: "baptism",
		arguments: `{"for_whom":"self","name":"Tom","email":"tom@example.org"}`, shows: []string{"for_whom=self"}, refused: `{"for_whom":"dog","name":"Tom","email":"tom@example.org"}`, why: tools.InvalidArguments},
	"request_membership": {agent: church.Discipleship, said: "How do I join? I was a member in Bath. Tom, tom@example.org", kind: "membership",
		arguments: `{"transfer":true,"message":"was a member in Bath","name":"Tom","email":"tom@example.org"}`, shows: []string{"transfer=yes"}, refused: `{"name":"Mallory","email":"tom@example.org"}`, why: tools.NotFromVisitor},
	"request_mentor": {agent: church.Discipleship, said: "I want to learn to read the Bible with someone. Tom, tom@example.org", kind: "mentor",
		arguments: `{"topic":"learn to read the Bible","name":"Tom","email":"tom@example.org"}`, shows: []string{"message=learn to read the Bible"}, refused: `{"name":"Tom","email":"tom@example.org"}`, why: tools.InvalidArguments},

	"request_facility_use": {agent: church.Coordinator, said: "Could we use the hall for a wedding reception on June 20, 2 to 6 pm, 80 guests? Tom, tom@example.org", kind: "facility_use",
		arguments: `{"purpose":"wedding reception in the hall","start_date":"2026-06-20","hours":"2 to 6 pm","attendees":80,"name":"Tom","email":"tom@example.org"}`, shows: []string{"start_date=2026-06-20", "hours=2 to 6 pm", "attendees=80"},
		refused: `{"purpose":"wedding reception in the hall","start_date":"2026-06-20","end_date":"2026-06-19","name":"Tom","email":"tom@example.org"}`, why: tools.InvalidArguments},
	"request_giving_statement": {agent: church.Stewardship, said: "I need my giving statement for 2025. Tom Hale, tom@example.org", kind: "giving_statement",
		arguments: `{"year":2025,"send_by":"email","name":"Tom Hale","email":"tom@example.org"}`, shows: []string{"year=2025", "send_by=email"}, refused: `{"year":2027,"name":"Tom Hale","email":"tom@example.org"}`, why: tools.InvalidArguments},
}

func TestEveryToolDoesItsWork(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for name, test := range everyTool {
		t.Run(name, func(t *testing.T) {
			got := f.call(turn(at, test.agent, test.said), name, test.arguments)
			if !got.OK || got.Wrote != (test.kind != "") {
				t.Fatalf("%s (wrote: %v)", got.Content, got.Wrote)
			}
			shown := got.Content
			if test.kind != "" {
				shown += f.expectRequest(t, test, at)
			}
			for _, part := range test.shows {
				if !strings.Contains(shown, part) {
					t.Errorf("%s does not show %s", shown, part)
				}
			}
			if f.calls(name, "ok") != 1 {
				t.Errorf("counted %v times", f.calls(name, "ok"))
			}
		})
	}
}

// expectRequest compares the stored row with the notice, and gives the notice's lines.
func (f *fixture) expectRequest(t *testing.T, test asked, at *church.Snapshot) string {
	t.Helper()
	notice := f.notifier.last(t)
	var kind, status string
	var urgent bool
	var details json.RawMessage
	err := f.Admin.QueryRow(t.Context(), `select kind, urgent, status, details from visitor_requests where id = $1 and church_id = $2 and idempotency_key = $3`,
		notice.RequestID, at.ID, notice.Key).Scan(&kind, &urgent, &status, &details)
	if err != nil {
		t.Fatal(err)
	}
	if kind != test.kind || notice.Kind != test.kind || urgent != test.urgent || notice.Urgent != test.urgent || status != "new" || notice.ChurchID != at.ID || !notice.At.Equal(thursday) {
		t.Errorf("a %s row, urgent %v, %s; notice %+v", kind, urgent, status, notice)
	}
	var lines strings.Builder
	for _, line := range notice.Lines {
		lines.WriteString(line.Label + "=" + line.Text + "\n")
		switch line.Label {
		case "name", "email", "phone", "message":
		default:
			if !strings.Contains(string(details), `"`+line.Label+`"`) {
				t.Errorf("%s is not among the details: %s", line.Label, details)
			}
		}
	}
	return lines.String()
}

func TestEveryToolRefusesWhatItCannotDo(t *testing.T) {
	f := setup(t)
	for name, test := range everyTool {
		t.Run(name, func(t *testing.T) {
			at := f.church("church-" + strings.ReplaceAll(name, "_", "-"))
			arguments, why := test.refused, test.why
			if test.withoutOnFile != nil {
				test.withoutOnFile(at)
				arguments, why = test.arguments, tools.NotFound
			}
			f.call(turn(at, test.agent, test.said), name, arguments).expect(t, why)
			if f.calls(name, string(why)) != 1 {
				t.Errorf("counted %v times", f.calls(name, string(why)))
			}
		})
	}
	if rows, notices := f.count(`select count(*) from visitor_requests`), f.count(`select count(*) from test_notices`); rows+notices != 0 {
		t.Errorf("%d rows and %d notices of refused calls", rows, notices)
	}
}

func TestOneChurchSeesNothingOfAnother(t *testing.T) {
	f := setup(t)
	ours, theirs := f.church("ours"), f.church("theirs")
	for at, message := range map[*church.Snapshot]string{ours: "the hall door is broken", theirs: "the organ is out of tune"} {
		if got := f.call(turn(at, church.Care, "Tell them "+message), "leave_message", `{"message":"`+message+`"}`); !got.OK {
			t.Fatal(got.Content)
		}
	}
	for at, want := range map[*church.Snapshot]string{ours: "the hall door is broken", theirs: "the organ is out of tune"} {
		err := church.InChurch(t.Context(), f.Pool, at.ID, func(tx pgx.Tx) error {
			rows, err := tx.Query(t.Context(), `select message from visitor_requests`)
			if err != nil {
				return err
			}
			seen, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if !slices.Equal(seen, []string{want}) {
				t.Errorf("%s sees %q", at.Slug, seen)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
