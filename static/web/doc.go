// Package web is the edge that every HTTP handler shares: handlers return errors, and this package alone decides what a
// client gets to see of them.
//
// Read problem.go first (which errors are safe to show, and their statuses), then edge.go (Observe, the outermost
// middleware, and Handle, which runs one handler), respond.go (an error becomes a problem document or an error page),
// writer.go (nothing is written twice), record.go (the access log and the metrics), headers.go (security headers), and
// for pages language.go (interface texts), pages.go (templates) and assets.go (style sheets and modules).
//
// It imports none of the product's other packages: the domain's errors satisfy Problem by their methods.
package web
