// Package scripture has the Bible's text in public-domain editions, finds passages in it by reference ("1 Cor 13:4-7",
// "Salmo 23"), and keeps, as data, passages for times of need and reading plans.
//
// Nothing is fetched from anywhere: the editions are in text/ (text/SOURCES.md says where they come from) and a book is
// unpacked when it is first asked for, about 0.3 MB for the largest. All books of both editions together take about 12 MB
// and stay. Everything is safe for concurrent use.
//
// Read in this order: book.go and edition.go (what there is), reference.go and parse.go (what may be asked for),
// passage.go (what is given), comfort.go with comfort.yaml, plan.go with plans.yaml, plan_made.go (plans that are
// computed) and suggest.go.
package scripture
