// Package tools is the tool executor: what the assistant can do for a visitor besides answering, such as look something up, or
// pass a request on to the people of the church. A model only ever asks for a call; what the call may do, for which church and
// for whom is decided here, from the turn.
//
// Read turn.go first (what goes in and comes out), then registry.go (what a turn is offered) and session.go (how one call is
// answered, whatever the model wrote). A Tool (tool.go) is an entry of a family's table: package catalog lists all, and each
// family has a package of its own beside it. A tool works with an Invocation (invocation.go), which reads the arguments that
// package parameter has checked, and writes at most once for a turn (write.go).
//
// Before anything is written the visitor is asked: hold.go tries a call and takes back what it wrote (dryrun.go), card.go words what
// that was, package samewish knows a wish that was told before, and confirm.go does it when they have said yes. Package grounding tells that
// the visitor said what is written in their name. Only a tool that writes AtOnce asks nobody: of that package intent has told that the
// visitor wants it. requests.go keeps what visitors ask for, and notice.go is how their church hears of it.
package tools
