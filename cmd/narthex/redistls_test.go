package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// authority signs certificates of servers in tests.
type authority struct {
	t           testing.TB
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	a := &authority{t: t}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	a.certificate, _ = a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "tests"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, nil, a.key)
	return a
}

func (a *authority) sign(template, parent *x509.Certificate, key *ecdsa.PrivateKey) (*x509.Certificate, []byte) {
	a.t.Helper()
	if parent == nil {
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return certificate, der
}

// serve listens with a certificate in a name, which may be a number, and gives its address.
func (a *authority) serve(name string) string {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{name}}
	if ip := net.ParseIP(name); ip != nil {
		template.DNSNames, template.IPAddresses = nil, []net.IP{ip}
	}
	_, der := a.sign(template, a.certificate, key)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = conn.(*tls.Conn).Handshake()
			conn.Close()
		}
	}()
	return listener.Addr().String()
}

// The nodes of a cluster tell their addresses as 127.0.0.1 here, whatever they are called.
func TestANodeOfAClusterIsTrustedByItsOwnNameOrAnyOfTheList(t *testing.T) {
	signer, stranger := newAuthority(t), newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(signer.certificate)
	for _, test := range []struct {
		what    string
		address string
		trusted bool
	}{
		{"in the number by which it was reached", signer.serve("127.0.0.1"), true},
		{"in the first name of the list", signer.serve("one.redis.example"), true},
		{"in the second", signer.serve("two.redis.example"), true},
		{"in another name", signer.serve("three.redis.example"), false},
		{"in a name of the list, which nobody known has signed", stranger.serve("one.redis.example"), false},
	} {
		t.Run(test.what, func(t *testing.T) {
			client, err := openRedis("rediss://one.redis.example:6379,rediss://two.redis.example:6379")
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			options := client.(*redis.ClusterClient).Options()
			options.TLSConfig.RootCAs = roots
			conn, err := options.Dialer(t.Context(), "tcp", test.address)
			if err == nil {
				conn.Close()
			}
			if (err == nil) != test.trusted {
				t.Errorf("a certificate %s: %v", test.what, err)
			}
		})
	}
}

func TestARedisAloneIsReachedByTheNameThatItHas(t *testing.T) {
	client, err := openRedis("rediss://one.redis.example:6379")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if config := client.(*redis.Client).Options().TLSConfig; config.ServerName != "one.redis.example" || config.InsecureSkipVerify {
		t.Errorf("set up for %q", config.ServerName)
	}
}
