package access

import "slices"

// Role is what somebody does in a church. One may have several.
type Role string

// The roles.
const (
	RoleAdmin       Role = "admin"
	Pastor          Role = "pastor"
	OfficeAdmin     Role = "office_admin"
	PrayerTeam      Role = "prayer_team"
	CareTeam        Role = "care_team"
	Treasurer       Role = "treasurer"
	VolunteerLeader Role = "volunteer_coordinator"
	WorshipLeader   Role = "worship_leader"
)

// Roles are all of them, in the order in which they are offered.
func Roles() []Role {
	return []Role{RoleAdmin, Pastor, OfficeAdmin, PrayerTeam, CareTeam, Treasurer, VolunteerLeader, WorshipLeader}
}

// Area is a part of a church's affairs that is seen or changed as a whole.
type Area string

// The areas.
const (
	Overview      Area = "overview"
	Conversations Area = "conversations" // what visitors wrote, but for crises and confidential prayers
	Calls         Area = "calls"
	Requests      Area = "requests"     // what visitors asked of the church, but for what follows
	Volunteers    Area = "volunteers"   // sign-ups, volunteer roles, groups, events
	Prayers       Area = "prayers"      // prayer requests that may be shared
	Confidential  Area = "confidential" // prayer requests for the pastor and the prayer team
	Care          Area = "care"         // crises, safeguarding, and the conversations around them
	Week          Area = "week"         // this week's sermon, series, verse and announcement
	Knowledge     Area = "knowledge"    // facts, FAQs, documents
	Theology      Area = "theology"     // lens, doctrine, agents
	Safety        Area = "safety"       // crisis message, contacts, words to avoid
	Team          Area = "team"
	Settings      Area = "settings"
	Billing       Area = "billing"
	Audit         Area = "audit" // who changed what
	Data          Area = "data"  // export and deletion of a visitor or the whole church
)

// Areas are all of them.
func Areas() []Area {
	return []Area{
		Overview, Conversations, Calls, Requests, Volunteers, Prayers, Confidential, Care, Week, Knowledge, Theology, Safety, Team, Settings, Billing, Audit, Data,
	}
}

// right is what a role has in one area.
type right struct{ sees, changes []Area }

// table says what each role sees and may change. What may be changed is seen. An admin has all but confidential prayers, which
// are an admin's only while the church has neither pastor nor prayer team in its team: see Admin.StandsIn.
var table = map[Role]right{
	RoleAdmin: {changes: slices.DeleteFunc(Areas(), func(a Area) bool { return a == Confidential })},
	Pastor: {
		changes: []Area{Conversations, Calls, Requests, Volunteers, Prayers, Confidential, Care, Week, Knowledge, Theology, Safety},
		sees:    []Area{Overview, Team, Settings},
	},
	OfficeAdmin: {
		changes: []Area{Calls, Requests, Volunteers, Week, Knowledge},
		sees:    []Area{Overview, Conversations, Settings},
	},
	PrayerTeam:      {changes: []Area{Prayers, Confidential}},
	CareTeam:        {changes: []Area{Care, Prayers}},
	Treasurer:       {changes: []Area{Billing}, sees: []Area{Overview}},
	VolunteerLeader: {changes: []Area{Volunteers}},
	WorshipLeader:   {changes: []Area{Week}},
}

// changes reports whether the role may change what is in the area.
func (r Role) changes(area Area) bool { return slices.Contains(table[r].changes, area) }

// sees reports whether the role sees what is in the area.
func (r Role) sees(area Area) bool { return r.changes(area) || slices.Contains(table[r].sees, area) }
