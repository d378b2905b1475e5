// Package intake has the tools that pass on a visitor's request to the people of a church.
//
// Read submission.go (a request of what the visitor said), then the families: visitor.go (contact data, visits, prayer, calls, messages),
// care.go (need), formation.go (baptism, membership, a mentor), office.go (rooms, giving statements), appointments.go (the pastor's
// hours).
package intake
