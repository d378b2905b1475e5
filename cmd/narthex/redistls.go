package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"slices"
)

// nodeDialer reaches the nodes of a Redis cluster over TLS. The client has one configuration for all of them, which takes nothing but a
// certificate in the first one's name. But the nodes tell each other's addresses, as names or as numbers, and each has a certificate of
// its own or all have one in common: so a node is trusted that has one in the name by which it was reached, or in any of the list.
type nodeDialer struct {
	net   net.Dialer
	tls   *tls.Config
	names []string
}

// newNodeDialer returns a dialer for the nodes of a list; of config its name alone is not kept.
func newNodeDialer(dialer net.Dialer, config *tls.Config, addresses []string) *nodeDialer {
	d := &nodeDialer{net: dialer, tls: config}
	for _, address := range addresses {
		d.names = append(d.names, withoutPort(address))
	}
	return d
}

func (d *nodeDialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	config := d.tls.Clone()
	config.ServerName = withoutPort(address)
	if !config.InsecureSkipVerify {
		config.InsecureSkipVerify = true // of one name alone: VerifyConnection does it for all of them
		names := slices.Concat([]string{config.ServerName}, d.names)
		config.VerifyConnection = func(state tls.ConnectionState) error { return verify(state.PeerCertificates, config.RootCAs, names) }
	}
	return (&tls.Dialer{NetDialer: &d.net, Config: config}).DialContext(ctx, network, address)
}

var errNoName = errors.New("a node without a name shows a certificate")

// verify is what crypto/tls does itself with a server's certificates, but for any of several names.
func verify(chain []*x509.Certificate, roots *x509.CertPool, names []string) (first error) {
	options := x509.VerifyOptions{Roots: roots, Intermediates: x509.NewCertPool()}
	for _, certificate := range chain[1:] {
		options.Intermediates.AddCert(certificate)
	}
	for _, options.DNSName = range names {
		if options.DNSName == "" { // which would be any name
			first = cmp.Or(first, errNoName)
			continue
		}
		_, err := chain[0].Verify(options)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return &tls.CertificateVerificationError{UnverifiedCertificates: chain, Err: first}
}

func withoutPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
