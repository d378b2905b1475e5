package church_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"narthex/chat/church"
)

func TestSnapshotHoldsAllThatAChurchHasConfigured(t *testing.T) {
	f := setup(t)
	id := uuid.Must(uuid.NewV7())
	f.exec(`
		insert into churches (id, slug, name, denomination, address, city, state, postal_code, country, latitude, longitude,
		                      phone, email, website, photo, photo_alt, timezone, language)
		values ($1, 'st-ann', 'Saint Ann', 'Roman Catholic', '1 Main St', 'Galway', 'Connacht', 'H91', 'IE', 53.27, -9.05,
		        '+353 91 555 0100', 'office@example.org', 'https://example.org', '/ann.jpg', 'The tower', 'Europe/Dublin', 'en')`, id)
	f.exec(`
		insert into premium_churches (church_id, status, plan, channel, care_enabled, chatbot_enabled,
		                              conversation_months, custom_name, accent_color, custom_hours, custom_staff, custom_ministries, what_to_expect)
		values ($1, 'past_due', 'pro_both', 'both', true, true, 7, ' St Ann''s ', '#7a1f3d',
		        '{"Sunday": ["10:30 AM Sung Mass"], "saturday": ["18:30 Vigil Mass"]}',
		        '[{"name": "Fr Brendan Daly", "title": "Parish priest", "bio": "Here since 2011.", "photo_url": "/b.jpg"}]',
		        '[{"name": "Choir", "description": "Thursdays"}]',
		        '{"dress_code": "Come as you are", "parking": "Behind the hall", "children": "Cry room",
		          "first_visit": "Ask a steward", "music_style": "Organ", "service_length": "55 minutes"}')`, id)
	f.exec(`
		insert into church_voice_agents (church_id, status, notification_email, notification_phone, pastor_name, voice_id, welcome_greeting,
			pastor_availability_text, pastor_availability, giving_url, calendar_app_id, calendar_enabled, scheduling_event_type_id,
			sermon_topic, sermon_series, theme_verse, weekly_announcement, visitor_intake_enabled, carrier_phone_number,
			assistant_phone_number, crisis_message, crisis_blessing, escalation_contact_name, escalation_when,
			safeguarding_name, safeguarding_phone, safeguarding_email)
		values ($1, 'active', 'care@example.org', '+353871234567', 'Fr Brendan', 'warm', 'Dia duit', 'Mornings',
			'{"monday": ["09:00-12:00"]}', 'https://give.example.org', 'cal', true, '42', 'Hope', 'Advent', 'Luke 1:46', 'Bazaar on Friday', false,
			'+353915550101', '+353915550102', 'You are not alone.', 'God keep you.', 'Sr Mary', 'always',
			'Grainne Joyce', '+353915550103', 'safe@example.org')`, id)
	f.exec(`
		insert into organization_settings (organization_id, agent_config, agent_tool_config, doctrinal_overrides)
		values ($1, '{"care": {"personality": {"warmth": 2}, "handoff_rules": ["When asked", "In grief"]}, "stewardship": {"enabled": false}}',
		        '{"plan_visit": false}', '{"music": "We sing in Irish too."}')`, id)
	f.exec(`insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)`, id)
	f.exec(`insert into widget_origins (church_id, origin) values ($1, 'https://youth.example.org'), ($1, 'https://*.example.com')`, id)
	f.exec(`insert into product_knowledge (priority, topic, question, answer) values (2, 'b', 'Second?', 'Two'), (1, 'a', 'First?', 'One')`)
	faq := f.faq(id, "Is there parking?", `{"embedder": "test-embedder", "faq_category": "visit", "visibility": "public", "exact_response": true}`)
	dublin, err := time.LoadLocation("Europe/Dublin")
	if err != nil {
		t.Fatal(err)
	}
	latitude, longitude := 53.27, -9.05

	got := newStore(t, f.Pool, church.Config{}).snapshot(id)

	want := &church.Snapshot{
		ID: id, Slug: "st-ann", Name: "St Ann's", DirectoryName: "Saint Ann",
		Address: church.Address{Street: "1 Main St", City: "Galway", State: "Connacht", PostalCode: "H91", Country: "IE",
			Latitude: &latitude, Longitude: &longitude},
		Phone: "+353 91 555 0100", Email: "office@example.org", Website: "https://example.org",
		Denomination: "Roman Catholic", Photo: "/ann.jpg", PhotoAlt: "The tower", Accent: "#7a1f3d", Location: dublin, Language: "en",
		Plan: church.ProBoth, Status: church.PastDue, CareEnabled: true, ChatbotEnabled: true, KeepMonths: 7,
		Hours: church.Hours{
			time.Sunday:   {{Start: 630, Label: "Sung Mass", Text: "10:30 AM Sung Mass"}},
			time.Saturday: {{Start: 1110, Label: "Vigil Mass", Text: "18:30 Vigil Mass"}},
		},
		Staff:      []church.StaffMember{{Name: "Fr Brendan Daly", Title: "Parish priest", Bio: "Here since 2011.", PhotoURL: "/b.jpg"}},
		Ministries: []church.Ministry{{Name: "Choir", Description: "Thursdays"}},
		Expect: church.WhatToExpect{DressCode: "Come as you are", Parking: "Behind the hall", Children: "Cry room",
			FirstVisit: "Ask a steward", MusicStyle: "Organ", ServiceLength: "55 minutes"},
		PastorName:             "Fr Brendan",
		PastorAvailability:     church.Hours{time.Monday: {{Start: 540, End: 720, Text: "09:00-12:00"}}},
		PastorAvailabilityText: "Mornings",
		GivingURL:              "https://give.example.org", SermonTopic: "Hope", SermonSeries: "Advent", ThemeVerse: "Luke 1:46",
		WeeklyAnnouncement: "Bazaar on Friday", WelcomeGreeting: "Dia duit",
		CrisisMessage: "You are not alone.", CrisisBlessing: "God keep you.",
		Safeguarding:      church.Safeguarding{Name: "Grainne Joyce", Phone: "+353915550103", Email: "safe@example.org"},
		NotificationEmail: "care@example.org", NotificationPhone: "+353871234567",
		Scheduling: church.Scheduling{CalendarEnabled: true, CalendarAppID: "cal", EventTypeID: "42"},
		Intake:     church.Intake{PrayerRequests: true, Visitors: false, Callbacks: true},
		Voice: church.Voice{Status: church.VoiceActive, PersonaID: "warm", CarrierNumber: "+353915550101", AssistantNumber: "+353915550102", Transcript: true,
			EscalationContact: "Sr Mary", EscalationWhen: "always"},
		Agents: map[church.Agent]church.AgentConfig{
			church.Care: {Enabled: true, Personality: church.Personality{Tone: "gentle and unhurried", Warmth: 2},
				HandoffRules: []string{"When asked", "In grief"}},
			church.Coordinator:  {Enabled: true, Personality: church.Personality{Tone: "friendly and clear", Warmth: 4}},
			church.Discipleship: {Enabled: true, Personality: church.Personality{Tone: "encouraging and thoughtful", Warmth: 4}},
			church.Stewardship:  {Enabled: false, Personality: church.Personality{Tone: "grateful and plain-spoken", Warmth: 3}},
		},
		Tools:     map[string]bool{"plan_visit": false},
		Overrides: []church.Rule{{Topic: "music", Position: "We sing in Irish too."}},

		WidgetOrigins: []string{"https://*.example.com", "https://youth.example.org"},
		Lens: church.Lens{ID: 4, Slug: "catholic", Name: "Catholic", Description: "In communion with Rome.",
			Vocabulary: []church.Term{{Term: "Mass", Gloss: "the Eucharistic liturgy", InsteadOf: "service"}}},
		LensSource: church.LensStored,
		Doctrine: []church.Rule{
			{Topic: "eucharist", Position: "Christ is truly present.", Forbidden: []string{"mere symbol", "just bread"}},
			{Topic: "saints", Position: "We ask the saints to pray with us.", Forbidden: []string{"saint worship"}},
		},
		FAQs: []church.FAQ{{ID: faq, Question: "Is there parking?", Answer: "Answer to Is there parking?", Category: "visit",
			Language: "en", Exact: true, QuestionEmbedding: church.NewEmbedding(vector(0.5).Slice())}},
		ProductKnowledge: []church.ProductEntry{{Topic: "a", Question: "First?", Answer: "One"}, {Topic: "b", Question: "Second?", Answer: "Two"}},
		// One for each row that changed it: the church, its four rows, the FAQ; the lens with two rules, two families and denominations
		// (see setup), two entries of product knowledge.
		Epoch: 6 + 3 + 6,
		// Those of reference data, and of the lenses that are not its own.
		ReferenceEpoch: 3 + 6 + 3,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }), cmpopts.IgnoreUnexported(church.Snapshot{}), cmp.AllowUnexported(church.Embedding{})); diff != "" {
		t.Errorf("snapshot (-want +got):\n%s", diff)
	}
}

