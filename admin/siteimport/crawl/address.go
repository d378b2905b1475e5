package crawl

import (
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

// notPublic are networks of which netip does not say that they are special: what may be reached in them is ours or our provider's, or
// an IPv4 address in disguise. See the registries of special-purpose addresses that RFC 6890 asks for.
var notPublic = networks(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"168.63.129.16/32", // a public address by which machines of one provider reach their host
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// globalIPv6 is what is assigned of IPv6 for the public Internet: NAT64, mapped and compatible addresses are outside of it.
var globalIPv6 = netip.MustParsePrefix("2000::/3")

func networks(written ...string) (made []netip.Prefix) {
	for _, one := range written {
		made = append(made, netip.MustParsePrefix(one))
	}
	return made
}

// isPublic reports whether an address is one of the public Internet.
func isPublic(address netip.Addr) bool {
	address = address.WithZone("").Unmap()
	special := !address.IsGlobalUnicast() || address.IsPrivate() || address.Is6() && !globalIPv6.Contains(address)
	return !special && !slices.ContainsFunc(notPublic, func(network netip.Prefix) bool { return network.Contains(address) })
}

// control looks at the address of a connection before it is made, after names were resolved: net.Dialer calls it with what it connects
// to. So it does not matter what a name is resolved to the next time.
func (f *Fetcher) control(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s %s", errNotPublic, network, address)
	}
	to = netip.AddrPortFrom(to.Addr().WithZone("").Unmap(), to.Port())
	if slices.Contains(f.config.Allowed, to) {
		return nil
	}
	if !isPublic(to.Addr()) || !usualPort(to.Port()) {
		return fmt.Errorf("%w: %s", errNotPublic, to)
	}
	return nil
}

func usualPort(port uint16) bool { return port == 80 || port == 443 }
