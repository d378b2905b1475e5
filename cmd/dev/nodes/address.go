package nodes

import (
	"math/rand/v2"
	"net"
	"strconv"

	"narthex/cmd/dev/stack"
)

// Dialable turns an address to listen on into one to connect to: a server that listens everywhere is also here.
func Dialable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// Ports for nodes in tests lie below those that the kernel gives to outgoing connections (from 32768 on Linux). A node
// that was killed needs its port again, and one of some hundred clients' connections might have got it in the meantime.
const firstPort, lastPort = 20000, 32000

// freeAddress returns one on which nobody listens.
func freeAddress() (string, error) {
	port, err := stack.FreePort(firstPort + rand.N(lastPort-firstPort))
	if err != nil {
		return "", err
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), nil
}
