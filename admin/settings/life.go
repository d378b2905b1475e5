package settings

import (
	"narthex/admin/access"
	"narthex/chat/church"
)

// list is a table with many rows of a church, each of which is edited as a record.
type list struct {
	name     string // of the table, and in addresses
	singular string // in the keys of texts
	title    string // the field by which people know an item
	rec      record
	// listed is SQL: which rows are shown, and in which order.
	listed string
	// asked and by are the table of what visitors asked of an item, and its column that names the item.
	asked, by string
	check     func(held values, f faults)
}

// listsTold is the tier from which visitors are told what is in the lists: that of the tools which read them. A church of another may
// fill them in before it changes its plan.
const listsTold = church.Pro

// mostItems is how many a list has place for.
const mostItems = 500

func event() table     { return table{name: "events", key: "church_id"} }
func group() table     { return table{name: "groups", key: "church_id"} }
func volunteer() table { return table{name: "volunteer_roles", key: "church_id"} }

func own(t table, name string, k kind) field {
	return field{name: name, table: t, area: access.Volunteers, kind: k}
}

var lists = []list{
	{
		name: "events", singular: "event", title: "title", asked: "event_registrations", by: "event_id",
		listed: "coalesce(ends_at, starts_at) > now() - interval '30 days' order by starts_at, id", check: checkEvent,
		rec: record{
			own(event(), "title", text{longest: 200, required: true}),
			own(event(), "starts_at", moment{required: true}),
			own(event(), "ends_at", moment{}),
			own(event(), "location", text{longest: 300, stays: true}),
			own(event(), "description", text{longest: 4000, area: true, stays: true}),
			own(event(), "takes_registrations", flag{}),
			own(event(), "capacity", number{least: 1, most: 100_000, whole: true}),
			own(event(), "registration_opens_at", moment{}),
			own(event(), "registration_closes_at", moment{}),
			own(event(), "contact_name", text{longest: longestName}),
			own(event(), "contact_email", text{longest: longestAddress, input: "email", check: isMail}),
			own(event(), "is_public", flag{}),
			{name: "cancelled", table: event(), area: access.Volunteers, kind: flag{},
				get: "events.cancelled_at is not null", set: "cancelled_at = case when %s::boolean then coalesce(events.cancelled_at, now()) end"},
		},
	},
	{
		name: "groups", singular: "group", title: "name", asked: "group_join_requests", by: "group_id", listed: "true order by lower(name), id",
		rec: record{
			own(group(), "name", text{longest: 200, required: true}),
			own(group(), "kind", choice{of: []string{"small", "support", "class"}}),
			own(group(), "weekday", choice{of: []string{"0", "1", "2", "3", "4", "5", "6"}, empty: true}),
			own(group(), "meets_at", clock{}),
			own(group(), "schedule", text{longest: 200, stays: true}),
			own(group(), "area", text{longest: 200, stays: true}),
			own(group(), "life_stage", text{longest: 200, stays: true}),
			own(group(), "description", text{longest: 4000, area: true, stays: true}),
			own(group(), "leader_name", text{longest: longestName}),
			own(group(), "leader_email", text{longest: longestAddress, input: "email", check: isMail}),
			own(group(), "capacity", number{most: 100_000, whole: true}),
			own(group(), "is_open", flag{}),
		},
	},
	{
		name: "volunteer_roles", singular: "role", title: "name", asked: "volunteer_signups", by: "role_id", listed: "true order by lower(name), id",
		rec: record{
			own(volunteer(), "name", text{longest: 200, required: true}),
			own(volunteer(), "team", text{longest: 200, stays: true}),
			own(volunteer(), "schedule", text{longest: 200, stays: true}),
			own(volunteer(), "requirements", text{longest: 1000, area: true, stays: true}),
			own(volunteer(), "description", text{longest: 4000, area: true, stays: true}),
			own(volunteer(), "contact_name", text{longest: longestName}),
			own(volunteer(), "contact_email", text{longest: longestAddress, input: "email", check: isMail}),
			own(volunteer(), "places", number{most: 100_000, whole: true}),
			own(volunteer(), "is_open", flag{}),
		},
	},
}

// listNamed is the list whose table has the name.
func listNamed(name string) list {
	for _, l := range lists {
		if l.name == name {
			return l
		}
	}
	panic("there is no list " + name)
}

// checkEvent holds an event's times against one another. Each says its offset, so they are compared as times.
func checkEvent(held values, f faults) {
	if isBefore(held["ends_at"], held["starts_at"]) {
		f.add("ends_at", "before")
	}
	if isBefore(held["registration_closes_at"], held["registration_opens_at"]) {
		f.add("registration_closes_at", "before")
	}
}
