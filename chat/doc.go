// Package chat takes a visitor's message in and streams an answer out.
//
// # How one question travels
//
// A browser posts "When is church on Sunday?" to /api/chatbot/stream. Handler.Stream (sse.go) reads the body against
// limits and DecodeRequest (request.go) makes a Request of it or a Problem (problem.go) with a stable code.
//
// Service.Ask (service.go) takes the church's Snapshot from memory (package church), counts the message against the rate
// limits, and makes a Turn (turn.go): the question with its language, whether it stands alone or leans on the
// conversation (selfcontained.go), and lazy answers to "what is its embedding" and "which passages are near", each
// computed once at the most. Then the message is made durable: one round trip appends it to the Journal in Redis
// (journal.go), or, while Redis is down, a commit to Postgres. Only now does the visitor get start.
//
// Service.answer (answer.go) ranges over the Cascade (cascade.go), which asks one Tier after another:
//
//   - AgentCheck (tier_agent.go): is this agent switched on?
//   - tier 0, FactsTier: stored facts, by package facts
//   - tier 1, FAQTier: the church's own answer, word for word
//   - tier 2, CacheTier: what somebody else was answered, from package cache
//   - tier 3, PassageTier: one passage that says it all, put into words by a small model
//   - tier 4, ModelTier: the full model, told all of package prompt
//
// The first that yields an Event (event.go) answers, and no other is tried. Its events are numbered, watched for the
// record, and written to the visitor one by one; breaking off the loop stops the model's request. Before the last event
// leaves, the end of the turn is journaled: done, stopped or failed, whatever it was.
//
// Drain (drain.go) moves the journal into Postgres in batches (transcript.go), also what a dead node left behind. A
// message that is sent again finds its turn in the journal and gets the answer it got (record.go).
//
// # Over a WebSocket
//
// Sockets (websocket.go, which says what the frames are) shakes hands and leaves net/http. A socket (socket.go) reads what
// its client says (socket_frames.go) and streams turns (socket_turns.go) over its wire (wire.go), which sends together what
// waits together and gives every wait an end. One heartbeat (heartbeat.go) looks after all sockets.
package chat
