// Package access says who an admin is, and what they see and may change.
//
// An admin follows a link, /admin/<token>, and gets a session in its place: a cookie for 30 days from the last visit, which can be
// ended. The token of the church itself (premium_churches.admin_token) is its first admin's; others have links of their own. A link
// is not used up, so that a mail scanner that follows it takes nothing away; the session that the scanner gets ends after an hour
// in which it did nothing. A person's does something at their first touch, key or movement (static/assets/js/admin.js). Programs
// name the church's token with each request, as Authorization: Bearer.
//
// Read role.go first (the table of roles and areas), then admin.go, guard.go (what other packages put before their routes),
// routes.go and enter.go (from the link to the session), and store.go.
package access
