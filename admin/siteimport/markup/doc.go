// Package markup makes a tree of a page that strangers have written, in memory and time that its length bounds.
//
// A browser repairs what is wrongly nested: it opens anew, in every paragraph, each element that was left open before. A page of 83 KB
// can ask for ten million elements that way. Here each tag and each text makes one node at most, and what is wrongly nested stays where
// it stands: who reads its words finds them all the same, in their order.
//
// Read tree.go (from tags to nodes), then elements.go (which elements end which).
package markup
