// Package snippet is what can be quoted of a text that a church has on file. sections.go cuts it into sentences under their headings, whatever
// marks the document has kept; snippet.go is how a piece is shown: without marks, no longer than can be read at a glance, ended. The package
// imports nothing of ours but chat/words.
package snippet
