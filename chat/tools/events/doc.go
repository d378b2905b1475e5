// Package events has the tools for what is on at a church: what is coming, registration, calendar files.
//
// Read events.go (the tools, and the list), register.go (a registration, within an event's capacity), calendar.go (iCalendar) and
// store.go (the queries).
package events
