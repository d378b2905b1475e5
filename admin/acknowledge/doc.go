// Package acknowledge is the page on which somebody who was told of a crisis says that they have it. The link in their mail
// or text message is all that is needed: no password, no dashboard.
//
// Following the link does nothing but show a button, because mail servers, telephones and virus scanners follow links before
// people do. Only the tap acknowledges, and only the first one counts. What the visitor wrote is shown after the tap.
//
// Read routes.go (which links are good, and what is answered), store.go (what is noted), metrics.go and waiting.go (what
// operators see of those that nobody has acknowledged).
package acknowledge