func TestLensIsTheStoredOneThenTheDenominationsThenTheDefault(t *testing.T) {
	f := setup(t)
	s := newStore(t, f.Pool, church.Config{})
	tests := []struct {
		name         string
		denomination any
		stored       int
		want         int
		source       church.LensSource
	}{
		{"stored beats the denomination", "Roman Catholic", 12, 12, church.LensStored},
		{"denomination by name", "Roman Catholic", 0, 4, church.LensFromDenomination},
		{"denomination by key in another case, with blanks", " SOUTHERN_baptist ", 0, 12, church.LensFromDenomination},
		{"free text", "Something of our own", 0, 10, church.LensDefault},
		{"no denomination", nil, 0, 10, church.LensDefault},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id := f.subscriber(fmt.Sprint("lens-", i), "starter_chat")
			f.exec(`update churches set denomination = $2 where id = $1`, id, tt.denomination)
			if tt.stored != 0 {
				f.exec(`insert into church_theological_lenses (church_id, theological_lens_id) values ($1, $2)`, id, tt.stored)
			}
			got := s.snapshot(id)
			if got.Lens.ID != tt.want || got.Lens.Name == "" || got.LensSource != tt.source {
				t.Errorf("lens %d %q from %q; want %d from %q", got.Lens.ID, got.Lens.Name, got.LensSource, tt.want, tt.source)
			}
		})
	}

	t.Run("the family decides for a church of none of its denominations", func(t *testing.T) {
		id := f.subscriber("by-family", "starter_chat")
		f.exec(`update churches set denomination = 'House of Bread', church_family = 'catholic' where id = $1`, id)
		if got := s.snapshot(id); got.Lens.ID != 4 || got.LensSource != church.LensFromDenomination || got.Denomination != "House of Bread" {
			t.Errorf("lens %d from %q, %q", got.Lens.ID, got.LensSource, got.Denomination)
		}
	})

	t.Run("a denomination stored by its key is told by its name", func(t *testing.T) {
		id := f.subscriber("by-key", "starter_chat")
		f.exec(`update churches set denomination = 'southern_baptist' where id = $1`, id)
		if got := s.snapshot(id).Denomination; got != "Southern Baptist" {
			t.Errorf("%q", got)
		}
	})

	t.Run("a catalogue without the default still serves the church", func(t *testing.T) {
		id := f.subscriber("no-lens", "starter_chat")
		f.exec(`delete from theological_lenses where id = 10`)
		if got := newStore(t, f.Pool, church.Config{}).snapshot(id); got.Lens.ID != church.DefaultLens || len(got.Doctrine) != 0 {
			t.Errorf("lens %+v, doctrine %v", got.Lens, got.Doctrine)
		}
	})
}

