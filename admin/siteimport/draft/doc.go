// Package draft finds on the pages of a church's website what an admin would otherwise type: when it meets, who its people are, what
// it offers, how a visit goes, how it is reached, how one gives, and questions with their answers.
//
// What it finds is a proposal, and carries the words of the page that it was found in. It is found by rule: first what the page says
// for programs (schema.org, as JSON-LD or microdata), then what its headings and lines say, in English and Spanish. A rule that is not
// sure finds nothing: an admin rather types a fact than looks for the wrong one among forty. A model may propose more (model.go); what
// it cannot quote is dropped.
//
// Pages are written by strangers, and nothing that they say is done. Read draft.go (what is found), lines.go (a page as lines),
// page.go (which rules there are), structured.go and microdata.go, times.go, people.go, sections.go, contact.go, questions.go, then
// merge.go (what several pages say) and model.go.
package draft
