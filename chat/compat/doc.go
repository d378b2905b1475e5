// Package compat lets clients of other people's protocols talk to the chat: the UI message stream of the AI SDK
// (useChat), and OpenAI's chat completions. Both are encoders over the events of a turn; they decide nothing about it.
//
// Read service.go (what they need of the chat), follow.go (a turn's events, whatever happens to the reader) and stream.go
// (server-sent events with time limits), then ui.go, ui_request.go and ui_encoder.go for the AI SDK, and openai.go,
// openai_request.go, openai_stream.go, openai_answer.go and openai_error.go for OpenAI. request.go is what both do with
// the messages they are sent.
//
// # AI SDK
//
//	new Chat({
//	  id: sessionId, // a UUID made by the browser
//	  transport: new DefaultChatTransport({
//	    api: '/api/chatbot/ui?churchId=' + churchId,
//	    body: { agentType: 'care' },
//	  }),
//	})
//
// The chat's id is the session: it proves the right to the conversation, so it must be a UUID and nobody else's business.
// It may also be named as sessionId in the body, but then resumeStream does not find it. The church stands in the address
// so that resumeStream names it too; in the body it is read as well.
//
// The last user message is the question. Sending it again, unchanged and under the same id, attaches to the answer it got
// or is getting; edited, it is a new question. trigger "regenerate-message" always asks anew, and stops the answer that
// may still be on its way. What the client holds of the conversation counts where the server knows nothing of it.
//
// The answer's message has the turn's id, and metadata: turnId, sessionId, agent, tier, reason, similarity, and at the
// end finish, ms and usage. Its tools are dynamic and executed here. When the answer has to begin anew, reset-step takes
// back what was said. A tool that asks before it passes anything on has status "confirm", callId and fields in its output, and the same in
// the text: the next message's yes or no answers it, and so does a POST to /api/chatbot/turns/{turnId}/confirm. resumeStream replays the running answer from its start and goes on live; with ?turn=<turnId> also
// one that has ended meanwhile. Aborting the request stops nothing: whoever wants that posts to
// /api/chatbot/turns/{turnId}/stop.
//
// # OpenAI
//
// The key decides the church, the model the agent: narthex-care, narthex-coordinator and so on, as far as the church has
// them switched on. The last message must be the user's; system and developer messages are dropped, because what the
// assistant is and may say is the church's decision and not its client's, and so are tools, tool results and sampling
// parameters. What would promise something that cannot be kept is refused: n above 1, a response_format other than text,
// a required tool, content that is not text.
//
// Without a session every request stands for itself, and the messages in it are the conversation, as with OpenAI. The
// header X-Session-Id, a UUID, or user, a UUID or any name, continues a session of the church; then what the server knows
// of it comes before what the client says of it. Idempotency-Key makes a request repeatable for a day. A client that goes
// away stops the answer, unless it gave such a key and may come back for it.
//
// What a tool asks before it passes anything on stands in the text, and the next message's yes or no answers it. It needs a session.
//
// Answers carry, beside OpenAI's fields, an object narthex with turnId, sessionId, agent, tier, reason and sources.
// Answers that no model gave count no tokens. An answer that had to begin anew goes on where it had been if it says the
// same, and breaks off with the error answer_restarted otherwise, as there is no way to take back what was said.
package compat
