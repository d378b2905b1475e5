// Package sitetest is an Internet of a test's own: names that are resolved over the wire by a server of the test, and websites on
// listeners of this machine that those names lead to.
package sitetest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"narthex/admin/siteimport/crawl"
)

// Internet is names and websites.
type Internet struct {
	dns   net.PacketConn
	mutex sync.Mutex
	names map[string]func(asked int) []netip.Addr
	asked map[string]int
	at    netip.AddrPort // the websites' listener
	sites map[string]http.Handler
}

// New returns an Internet that ends with the test.
func New(t testing.TB) *Internet {
	t.Helper()
	dns, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	i := &Internet{dns: dns, names: make(map[string]func(int) []netip.Addr), asked: make(map[string]int), sites: make(map[string]http.Handler)}
	var serving sync.WaitGroup
	serving.Go(i.resolve)
	listening := httptest.NewServer(http.HandlerFunc(i.serve))
	i.at = netip.MustParseAddrPort(listening.Listener.Addr().String())
	t.Cleanup(func() {
		listening.CloseClientConnections()
		listening.Close()
		_ = dns.Close()
		serving.Wait()
	})
	return i
}

// Config is that of a fetcher in this Internet.
func (i *Internet) Config() crawl.Config {
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", i.dns.LocalAddr().String())
	}}
	return crawl.Config{Agent: "NarthexReader/1.0 (+http://127.0.0.1/reader)", Pause: 1, Resolver: resolver, Allowed: []netip.AddrPort{i.at}}
}

// Site puts a website at a name, and returns its address.
func (i *Internet) Site(name string, pages http.Handler) (address string) {
	i.mutex.Lock()
	i.sites[name] = pages
	i.mutex.Unlock()
	i.Name(name, func(int) []netip.Addr { return []netip.Addr{i.at.Addr()} })
	return "http://" + net.JoinHostPort(name, strconv.Itoa(int(i.at.Port())))
}

// Name has a name resolved, to whatever it is to lead to when it is asked for the nth time, from 0.
func (i *Internet) Name(name string, to func(asked int) []netip.Addr) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.names[name] = to
}

// Port is that of the websites.
func (i *Internet) Port() string { return strconv.Itoa(int(i.at.Port())) }

func (i *Internet) serve(w http.ResponseWriter, r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	i.mutex.Lock()
	site, ok := i.sites[host]
	i.mutex.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	site.ServeHTTP(w, r)
}

// resolve answers questions until the connection is closed.
func (i *Internet) resolve() {
	packet := make([]byte, 1500)
	for {
		n, from, err := i.dns.ReadFrom(packet)
		if err != nil {
			return
		}
		var asked dnsmessage.Message
		if asked.Unpack(packet[:n]) != nil || len(asked.Questions) != 1 {
			continue
		}
		if answer, err := i.answer(asked); err == nil {
			_, _ = i.dns.WriteTo(answer, from)
		}
	}
}

// answer is what is said to a question. Only IPv4 addresses count how often a name was asked for: each look-up asks for both kinds.
func (i *Internet) answer(asked dnsmessage.Message) ([]byte, error) {
	question := asked.Questions[0]
	name := strings.TrimSuffix(strings.ToLower(question.Name.String()), ".")
	i.mutex.Lock()
	to, known := i.names[name]
	count := i.asked[name]
	if question.Type == dnsmessage.TypeA {
		i.asked[name]++
	}
	i.mutex.Unlock()
	reply := dnsmessage.Message{Header: dnsmessage.Header{ID: asked.ID, Response: true, RecursionAvailable: true}, Questions: asked.Questions}
	if !known {
		reply.RCode = dnsmessage.RCodeNameError
		return reply.Pack()
	}
	for _, address := range to(count) {
		header := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
		switch {
		case address.Is4() && question.Type == dnsmessage.TypeA:
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: address.As4()}})
		case address.Is6() && question.Type == dnsmessage.TypeAAAA:
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}})
		}
	}
	return reply.Pack()
}
