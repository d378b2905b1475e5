// Package offline answers without any service, from what the prompt says of the church: it quotes the church's facts, the
// passages and FAQs that retrieval found and the product knowledge, and names the document it quotes. Where it is not sure it tells
// what comes nearest, and that this may be something else; where nothing does, it says so plainly. It is extractive, so it cannot be
// talked into anything: neither a passage nor a visitor can make it say more than stands there. It takes prayer requests, visits,
// call-backs and messages where the request offers the tools.
//
// It speaks every language that static/messages has an offline.json in, and understands English and Spanish.
//
// Read offline.go (how it streams, and in which order it decides what to say), briefing.go (what it knows) and answer.go (what it says); then
// quote.go and more.go (how what is on file is told), onfile.go (how groups, events and open roles are), asking.go and report.go (what is asked for a tool, and what became of it), consent.go
// (who has said neither yes nor no, and who said no). Who is in trouble, angry or afraid to ask is answered before anything is looked for:
// grieving.go and comfort.go, anger.go, weighty.go, needs.go; children.go has what there is for an age, smalltalk.go what is no question.
// Who takes messages where no model may be asked is in receptionist.go, and what is said behind the crisis gate in review.go.
//
// What it decides by is below it. Package ranking finds which sentences answer a question, and how likely they do; snippet cuts texts into
// them, and term has what texts are compared by. Package dialogue is what was said so far, and slots which tool a visitor wants and with which
// values. That is read from their words by intent (what they wish), reply (yes, no, and what is put right), person (names and numbers), moment
// (days and times), spelled (numbers in words) and party (who comes). Package onfile is what there is to come to, belong to or help with, for who
// asks. Package ages reads of what ages somebody speaks, and abroad what they ask who write in another language.
package offline
