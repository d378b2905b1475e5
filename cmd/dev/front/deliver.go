package front

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// errNoNode says that there was nobody to send a request to.
var errNoNode = errors.New("no node is ready")

// delivery sends a request to the node whose turn it is or, as long as nothing was sent, to the next.
type delivery struct{ front *Front }

// RoundTrip is called by the proxy.
func (d delivery) RoundTrip(req *http.Request) (*http.Response, error) {
	err := errNoNode
	for _, n := range d.front.inTurn() {
		res, sendErr := n.send(req)
		if sendErr == nil {
			return res, nil
		}
		if req.Context().Err() != nil || !notSent(sendErr) {
			return nil, fmt.Errorf("node %s: %w", n.Name, sendErr)
		}
		n.setReady(false, sendErr.Error())
		err = fmt.Errorf("%w: node %s: %w", errNoNode, n.Name, sendErr)
	}
	return nil, err
}

// inTurn returns the nodes that are ready, the one whose turn it is first.
func (f *Front) inTurn() []*node {
	var ready []*node
	for _, n := range f.nodes {
		if n.isReady() {
			ready = append(ready, n)
		}
	}
	if len(ready) == 0 {
		return nil
	}
	first := int((f.turn.Add(1) - 1) % uint64(len(ready)))
	return append(ready[first:len(ready):len(ready)], ready[:first]...)
}

// notSent reports whether no connection was made, so that the node cannot have seen the request.
func notSent(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return ok && failed.Op == "dial"
}

// send gives the request to this node. The body is not closed here: it may be needed for the next, and the proxy closes
// it in the end.
func (n *node) send(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.URL.Scheme, out.URL.Host = "http", n.Address
	if req.Body != nil && req.Body != http.NoBody {
		out.Body = io.NopCloser(req.Body)
	}
	res, err := n.transport(req.Method).RoundTrip(out)
	if err != nil {
		return nil, err
	}
	n.requests.Add(1)
	tracked, _ := req.Context().Value(requestKey{}).(*request)
	tracked.node.Store(n)
	res.Header.Set(NodeHeader, n.Name)
	answer := answer{ReadCloser: res.Body, node: n, visitor: req.Context()}
	if res.StatusCode == http.StatusSwitchingProtocols {
		tracked.upgraded.Store(true)
		connection, ok := res.Body.(upgradable)
		if !ok {
			return nil, errors.Join(errors.New("the upgraded connection cannot be written to"), res.Body.Close())
		}
		res.Body = upgraded{answer: answer, connection: connection}
		return res, nil
	}
	res.Body = answer
	return res, nil
}

// transport picks how to reach the node. A kept connection may have been closed by the node just now. What only reads is
// then sent again by [http.Transport] itself; anything else must not be, so it gets a connection of its own, which is
// either refused or the node's to answer for.
func (n *node) transport(method string) *http.Transport {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return n.kept
	}
	return n.fresh
}

// answer is the body of a node's answer; it counts answers that end because the node did.
type answer struct {
	io.ReadCloser
	node    *node
	visitor context.Context
}

func (a answer) Read(p []byte) (int, error) {
	read, err := a.ReadCloser.Read(p)
	if err != nil && err != io.EOF && a.visitor.Err() == nil {
		a.node.cut.Add(1)
	}
	return read, err
}

// upgradable is what net/http's transport gives for the body of a 101 answer.
type upgradable interface {
	io.ReadWriteCloser
	CloseWrite() error
}

// upgraded is a connection that has become a WebSocket. A node that closes its side, as the kernel does for one that
// dies, has nothing to hear any more, so the end is an error: the proxy then closes the visitor's connection wholly.
type upgraded struct {
	answer
	connection upgradable
}

var errConnectionEnded = errors.New("the node has closed the connection")

func (u upgraded) Read(p []byte) (int, error) {
	read, err := u.connection.Read(p)
	if err == io.EOF {
		err = errConnectionEnded
	}
	return read, err
}

func (u upgraded) Write(p []byte) (int, error) { return u.connection.Write(p) }
func (u upgraded) CloseWrite() error           { return u.connection.CloseWrite() }
