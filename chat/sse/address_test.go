package sse_test

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"narthex/chat/sse"
)

func TestWhoseAnAddressIs(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	handler := sse.NewHandler(nil, proxies, sse.Timing{})
	for name, tt := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"an IPv4 host is itself":                       {peer: "203.0.113.7:4711", want: "203.0.113.7"},
		"an IPv4 host that speaks IPv6 is itself":      {peer: "[::ffff:203.0.113.7]:4711", want: "203.0.113.7"},
		"an IPv6 host is its network":                  {peer: "[2001:db8:0:1:aaaa:bbbb:cccc:dddd]:4711", want: "2001:db8:0:1::/64"},
		"another address of it is the same":            {peer: "[2001:db8:0:1::2]:4712", want: "2001:db8:0:1::/64"},
		"another network is another":                   {peer: "[2001:db8:0:2::2]:4711", want: "2001:db8:0:2::/64"},
		"a zone says nothing":                          {peer: "[fe80::1%eth0]:4711", want: "fe80::/64"},
		"behind a proxy":                               {peer: "10.0.0.1:1", forwarded: []string{"2001:db8:0:1::9"}, want: "2001:db8:0:1::/64"},
		"behind a proxy, and the zone says nothing":    {peer: "10.0.0.1:1", forwarded: []string{"fe80::1%anything"}, want: "fe80::/64"},
		"behind two, and what the client made up":      {peer: "[fd00::1]:1", forwarded: []string{"1.2.3.4, 203.0.113.7", "10.0.0.2"}, want: "203.0.113.7"},
		"with its port":                                {peer: "10.0.0.1:1", forwarded: []string{"203.0.113.7:51234"}, want: "203.0.113.7"},
		"an IPv6 host with its port":                   {peer: "10.0.0.1:1", forwarded: []string{"[2001:db8:0:1::9]:443"}, want: "2001:db8:0:1::/64"},
		"an IPv6 host in brackets":                     {peer: "10.0.0.1:1", forwarded: []string{"[2001:db8:0:1::9]"}, want: "2001:db8:0:1::/64"},
		"behind two that add ports":                    {peer: "10.0.0.1:1", forwarded: []string{"1.2.3.4:5, 203.0.113.7:51234, 10.0.0.2:80"}, want: "203.0.113.7"},
		"a bracket that is not closed properly":        {peer: "10.0.0.1:1", forwarded: []string{"2001:db8::9]"}, want: "10.0.0.1"},
		"mapped to IPv6 by a proxy":                    {peer: "10.0.0.1:1", forwarded: []string{"::ffff:203.0.113.7"}, want: "203.0.113.7"},
		"what nobody believed says is no address":      {peer: "203.0.113.7:1", forwarded: []string{"2001:db8::1"}, want: "203.0.113.7"},
		"a proxy that names nobody stands for them":    {peer: "[fd00::1]:1", want: "fd00::/64"},
		"a proxy that names nonsense stands for it":    {peer: "10.0.0.1:1", forwarded: []string{"unknown"}, want: "10.0.0.1"},
		"what has no address is taken for what it is":  {peer: "@", want: "@"},
		"only proxies: the furthest stands for itself": {peer: "10.0.0.1:1", forwarded: []string{"10.0.0.3, 10.0.0.2"}, want: "10.0.0.3"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("POST", "/", nil)
			r.RemoteAddr = tt.peer
			for _, line := range tt.forwarded {
				r.Header.Add("X-Forwarded-For", line)
			}
			if got := handler.ClientAddress(r); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestAProxyWhoseAddressesCannotBeReadIsToldOfOnce(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	handler := sse.NewHandler(nil, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, sse.Timing{})
	for _, forwarded := range []string{"", "203.0.113.7:51234", "client-4711", "client-4712"} {
		r := httptest.NewRequest("POST", "/", nil)
		r.RemoteAddr = "10.0.0.1:1"
		r.Header.Add("X-Forwarded-For", forwarded)
		handler.ClientAddress(r)
	}
	if told := log.String(); strings.Count(told, "X-Forwarded-For") != 1 || strings.Contains(told, "client-") {
		t.Errorf("the log says %q", told)
	}
}
