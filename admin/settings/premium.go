package settings

import "narthex/admin/access"

// Lengths of texts, in characters.
const (
	longestName    = 120
	longestTitle   = 200
	longestText    = 2000
	longestAddress = 254
	longestURL     = 2000
)

// premium is what PATCH /api/premium/update changes: exactly these fields of the premium record and of the voice agent.
var premium = record{
	{name: "custom_hours", table: premiums, area: access.Knowledge, kind: week{}},
	{name: "custom_staff", table: premiums, area: access.Knowledge, kind: rows{100, []part{
		{"name", text{longest: longestName, required: true}}, {"title", text{longest: longestName}},
		{"bio", text{longest: longestText, area: true}}, {"photo_url", text{longest: longestURL, input: "url", check: isPicture}},
	}}},
	{name: "custom_ministries", table: premiums, area: access.Knowledge, kind: rows{100, []part{
		{"name", text{longest: longestName, required: true}}, {"description", text{longest: longestText, area: true}},
	}}},
	{name: "what_to_expect", table: premiums, area: access.Knowledge, kind: object{[]part{
		{"dress_code", text{longest: longestText, area: true}}, {"parking", text{longest: longestText, area: true}},
		{"children", text{longest: longestText, area: true}}, {"first_visit", text{longest: longestText, area: true}},
		{"music_style", text{longest: longestText, area: true}}, {"service_length", text{longest: longestText, area: true}},
	}}},
	{name: "custom_name", table: premiums, area: access.Knowledge, kind: text{longest: longestName}},

	{name: "sermon_topic", table: voices, area: access.Week, kind: text{longest: longestTitle}},
	{name: "sermon_series", table: voices, area: access.Week, kind: text{longest: longestTitle}},
	{name: "theme_verse", table: voices, area: access.Week, kind: text{longest: 500, area: true}},
	{name: "weekly_announcement", table: voices, area: access.Week, kind: text{longest: longestText, area: true}},

	{name: "notification_email", table: voices, area: access.Settings, kind: text{longest: longestAddress, input: "email", check: isMail}},
	{name: "notification_phone", table: voices, area: access.Settings, kind: text{longest: 40, input: "tel", check: isCalled}},
	{name: "pastor_name", table: voices, area: access.Knowledge, kind: text{longest: longestName}},
	{name: "voice_id", table: voices, area: access.Settings, kind: choice{of: []string{"warm", "calm", "random"}, empty: true}},
	{name: "welcome_greeting", table: voices, area: access.Settings, kind: text{longest: 500, area: true}},
	{name: "pastor_availability_text", table: voices, area: access.Knowledge, kind: text{longest: 1000, area: true}},
	{name: "giving_url", table: voices, area: access.Knowledge, kind: text{longest: longestURL, input: "url", check: isPage}},
	{name: "calendar_app_id", table: voices, area: access.Settings, kind: text{longest: longestTitle}},
	{name: "calendar_enabled", table: voices, area: access.Settings, kind: flag{}},
	{name: "scheduling_event_type_id", table: voices, area: access.Settings, kind: text{longest: longestTitle}},
}
