// Package ownership settles whose a listed church is that was claimed: whoever signed up with an address of the church's own says so by
// the link that was mailed there, or whoever reads the listed address does, or the founder approves or rejects; each with one tap. The
// first decision stands. Once it is certain, what the sign-up says of the church goes into its listing.
//
// Read link.go (what a link says), store.go (the decision) and routes.go (the page).
package ownership
