// Package reference describes the API to whoever writes a client of it: /openapi.json for programs, /docs/api for people.
//
// The words stand in openapi.yaml and guide.md, the programs of the guide in examples; what fields there are, which events, problems and
// close codes, is taken from the code that writes them. So the words can be wrong, but nothing can be missing or made up.
//
// Read schemas.go (JSON Schemas of Go's types), description.go (the OpenAPI document), guide.go (the page), then handler.go.
package reference
