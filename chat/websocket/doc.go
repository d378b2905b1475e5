// Package websocket serves the chat over WebSockets, as the sub-protocol narthex.v1, which is described at Sockets.
//
// Files, in the order to read them:
//
//   - websocket.go: the protocol, and the upgrade
//   - frames.go: what client and server send, as JSON
//   - socket.go: one connection
//   - streams.go: the turns that a connection carries
//   - heartbeat.go: pings, and what is sent at a shutdown
//   - wire.go: batched writes, deadlines
//   - large.go: how many large frames are read at a time
//   - closecodes.go: why a connection ends, and what a client does then
//   - line.go: a turn's line in the request log
//   - metrics.go: what is counted
package websocket
