// Package connections bounds how many connections a server has open, in all and from one address. Without it a client that opens
// connections and says nothing takes every file that the process may have, and with them its way to Postgres and Redis, to the
// operators' port and to the folder where reports of crises wait.
package connections

import (
	"io"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Limits are what a listener lets in.
type Limits struct {
	Most       int            // at once
	PerAddress int            // of them, from one address: an IPv4 address, or the first 64 bits of an IPv6 one
	Exempt     []netip.Prefix // addresses that stand for many: proxies before this server
	Registerer prometheus.Registerer
}

// The share of a process's files that is not for visitors' connections: a quarter, but no less than a small deployment's pools and
// spool need, and no more than those of a large one.
const (
	leastReserve = 256
	mostReserve  = 2048
)

// ByFiles gives the limits of a process that may have so many files open: all but a reserve, and of them a quarter from one address.
func ByFiles(files int) Limits {
	most := max(1, files-min(max(files/4, leastReserve), mostReserve))
	return Limits{Most: most, PerAddress: max(1, most/4)}
}

// Files is how many files this process may have open.
func Files() (int, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, err
	}
	return int(min(limit.Cur, 1<<30)), nil //nolint:gosec // it fits
}

// Listener is a listener within limits.
type Listener struct {
	net.Listener
	limits  Limits
	open    prometheus.Gauge
	refused *prometheus.CounterVec

	mu        sync.Mutex
	all       int
	byAddress map[netip.Addr]int // of those that are not exempt
}

// Listen returns a listener that answers connections beyond its limits with 503 and closes them.
func Listen(listener net.Listener, limits Limits) *Listener {
	factory := promauto.With(limits.Registerer)
	l := &Listener{
		Listener: listener, limits: limits, byAddress: make(map[netip.Addr]int),
		open: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_connections_open", Help: "Connections of visitors that are open.",
		}),
		refused: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_connections_refused_total", Help: "Connections that were refused, by the limit that was reached: all, or address.",
		}, []string{"limit"}),
	}
	for _, limit := range []string{limitOfAll, limitOfAddress} { // alerts see a series go up only if it was there before
		l.refused.WithLabelValues(limit)
	}
	return l
}

// The limits, as the metric names them.
const (
	limitOfAll     = "all"
	limitOfAddress = "address"
)

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := l.addressOf(conn)
		limit := l.enter(address)
		if limit == "" {
			return &counted{Conn: conn, leave: sync.OnceFunc(func() { l.leave(address) })}, nil
		}
		l.refused.WithLabelValues(limit).Inc()
		turnAway(conn)
	}
}

// enter counts a connection, or gives the limit that is reached.
func (l *Listener) enter(address netip.Addr) (reached string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.all >= l.limits.Most:
		return limitOfAll
	case address.IsValid() && l.byAddress[address] >= l.limits.PerAddress:
		return limitOfAddress
	}
	l.all++
	if address.IsValid() {
		l.byAddress[address]++
	}
	l.open.Set(float64(l.all))
	return ""
}

func (l *Listener) leave(address netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if address.IsValid() {
		if l.byAddress[address]--; l.byAddress[address] == 0 {
			delete(l.byAddress, address)
		}
	}
	l.open.Set(float64(l.all))
}

// addressOf is whom a connection counts against; not valid where it is nobody.
func (l *Listener) addressOf(conn net.Conn) netip.Addr {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	address := peer.Addr().Unmap().WithZone("")
	for _, network := range l.limits.Exempt {
		if network.Contains(address) {
			return netip.Addr{}
		}
	}
	if address.Is6() {
		return netip.PrefixFrom(address, 64).Masked().Addr()
	}
	return address
}

// refusal is what a client reads that is not let in. It fits the buffer of a connection that nothing was sent on.
const refusal = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

func turnAway(conn net.Conn) {
	_ = conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	_, _ = io.WriteString(conn, refusal)
	_ = conn.Close()
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// ReadFrom has files sent by the system, as a connection by itself does.
func (c *counted) ReadFrom(r io.Reader) (int64, error) { return io.Copy(c.Conn, r) }
