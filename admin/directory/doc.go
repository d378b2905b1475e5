// Package directory is where churches are found that one does not know the address of: /churches, searched by name, place and denomination.
//
// Every church of the table stands in it, subscribed or not; whoever answers for none has its entry alone. Read search.go, then page.go.
package directory
