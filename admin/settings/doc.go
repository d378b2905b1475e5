// Package settings is what an admin keeps right by filling in forms: the church's facts, this week, how the church is reached, and
// what goes on in it (events, groups, volunteer roles).
//
// Read kind.go (what a field may hold, and how it is checked), then text.go, country.go, structured.go, moment.go, span.go and lines.go (the kinds), record.go
// (fields that are stored together), premium.go, general.go and life.go (which fields there are), version.go, parts.go and merge.go
// (two admins at once), store.go and items.go (the SQL), request.go, update.go and lists.go (the API), control.go, shown.go, form.go and
// pages.go (the pages).
//
// Everything is checked against what is stored, not against what a form was filled with: a version says, for each field that
// somebody was shown, and each day or text of one, what it held. A field that nobody else has changed meanwhile is written; one that
// somebody else has changed to something else is refused with what it holds now; and one that the reader left as it was is left
// alone. So two people can work on the same page, and neither undoes what the other did.
package settings
