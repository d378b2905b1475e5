// Package quoted writes texts as encoding/json does, byte for byte, and keeps those as written that many texts are made with: quote.go has
// the writing, text.go a text in pieces.
package quoted
