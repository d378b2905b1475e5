// Package tools is what the assistant can do for a visitor besides answering: look something up, or pass a request on to
// the people of the church. A model only ever asks for a call; what the call may do, for which church and for whom is
// decided here, from the turn.
//
// Read turn.go first (what goes in and comes out), then registry.go (the families, and what a turn is offered) and
// session.go (how one call is answered, whatever the model wrote). tool.go is what a family's file is made of: a table of
// tools, each with its parameters (parameter.go), checked by validation.go before it runs and, where it writes, by wish.go
// (a visitor must want it; wishes.go says by which words that is known) and ground.go (they must have said what is written in
// their name; spoken.go reads what they said). write.go writes at most once for
// a turn, requests.go keeps what visitors ask for, notice.go is how their church hears of it, and passon.go is the run of the
// many tools that only pass something on. Each family has a file of its own, from firstcontact.go to the last of registered.
package tools
