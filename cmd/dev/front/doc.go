// Package front stands before several nodes of Narthex on one machine and gives them one address: what a load balancer is
// in production, small enough to run inside cmd/dev and inside tests. It goes round the nodes that are ready, streams
// without buffering or time limits, and lets upgrades to WebSocket through. A node that refuses a connection is passed
// over, for nothing was sent to it; a request that a node may have read is never sent to another. When a node dies while
// it answers, the visitor's connection is cut, so that the visitor notices and reconnects.
//
// Each answer says in [NodeHeader] which node gave it, and [StatusPath] shows what all of them are doing.
//
// Reading order: front.go (what it is, serving and ending), deliver.go (one request to one node), node.go (a node and
// whether it is ready), status.go (who serves what).
package front
