// Package website is the page on which a church puts its assistant on its own website: the line to paste, the sites that may show the
// chat and when they last did, those that tried and may not, and the keys of programs that ask under the OpenAI-compatible API.
//
// What is kept is package church's: Widgets and APIKeys. Read routes.go, then page.go and change.go.
package website
