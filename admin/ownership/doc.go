// Package ownership settles whose a listed church is that was claimed without proof: the founder approves or rejects with one tap
// on a link in a mail, or whoever reads the listed address confirms. The first decision stands.
//
// Read link.go (what a link says), store.go (the decision) and routes.go (the page).
package ownership
