// Package modeltest is an upstream for tests: a real HTTP server on a loopback port that speaks the OpenAI wire protocol
// (chat completions, streamed or not, and embeddings) and misbehaves on demand.
//
//	up := modeltest.New(t)
//	up.Script(modeltest.Status(429).Header("Retry-After", "7"), modeltest.Reply("Hello", " there"))
//	client, err := model.New(model.Config{BaseURL: up.URL, ChatModel: "test-chat"})
//
// Each chat request takes the next behaviour of the script and, once that is used up, the default one. A behaviour is a
// list of steps: what is sent, in which order, with which pauses, and where the connection breaks. What was asked is kept
// for the test to look at (Chats, Embeddings), and a client that goes away early is noticed (WaitCancelled), so that tests
// wait for signals rather than for time.
//
// Embeddings are computed from the words of the text: equal texts have equal vectors, texts that share words lie near each
// other, and nothing else is promised.
//
// Read server.go first (what a test calls), then behaviour.go and step.go (what can be scripted), exchange.go (one request
// being answered), wire.go (the JSON of the protocol), chat.go and embeddings.go (the two endpoints).
package modeltest
