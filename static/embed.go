// Package static holds the files that browsers get: templates of pages, interface texts per language, and the assets
// (style sheet, modules, icon). Package web beside it serves them.
package static

import (
	"embed"
	"io/fs"
)

//go:embed templates
var templates embed.FS

//go:embed messages
var messages embed.FS

//go:embed assets
var assets embed.FS

// The three folders, each as the root of its own file system.
var (
	Templates = folder(templates, "templates")
	Messages  = folder(messages, "messages")
	Assets    = folder(assets, "assets")
)

func folder(files embed.FS, name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // only for an invalid name
	}
	return sub
}
