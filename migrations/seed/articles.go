package seed

import (
	"embed"
	"io/fs"
)

//go:embed articles/*.md
var articleFiles embed.FS

// Articles are files of articles for the blog, as the article store imports them.
var Articles = func() fs.FS {
	sub, err := fs.Sub(articleFiles, "articles")
	if err != nil {
		panic(err) // only for an invalid name
	}
	return sub
}()