func TestLensOverrideCountsAtDemonstrationChurchesOnly(t *testing.T) {
	f := setup(t)
	demo, real := f.subscriber("demo", "suite_both"), f.subscriber("real", "suite_both")
	f.exec(`update churches set is_demo = true where id = $1`, demo)
	s := newStore(t, f.Pool, church.Config{})
	tests := []struct {
		church         uuid.UUID
		override, name string
		want           int
		source         church.LensSource
	}{
		{demo, "4", "", 4, church.LensOverridden},
		{demo, "catholic", "", 4, church.LensOverridden},
		{demo, "", "BAPTIST", 12, church.LensOverridden},
		{demo, "99", "Catholic", 4, church.LensOverridden},
		{demo, "no such lens", "", 10, church.LensDefault},
		{demo, "", "", 10, church.LensDefault},
		{real, "4", "Catholic", 10, church.LensDefault},
	}
	for _, tt := range tests {
		snapshot := s.snapshot(tt.church)
		got, source := snapshot.ResolveLens(tt.override, tt.name)
		if got.Lens.ID != tt.want || source != tt.source {
			t.Errorf("%s: ResolveLens(%q, %q) = lens %d from %q; want %d from %q",
				snapshot.Slug, tt.override, tt.name, got.Lens.ID, source, tt.want, tt.source)
		}
		if tt.want == 4 && len(got.Doctrine) != 2 {
			t.Errorf("%s: the overriding lens comes with %d rules; want its 2", snapshot.Slug, len(got.Doctrine))
		}
	}
	if len(s.snapshot(real).Catalogue) != 0 {
		t.Error("a real church carries the catalogue")
	}
}

