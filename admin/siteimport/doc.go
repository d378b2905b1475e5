// Package siteimport reads a church's own website into drafted facts and FAQs, which an admin accepts line by line: Training, Website.
//
// An admin names the address. A job reads at most thirty pages of it (package crawl), those first on which a visitor's questions are
// answered, and notes after each what it says (package draft), so that another node goes on where a dead one was. In the end all
// pages are made one list of drafts. Nothing of them is said to anybody, or stored with what is, before somebody accepts it: then it
// goes the way that everything goes which an admin writes, through packages settings and faqs, with their checks.
//
// Read import.go (what is kept), store.go and drafts.go (the SQL), reader.go (the job) and old.go; then routes.go, pages.go (how it
// is begun and followed), review.go (what is stored now beside what was found), mark.go (what somebody was shown of it) and
// decide.go (what becomes of a draft).
package siteimport
