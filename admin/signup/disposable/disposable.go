// Package disposable knows the domains of mail addresses that are thrown away after use.
//
// domains.txt.gz are those of the npm package disposable-email-domains 1.0.62 (https://github.com/ivolo/disposable-email-domains,
// MIT licence), index.json and wildcard.json together: one a line, in the order of their bytes. To renew it, take a newer
// version of that package.
package disposable

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

//go:embed domains.txt.gz
var packed []byte

// domains are the lines, read when the first address is asked about.
var domains = sync.OnceValue(func() []byte {
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("domains.txt.gz: " + err.Error())
	}
	lines, err := io.ReadAll(zip)
	if err != nil {
		panic("domains.txt.gz: " + err.Error())
	}
	return lines
})

// Email reports whether an address is of a domain, or below one, that is known to give away addresses for a short while.
func Email(address string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	for strings.Contains(domain, ".") {
		if listed(domain) {
			return true
		}
		_, domain, _ = strings.Cut(domain, ".")
	}
	return false
}

func listed(domain string) bool {
	lines, wanted := domains(), []byte(domain)
	low, high := 0, len(lines) // the domain, if it is there, begins a line between them
	for low < high {
		middle := (low + high) / 2
		start := bytes.LastIndexByte(lines[low:middle], '\n') + 1 + low
		length := bytes.IndexByte(lines[start:], '\n')
		switch bytes.Compare(wanted, lines[start:start+length]) {
		case 0:
			return true
		case -1:
			high = start
		default:
			low = start + length + 1
		}
	}
	return false
}
