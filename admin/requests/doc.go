// Package requests is where a church sees what visitors asked of it through the assistant, and notes what it does about that: the
// tabs Requests and Care.
//
// What the assistant's tools wrote stands in five tables; it is one list here. Who sees a row follows from its area (admin/access),
// and it is the same rule in the list, its count, the search, the export and the page of one: request.go. What was asked in a
// conversation in which somebody was accused who serves at the church is in none of them, whoever looks: whoever is accused may
// have a login. It goes to the church's safeguarding contact (admin/notify, safeguarding.go).
//
// Read request.go first, then list.go, change.go, flood.go and undelivered.go (the store), then routes.go, pages.go, onepage.go, export.go,
// delete.go and care.go.
package requests
