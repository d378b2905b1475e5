// Package drafts keeps changes to Training that visitors do not see yet, until they are published all at once: Training, and there the
// bar at the top of each page.
//
// A church has one draft at most. Who works in it uses the same pages and the same addresses as anybody else: Entry gives their requests
// a context that carries an overlay (church.Overlay), in which the draft's changes are made, the handler does what it always does, with
// all its checks, and everything is undone again. What the handler changed is noted as the draft's. So nothing is decided here about what
// may be written, and a draft that is tried out (simulator, regression set) is what visitors will get.
//
// A draft notes what stands in a place and what is to stand there, not what was asked for. When it is published, a place that holds
// something else by then is a conflict, which somebody decides.
//
// Read change.go (what a draft consists of), field.go (which places there are, and whose they are), place.go and faq.go (how they are
// read and written), overlay.go (a request in a draft), publish.go, store.go; then entry.go (which requests work in a draft) and
// routes.go with pages.go.
package drafts
