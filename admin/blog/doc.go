// Package blog shows the articles of package articles: the list that can be searched, each article, the feeds, and for whoever has a
// signed link the articles that are not public yet.
//
// Read routes.go (the addresses), handler.go, then the pages: list.go, article.go with card.go (what both show of an article),
// structured.go (what search engines read) and feed.go.
package blog
