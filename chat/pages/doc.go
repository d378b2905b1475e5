// Package pages serves the pages that visitors see.
//
// Read routes.go (what there is) and handler.go (whose pages they are), then care.go (the way in: what the assistant can do)
// with frontage.go and lens.go, offline.go (where it does not answer), directory.go with schedule.go and jsonld.go (what is
// known of any church), chat.go (the chat page: who gets it, and what it says), previews.go (who sees both before visitors do), contact.go and place.go (how and where a
// church is reached), emergency.go (whom to call when it cannot wait), and calendar.go (an event as a file). theme.go,
// palette.go and colour.go make a church's own colour readable. widget.go begins what other sites show. The templates,
// modules and texts are in static; the conversation itself goes to package chat.
package pages
