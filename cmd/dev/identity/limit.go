package identity

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// limits count requests of visitors, and mails.
type limits struct {
	mu       sync.Mutex
	visitors map[string]int
	mails    int
	visit    time.Time // when the visitors' window began
	hour     time.Time // when the mails' did
}

const visitorWindow = 5 * time.Minute

// limited refuses a visitor who asks too often.
func (s *Server) limited(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.config.RequestsAllowed > 0 && !s.limits.allowVisitor(s.visitor(r), s.config.RequestsAllowed, s.now()) {
			return refuse(http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
		}
		return next(w, r)
	}
}

// visitor is the address that a request comes from.
func (s *Server) visitor(r *http.Request) string {
	if s.config.AddressHeader != "" {
		if address := r.Header.Get(s.config.AddressHeader); address != "" {
			return address
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func (l *limits) allowVisitor(address string, allowed int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.visit) >= visitorWindow {
		l.visit, l.visitors = now, map[string]int{}
	}
	l.visitors[address]++
	return l.visitors[address] <= allowed
}

func (l *limits) allowMail(perHour int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.hour) >= time.Hour {
		l.hour, l.mails = now, 0
	}
	l.mails++
	return perHour == 0 || l.mails <= perHour
}
