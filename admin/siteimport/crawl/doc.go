// Package crawl reads pages of one website, politely, and without being led anywhere else.
//
// The address comes from whoever fills in a form, and what stands there is written by strangers. So a page is asked for over http or
// https on the usual ports alone; its name must be the site's own registrable name, or one below it; redirects are followed by hand,
// each held to the same rules; and the very address that is dialled is looked at after it was resolved, when nothing can change it
// any more: what is not on the public Internet is not dialled. A page has a limit in time and in bytes, counted after it was
// unpacked. robots.txt, noindex and nofollow are heeded, one page is asked for at a time, and there is a pause before the next.
//
// Nothing here understands what a page says. Read address.go (where may be dialled), site.go (what belongs to a site), fetch.go (one
// page), robots.go, page.go (from bytes to a tree), links.go and rank.go (which pages to read next), sitemap.go.
package crawl
