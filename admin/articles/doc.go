// Package articles is the article store: what the blog shows, what is searched in, and how articles come in.
//
// Read article.go (what an article is, and the shapes of its JSON columns) and markdown.go (how its text becomes HTML that cannot
// be code). Reading: list.go with cursor.go, search.go with snippet.go and passage.go, read.go, whose related articles are found by the vectors of
// embedding.go. Writing: status.go (what may become of an article), for files frontmatter.go, check.go, importing.go and exporting.go,
// and in the background, by the clock of jobs.go, publish.go (scheduled ones) and embedding.go.
//
// An article is public from published_at on, while it is published; it stays readable, and is not listed, when it is archived.
// Nobody but whoever has a link with a preview sees the others.
package articles