func TestAgentsArePlanDefaultsMergedWithTheChurchsSettings(t *testing.T) {
	f := setup(t)
	s := newStore(t, f.Pool, church.Config{})
	tests := []struct {
		name, plan, config string
		active             string
	}{
		{"starter", "starter_chat", `{}`, "care coordinator"},
		{"pro", "pro_chat", `{}`, "care coordinator discipleship stewardship"},
		{"suite", "suite_both", `{}`, "care coordinator discipleship stewardship"},
		{"switched off", "pro_chat", `{"care": {"enabled": false}, "stewardship": {"enabled": false}}`, "coordinator discipleship"},
		{"never beyond the plan", "starter_both", `{"discipleship": {"enabled": true}, "stewardship": {"enabled": true}}`, "care coordinator"},
		{"settings without enabled leave the default", "pro_chat", `{"care": {"handoff_rules": "call"}}`, "care coordinator discipleship stewardship"},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id := f.subscriber(fmt.Sprint("agents-", i), tt.plan)
			f.exec(`insert into organization_settings (organization_id, agent_config) values ($1, $2)`, id, tt.config)
			snapshot := s.snapshot(id)
			if got := strings.Trim(fmt.Sprint(snapshot.ActiveAgents()), "[]"); got != tt.active {
				t.Errorf("active agents %q; want %q", got, tt.active)
			}
			if len(snapshot.Agents) != 4 {
				t.Errorf("%d agents configured; want all 4, active or not", len(snapshot.Agents))
			}
		})
	}
}

func TestAChurchsOwnDailyBudget(t *testing.T) {
	f := setup(t)
	s := newStore(t, f.Pool, church.Config{})
	for config, want := range map[string]int64{ // -1: the platform's usual
		`{}`:                                  -1,
		`{"daily_budget_usd": null}`:          -1,
		`{"daily_budget_usd": 2.5}`:           2_500_000,
		`{"daily_budget_usd": "0.1"}`:         100_000,
		`{"daily_budget_usd": 0}`:             0,
		`{"daily_budget_usd": 0.0000001}`:     0,
		`{"daily_budget_usd": 100000}`:        100_000_000_000,
		`{"daily_budget_usd": -1}`:            -1,
		`{"daily_budget_usd": 100001}`:        -1,
		`{"daily_budget_usd": "1e300"}`:       -1,
		`{"daily_budget_usd": "NaN"}`:         -1,
		`{"daily_budget_usd": "a lot"}`:       -1,
		`{"daily_budget_usd": [5]}`:           -1,
		`{"daily_budget_usd": {"amount": 5}}`: -1,
	} {
		id := f.subscriber("budget-"+uuid.NewString(), "pro_chat")
		f.exec(`insert into organization_settings (organization_id, chatbot_config) values ($1, $2)`, id, config)
		got := int64(-1)
		if own := s.snapshot(id).DailyBudget; own != nil {
			got = *own
		}
		if got != want {
			t.Errorf("%s: %d, want %d", config, got, want)
		}
	}
}

