// Package chat takes a visitor's message in and streams an answer out.
//
// # How one question travels
//
// A browser posts "When is church on Sunday?" to /api/chatbot/stream. Handler.Stream (sse.go) reads the body against
// limits and DecodeRequest (request.go) makes a Request of it or a Problem (problem.go) with a stable code.
//
// Service.Ask (ask.go) takes the church's Snapshot from memory (package church) and makes a Turn (turn.go): the question
// with its language (language.go), whether it stands alone or leans on the conversation (selfcontained.go), whether it is
// the visitor's own affair (personal.go), and lazy answers to "what is its embedding" and "which passages are near", each
// computed once at the most. Then the message is counted against the limits and made durable, in one round trip to the
// Journal (journal.go, accept.go, its scripts in journal_scripts.go), which questions that come at the same moment share
// (group.go), or, while Redis is down, by a commit to Postgres. Only now does the visitor get start. What the gates and stored
// facts answer is answered before that, and journaled together with its question.
//
// Every other turn is a run (run.go) with a goroutine of its own, known to the hub (hub.go). answering (answer.go) ranges
// over the Cascade (cascade.go), which asks one Tier after another:
//
//   - CrisisTier (tier_crisis.go): is somebody in danger? It comes before everything, works when nothing else does, and has the
//     church told by way of a file on this node's disk (reports.go; then waiting.go, counting.go and
//     spool.go, which bound what a flood takes). The conversation goes on with care.
//   - CoolingTier and ConductTier (tier_conduct.go): does the visitor harass somebody? ModerationTier asks a service as well.
//   - AgentCheck (tier_agent.go): is this agent switched on? Grief goes from the coordinator to care (distress.go).
//   - tier 0, FactsTier: stored facts, by package facts
//   - tier 1, FAQTier: the church's own answer, word for word
//   - tier 2, CacheTier: what somebody else was answered, from package cache
//   - BudgetTier (tier_budget.go): have the church's models cost today what they may (budget.go, spent.go)? Then messages are
//     taken without one, and after a while who is in danger is given the crisis lines.
//   - tier 3, PassageTier: one passage that says it all, put into words by a small model
//   - tier 4, ModelTier: the full model, told all of package prompt
//
// Tiers 3 and 4 have an Author write (generate.go): what the model says passes a guard (composing.go, terms.go), which takes
// sentences back that this church would not say, and tools are called at a desk (desk.go).
//
// The first that yields an Event (event.go) answers, and no other is tried; who asks the same at the same time listens
// (shared.go). Each event becomes a line of the run's log (frame.go). Before the last one is told, the end of the turn is
// recorded (settle.go): done, stopped or failed, whatever it was.
//
// # Who reads it
//
// A Reader (reader.go) follows a turn from any event on: on the node where it runs from memory, elsewhere through the
// journal (resume.go, journal_follow.go). Readers come and go; the turn notices nothing. What a reader has not read stays in the log, which all
// of them share, and one that falls too far behind is sent away to resume. A reader with nothing to catch up with is written
// to by the answering goroutine itself, where that certainly takes no time (sendqueue.go).
//
// Handler (sse.go, turns.go, eventstream.go) serves readers as server-sent events. Sockets (websocket.go, which says what the
// frames are) shakes hands and leaves net/http: a socket (socket.go) reads what its client says (socket_frames.go) and
// streams turns (socket_turns.go) over its wire (wire.go), which sends together what waits together and gives every wait an
// end; one heartbeat (heartbeat.go) looks after all sockets. Package compat speaks other people's formats.
//
// # When something dies
//
// The scribe (scribe.go) writes what the runs say into the journal, a moment behind, and renews their leases. When a lease
// lapses because the node is dead, another takes the turn over (takeover.go, journal_takeover.go): it leaves out the numbers that readers may
// have seen, tells them to forget what was said (reset), and answers anew. Which churches have turns or records that want
// looking after, the nodes tell each other through active.go. Drain (drain.go) moves records from the journal into Postgres
// in batches (transcript.go), its own and those of the dead. All ids are derived (record.go), so that a message sent again
// is known wherever it arrives, and storing anything twice changes nothing. Where two nodes answer one turn all the same, the
// answer that Postgres took first stands (standing.go).
//
// A visitor may have a conversation deleted (forget.go), and say what they think of an answer (feedback.go).
package chat
