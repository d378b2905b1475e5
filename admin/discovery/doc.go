// Package discovery tells programs what there is to find: search engines where pages are and which not to keep, browsers and telephones
// what to show for the site, and whoever finds a hole whom to tell.
//
// Read routes.go, sitemap.go with store.go, then wellknown.go.
package discovery