func TestMalformedColumnsCostOnlyTheirBadItems(t *testing.T) {
	f := setup(t)
	id := f.subscriber("odd", "pro_chat")
	f.exec(`update churches set timezone = 'Mars/Olympus' where id = $1`, id)
	f.exec(`
		update premium_churches set
			custom_hours = '{"sunday": "9 AM Worship", "monday": 7, "tuesday": [{"from": 9}, "10 AM Office"], "blursday": ["1 PM"]}',
			custom_staff = '[{"title": "nobody"}, "Ann", {"name": "  Bea  ", "title": 3, "bio": ["x"]}, null]',
			custom_ministries = '[{"name": ""}, 5, {"name": "Choir"}]',
			what_to_expect = '{"parking": {"lot": "A"}, "children": "Nursery", "dress_code": null}'
		where church_id = $1`, id)
	f.exec(`
		insert into organization_settings (organization_id, agent_config, agent_tool_config, doctrinal_overrides)
		values ($1, '{"care": {"enabled": "no idea", "personality": {"warmth": 11, "tone": []}, "handoff_rules": {"x": 1}},
		              "coordinator": "off", "wizard": {"enabled": true}, "stewardship": {"enabled": "false", "personality": {"warmth": "2"},
		              "handoff_rules": "First rule\n\nSecond rule"}}',
		        '{"plan_visit": "true", "leave_message": [], "get_directions": false}',
		        '{"hell": 5, "music": ["a"], "women": " Ordained. ", "rapture": {"position": " We hope. ", "never": ["left behind", 7, " "]}, "empty": {"never": []}, "odd": {"never": {"x": 1}}}')`, id)
	f.exec(`update organization_settings set chatbot_config = '{"words_to_avoid": ["sinner''s prayer", "", ["x"]], "daily_budget_usd": "much"}' where organization_id = $1`, id)
	s := newStore(t, f.Pool, church.Config{})

	got := s.snapshot(id)

	if got.Location != time.UTC {
		t.Errorf("location %v; want UTC for an unknown time zone", got.Location)
	}
	want := church.Hours{
		time.Sunday:  {{Start: 540, Label: "Worship", Text: "9 AM Worship"}},
		time.Tuesday: {{Start: 600, Label: "Office", Text: "10 AM Office"}},
	}
	if diff := cmp.Diff(want, got.Hours); diff != "" {
		t.Errorf("hours (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]church.StaffMember{{Name: "Bea", Title: "3"}}, got.Staff); diff != "" {
		t.Errorf("staff (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]church.Ministry{{Name: "Choir"}}, got.Ministries); diff != "" {
		t.Errorf("ministries (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(church.WhatToExpect{Children: "Nursery"}, got.Expect); diff != "" {
		t.Errorf("what to expect (-want +got):\n%s", diff)
	}
	care := church.AgentConfig{Enabled: true, Personality: church.Personality{Tone: "gentle and unhurried", Warmth: 5}}
	if diff := cmp.Diff(care, got.Agents[church.Care]); diff != "" {
		t.Errorf("care (-want +got):\n%s", diff)
	}
	stewardship := church.AgentConfig{Personality: church.Personality{Tone: "grateful and plain-spoken", Warmth: 2},
		HandoffRules: []string{"First rule", "Second rule"}}
	if diff := cmp.Diff(stewardship, got.Agents[church.Stewardship]); diff != "" {
		t.Errorf("stewardship (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]bool{"plan_visit": true, "get_directions": false}, got.Tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	overrides := []church.Rule{{Topic: "hell", Position: "5"}, {Topic: "rapture", Position: "We hope.", Forbidden: []string{"left behind", "7"}}, {Topic: "women", Position: "Ordained."}}
	if diff := cmp.Diff(overrides, got.Overrides); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append(overrides, church.Rule{Forbidden: []string{"sinner's prayer"}}), got.RulesOfItsOwn()); diff != "" {
		t.Errorf("rules of its own (-want +got):\n%s", diff)
	}

	reported := s.metric("narthex_church_malformed_total", "")
	if reported == 0 || s.metric("narthex_church_malformed_total", "custom_hours") != 3 {
		t.Errorf("%v problems reported, %v of custom_hours; want some, and 3", reported, s.metric("narthex_church_malformed_total", "custom_hours"))
	}
	s.listen() // outdates what is cached
	s.snapshot(id)
	if again := s.metric("narthex_church_malformed_total", ""); again != reported || s.loads() != 2 {
		t.Errorf("%v problems reported after %v loads; want the same %v", again, s.loads(), reported)
	}
}

func TestServedNeedsAnActiveSubscriptionAChatPlanAndTheChatbot(t *testing.T) {
	tests := []struct {
		name   string
		church *church.Snapshot
		want   bool
	}{
		{"active", &church.Snapshot{Status: church.Active, Plan: church.StarterChat, ChatbotEnabled: true}, true},
		{"both channels", &church.Snapshot{Status: church.Active, Plan: church.SuiteBoth, ChatbotEnabled: true}, true},
		{"voice only", &church.Snapshot{Status: church.Active, Plan: church.ProVoice, ChatbotEnabled: true}, true},
		{"chatbot off", &church.Snapshot{Status: church.Active, Plan: church.ProChat}, false},
		{"past due", &church.Snapshot{Status: church.PastDue, Plan: church.ProChat, ChatbotEnabled: true}, false},
		{"canceled", &church.Snapshot{Status: church.Canceled, Plan: church.ProChat, ChatbotEnabled: true}, false},
		{"paused", &church.Snapshot{Status: church.Paused, Plan: church.ProChat, ChatbotEnabled: true}, false},
		{"unknown plan", &church.Snapshot{Status: church.Active, ChatbotEnabled: true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.church.Served(); got != tt.want {
				t.Errorf("Served = %v; want %v", got, tt.want)
			}
		})
	}
}
