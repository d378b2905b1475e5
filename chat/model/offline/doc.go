// Package offline answers without any service, from what the prompt says of the church: it quotes the church's facts, the
// passages and FAQs that retrieval found and the product knowledge, and names the document it quotes. Where it is not sure it tells
// what comes nearest, and that this may be something else; where nothing does, it says so plainly. It is extractive, so it cannot be
// talked into anything: neither a passage nor a visitor can make it say more than stands there. It takes prayer requests, visits,
// call-backs and messages where the request offers the tools.
//
// It speaks every language that static/messages has an offline.json in, and understands English and Spanish.
//
// Read offline.go (how it streams), briefing.go (what it knows), answer.go (what it says) and quote.go (how what is on file is told); package
// ranking finds which sentences answer a question, and how likely they do, snippet cuts texts into them, and term has what texts are compared by.
// tools.go and slots.go have which tool a request wants, and with what; pending.go what goes on over several messages, day.go the day that
// they come to, and party counts who comes. Who is in trouble, angry or afraid to ask is answered before anything is looked for: grieving.go
// and comfort.go, anger.go, weighty.go, needs.go. Who takes messages where no model may be asked is in receptionist.go, and what is said
// behind the crisis gate in review.go.
package offline
