package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// settleBaseURL takes BASE_URL without a slash at its end, because links begin with it, and refuses what no visitor could follow.
func (c *listenConfig) settleBaseURL() error {
	c.BaseURL = strings.TrimRight(strings.TrimSpace(c.BaseURL), "/")
	address, err := url.Parse(c.BaseURL)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.RawQuery != "" || address.Fragment != "" {
		return fmt.Errorf("BASE_URL must be an address such as https://chat.example.org; it is %q", c.BaseURL)
	}
	return nil
}

// ofBaseURL warns of a BASE_URL that was forgotten: everything works, but the links in mails lead whoever follows them to their own
// machine.
func (c *serveCommand) ofBaseURL() []string {
	if !leadsHere(c.BaseURL) {
		return nil
	}
	host, _, _ := net.SplitHostPort(c.ListenAddr)
	for _, outside := range []struct {
		what string
		is   bool
	}{
		{"mail goes out", c.SMTPURL != "" && !leadsHere(c.SMTPURL.reveal())},
		{"text messages go out", c.TwilioAccountSID != "" && !leadsHere(c.TwilioAPIBase)},
		{"churches pay", c.StripeSecretKey != "" && !leadsHere(c.StripeAPIBase)},
		{"LISTEN_ADDR is " + c.ListenAddr, !isLoopback(host)},
	} {
		if outside.is {
			return []string{fmt.Sprintf("BASE_URL is %s though %s: links lead whoever follows them to their own machine. Set it to the address under which visitors come", c.BaseURL, outside.what)}
		}
	}
	return nil
}

// leadsHere reports whether an address is one of this machine alone.
func leadsHere(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && isLoopback(parsed.Hostname())
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}
