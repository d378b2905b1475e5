// Package seed holds the data a new database starts with, and loads it: the reference data every church is answered with
// (theological lenses and their doctrine, denominations, product knowledge), a directory of fictional churches for
// onboarding to match against, and three demonstration churches with their FAQs and documents.
//
// # Reading order
//
// catalog.go reads the reference data, texts.go the texts of the lenses, church.go the demonstration churches and directory.go the directory, all from the
// files beside them. apply.go runs the parts in order; reference.go, directory.go, demo.go, faqs.go, documents.go and
// life.go say what each part writes, dates.go when events are; table.go is how a table is brought to what the seed holds, and
// report.go what became of it. ids.go makes the stable ids.
//
// # What loading does to a database that is in use
//
// [Apply] may run at every start. It writes only what differs, so a run that finds everything in place changes no row,
// raises no church's epoch and sends no notification.
//
// The reference tables are the seed's alone: they are made equal to it, and rows it does not hold go.
//
// The demonstration churches are shared with whoever tries the product: what the seed states about them is put back to
// what it says, so a later Apply undoes edits of those facts, FAQs and documents; what it does not mention (an FAQ somebody
// added, the admin token, a chosen lens where the seed has none) stays. Rows the seed once wrote and no longer holds are
// removed; they are told apart by their ids, see ids.go. An FAQ whose text changed loses its embeddings and so waits for
// the embedder; a document whose bytes changed is queued for ingestion again. Nothing is embedded here.
//
// Events recur: each run gives them their next dates, a row for each date. Dates that have passed stay, with everybody who
// registered for them. What is on, groups and volunteer roles that the seed no longer holds go only where nobody has signed up.
//
// A directory church that has subscribed since is the church's own business and is left alone, and none is ever removed.
//
// # Fiction
//
// Nobody's telephone, mail or web address occurs in the data: numbers are from the ranges that regulators keep free for
// fiction, names on the net are under example.org, and the tests enforce both. Three things are there for tests of privacy:
// an internal FAQ, an internal document and a private event of grace-harbor, which must never reach a visitor.
package seed
