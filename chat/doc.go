// Package chat is the one idea of the product: a visitor's message becomes a Turn, the Cascade asks one Tier after another, and
// the first that has something to say yields the Events of the answer. The packages below it accept, run, keep and send.
//
// # From a message to its start event
//
// Fourteen files, in this order:
//
//  1. sse/handler.go: Handler.Stream reads POST /api/chatbot/stream (websocket/streams.go does the same for a frame)
//  2. request.go: the body becomes a Request, or a Problem with a stable code
//  3. turns/ask.go: Service.Ask, the way from here to start
//  4. turns/inflight/counter.go: is this process shutting down?
//  5. church/store.go: the church's Snapshot, from memory
//  6. turn.go: the Turn, with lazy answers to "what is its embedding" and "which passages are near"
//  7. words/language.go: which language the question is in
//  8. question/selfcontained.go: does the question stand alone, or lean on the conversation?
//  9. question/personal.go: is it the visitor's own affair, so that the answer is for nobody else?
//  10. order/order.go: the tiers as a table, with the reason for each place in it
//  11. cascade.go: asks the tiers; the gates and stored facts answer before the message is accepted
//  12. live/run.go: the running turn: its log, its states, its readers
//  13. turns/accept.go: the message is made durable, in the journal or, while Redis is down, in Postgres
//  14. journal/accept.go: in one round trip to Redis, which messages that come at the same moment share
//
// # From there to the end
//
// A turn that is not answered at once runs in a goroutine of its own (turns/answer.go), whoever reads it. Tiers 0 to 2 look
// things up (package tier); tiers 3 and 4 have a model write a draft, which passes a guard and may call tools. Each event
// becomes a line of the run's log (live/frame.go). How the turn ended is recorded before anybody is told (turns/settle.go).
//
// Readers come and go: on this node from memory (live/reader.go), on others through the journal (turns/remote.go). The
// flusher writes what runs say into the journal, a moment behind, and renews their leases (journal/flush.go). When a lease
// lapses because a node is dead, another takes the turn over (turns/takeover.go). Records move from the journal into Postgres
// in batches (transcript/drain.go). Ids are derived (record.go), so storing or sending anything twice changes nothing.
//
// # Glossary
//
//	turn          one message of a visitor and its answer; session: the visitor's secret name for a conversation
//	tier, step    a way to answer; its place in a cascade
//	run           a turn while it is answered on this node: accepted, running, settling, then ended or handed over
//	log, line     what a run has said: one line for each event, numbered from 1 (its sequence number)
//	tail          the lines of a log that the journal does not have yet; flush: bringing them there
//	journal       the write-ahead log of all nodes, in Redis; batch: messages that share a round trip (group commit)
//	acknowledged  in the journal or in Postgres; only then does the visitor get start
//	lease         the time for which a turn belongs to a node; renewed by what the node says, or by a heartbeat
//	take over     answer a turn whose lease has lapsed; hand over: leave one to another node at shutdown; payload: what that needs
//	contested     a turn that two nodes may have answered: the answer that Postgres took first stands
//	reset         what was said of the answer is void, and it begins anew
//	follower      a reader's place in a log; a slow one is dropped, and resumes after the last event it has seen
//	draft         an answer while a model writes it; guard: what keeps from visitors what must not be said
//	single flight visitors who ask the same at the same time share one answer
//	crisis gate   the first tier; watch: a conversation in which it found something goes on under rules for that
//	second reader the fast model, behind the crisis gate: reads what the gate is in doubt about (crisis/review)
//	alarm         the report of a crisis to a church; spool: the folder where reports wait for Postgres
//	snapshot      what is known of a church, in memory; epoch: its version, which cached answers are bound to
package chat
