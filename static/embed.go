// Package static holds the files that browsers get: templates of pages and the assets (style sheet, modules, icon).
// Package messages has the texts, package web serves them all.
//
// A page is one file in templates, which fills in the blocks of layout.html. What pages say stands in messages/*/pages.json; texts
// under "client." go along to the modules. Modules are plain ES modules with types in their comments; jsconfig.json holds the
// checker's settings. Package bundle makes of them what browsers are sent, in the folder bundled, which is never edited by hand.
//
// The modules of the chat page, in the order to read them:
//
//   - room.js: what a page shows when
//   - dialogue.js with failure.js: what a chat does
//   - lock.js, client.js with wire.js, socket.js, request.js, stream.js and sse.js: the wire
//   - conversation.js: what this browser remembers
//   - transcript.js with turnview.js, markdown.js, inline.js and links.js: what is shown, and why nothing in it can be code
//   - composer.js: the box
//
// For the widget see the type Widget of package chat/pages, then loader.classic.js and panel.js.
package static

import (
	"embed"
	"io/fs"
)

//go:embed templates
var templates embed.FS

// The modules are not among the assets: browsers get what package bundle makes of them.
//
//go:embed assets/*.* assets/*/*.css assets/*/*/*.css assets/*/*/*.txt
var assets embed.FS

//go:generate go test -run TestTheModulesAreBundledAsTheyAreWritten -update .
//go:embed bundled
var bundled embed.FS

// The folders, each as the root of its own file system.
var (
	Templates = folder(templates, "templates")
	Assets    = folder(assets, "assets")
	Modules   = folder(bundled, "bundled")
)

func folder(files embed.FS, name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // only for an invalid name
	}
	return sub
}
