package settings

import "narthex/admin/access"

// general is what PATCH /api/admin/settings changes: what an admin sets beside the fields of premium.
var general = record{
	{name: "prayer_requests_enabled", table: voices, area: access.Settings, kind: flag{}, get: "coalesce(church_voice_agents.prayer_requests_enabled, true)"},
	{name: "visitor_intake_enabled", table: voices, area: access.Settings, kind: flag{}, get: "coalesce(church_voice_agents.visitor_intake_enabled, true)"},
	{name: "callback_scheduling_enabled", table: voices, area: access.Settings, kind: flag{}, get: "coalesce(church_voice_agents.callback_scheduling_enabled, true)"},
	{name: "transcript_enabled", table: voices, area: access.Settings, kind: flag{}, get: "coalesce(church_voice_agents.transcript_enabled, true)"},
	{name: "escalation_contact_name", table: voices, area: access.Settings, kind: text{longest: longestName}},
	{name: "escalation_when", table: voices, area: access.Settings, kind: text{longest: 500, area: true}},
	{name: "pastor_availability", table: voices, area: access.Knowledge, kind: week{ranges: true}},

	{name: "pastor_away", table: voices, area: access.Knowledge, kind: spans{rows{60, []part{
		{"from", date{required: true}}, {"to", date{}}, {"reason", text{longest: longestTitle}},
	}}}},

	{name: "special_days", table: premiums, area: access.Knowledge, kind: specialDays{spans{rows{60, []part{
		{"from", date{required: true}}, {"to", date{}}, {"kind", choice{of: []string{"instead", "besides", "no_services", "office_closed", "closed"}}},
		{"name", text{longest: longestName}}, {"times", text{longest: 1000, area: true}}, {"note", text{longest: 500, area: true}},
	}}}}},
	{name: "sermon_until", table: voices, area: access.Week, kind: lastDay{}, get: "coalesce(church_voice_agents.sermon_until::text, '')", set: "sermon_until = nullif(%s::text, '')::date"},
	{name: "announcement_until", table: voices, area: access.Week, kind: lastDay{}, get: "coalesce(church_voice_agents.announcement_until::text, '')", set: "announcement_until = nullif(%s::text, '')::date"},

	{name: "accent_color", table: premiums, area: access.Settings, kind: text{longest: 7, small: true, check: isColour}},
	{name: "photo", table: churches, area: access.Settings, listing: true, kind: text{longest: longestURL, input: "url", check: isPicture}},
	{name: "photo_alt", table: churches, area: access.Settings, listing: true, kind: text{longest: longestTitle}},
	{name: "name", table: churches, area: access.Settings, listing: true, kind: text{longest: longestName, required: true}},
	{name: "website", table: churches, area: access.Settings, listing: true, kind: text{longest: longestURL, input: "url", check: isPage}},
	{name: "address", table: churches, area: access.Settings, listing: true, kind: text{longest: longestTitle}},
	{name: "city", table: churches, area: access.Settings, listing: true, kind: text{longest: longestName}},
	{name: "state", table: churches, area: access.Settings, listing: true, kind: text{longest: longestName}},
	{name: "postal_code", table: churches, area: access.Settings, listing: true, kind: text{longest: 20}},
	{name: "country", table: churches, area: access.Settings, listing: true, kind: nation{}},
	{name: "phone", table: churches, area: access.Settings, listing: true, kind: text{longest: 40, input: "tel", check: isPhone}},
	{name: "email", table: churches, area: access.Settings, listing: true, kind: text{longest: 254, input: "email", check: isMail}},
	{name: "timezone", table: churches, area: access.Settings, kind: text{longest: 64, required: true, check: isZone}},
	{name: "language", table: churches, area: access.Settings, kind: choice{of: []string{"en", "es"}}},
	{name: "daily_budget_usd", table: assistants, area: access.Settings, kind: number{most: 10_000},
		get: "organization_settings.chatbot_config -> 'daily_budget_usd'",
		set: "chatbot_config = (chatbot_config - 'daily_budget_usd') || jsonb_strip_nulls(jsonb_build_object('daily_budget_usd', %s::numeric))"},
}
