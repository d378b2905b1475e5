package drafts

import (
	"strings"

	"narthex/admin/access"
)

// faqTarget is that of FAQs, whose unit is the whole FAQ: its author sees and changes it as a whole.
const faqTarget = "faq"

// table has one row for each church.
type table struct {
	name, key string // the key is the column that names the church
	fields    []field
}

// field is a column that a draft may change.
type field struct {
	column string
	area   access.Area
	// keys: the column is an object whose keys are each changed by themselves; only: one of them alone.
	keys bool
	only string
}

// tables are all, in the order in which they are locked and written: that of the handlers. What is not named here cannot be drafted.
var tables = []table{
	{"churches", "id", nil},
	{"premium_churches", "church_id", fieldsOf(access.Knowledge, "custom_hours", "special_days", "custom_staff", "custom_ministries", "what_to_expect", "custom_name")},
	{voices, "church_id", append(append(
		fieldsOf(access.Week, "sermon_topic", "sermon_series", "theme_verse", "sermon_until", "weekly_announcement", "announcement_until"),
		fieldsOf(access.Knowledge, "pastor_name", "pastor_availability_text", "giving_url", "pastor_availability", "pastor_away")...),
		fieldsOf(access.Safety, "crisis_message", "crisis_blessing")...)},
	{"organization_settings", "organization_id", []field{
		{column: "agent_config", area: access.Theology},
		{column: "agent_tool_config", area: access.Theology},
		{column: "doctrinal_overrides", area: access.Theology, keys: true},
		{column: "chatbot_config", area: access.Safety, keys: true, only: "words_to_avoid"},
		{column: "chatbot_config", area: access.Theology, keys: true, only: "lens_texts"},
	}},
	{lenses, "church_id", fieldsOf(access.Theology, "theological_lens_id")},
}

// voices has no row for a church that has never had a telephone, or said anything that stands there.
const voices = "church_voice_agents"

// lenses has no row for a church that leaves its lens to its denomination.
const lenses = "church_theological_lenses"

func fieldsOf(area access.Area, columns ...string) (fields []field) {
	for _, column := range columns {
		fields = append(fields, field{column: column, area: area})
	}
	return fields
}

// areaOf is the area of a place.
func areaOf(target, name string) access.Area {
	column, key, _ := strings.Cut(name, "/")
	for _, t := range tables {
		for _, f := range t.fields {
			if t.name == target && f.column == column && (f.only == "" || f.only == key) {
				return f.area
			}
		}
	}
	return access.Knowledge // of FAQs
}

// Areas are those in which something can be drafted.
func Areas() []access.Area {
	return []access.Area{access.Week, access.Knowledge, access.Theology, access.Safety}
}
