package main

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"narthex/static/connections"
)

// bind takes the addresses to listen on, all or none.
func (s *server) bind() (listeners []net.Listener, err error) {
	for _, srv := range s.servers() {
		listener, err := net.Listen("tcp", srv.Addr)
		if err != nil {
			for _, bound := range listeners {
				_ = bound.Close()
			}
			return nil, fmt.Errorf("listen: %w", err)
		}
		if srv == s.public { // the operators' own port is within the reserve
			listener = connections.Listen(listener, s.connections)
		}
		listeners = append(listeners, listener)
	}
	return listeners, nil
}

// connectionLimits are what the visitors' port lets in: what the process's files allow.
func (s *server) connectionLimits() (connections.Limits, error) {
	files, err := connections.Files()
	if err != nil {
		return connections.Limits{}, fmt.Errorf("read how many files may be open: %w", err)
	}
	limits := connections.ByFiles(files)
	if s.config.Connections > 0 {
		limits.PerAddress = s.config.Connections
	}
	limits.Exempt, limits.Registerer = s.config.TrustedProxies, s.registry
	return limits, nil
}

func (s *server) servers() []*http.Server {
	if s.internal == nil {
		return []*http.Server{s.public}
	}
	return []*http.Server{s.public, s.internal}
}

// Bounds of ordinary requests. A stream sets its own deadlines as it goes (sse.Timing).
const (
	headerTimeout  = 10 * time.Second
	requestTimeout = 30 * time.Second // for the whole request, and again for the response
	idleTimeout    = 2 * time.Minute
	maxHeader      = 32 << 10 // bytes
)

func newHTTPServer(address string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr: address, Handler: handler,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader,
	}
}
