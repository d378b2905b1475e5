package main

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

func TestOnlyPartsOfTheProgramThatAreAsInItsFileAreLetGoOf(t *testing.T) {
	const smaps = `00400000-01000000 r-xp 00000000 fe:00 42 /srv/narthex
Rss:                8000 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
01000000-02000000 r--p 00c00000 fe:00 42 /srv/narthex
Anonymous:             0 kB
02000000-02100000 r--p 01c00000 fe:00 42 /srv/narthex
Anonymous:             4 kB
02100000-02200000 rw-p 01d00000 fe:00 42 /srv/narthex
Anonymous:             0 kB
7f0000000000-7f0000100000 r--p 00000000 fe:00 43 /lib/libc.so.6
Anonymous:             0 kB
7f0000100000-7f0000200000 r--p 00000000 00:00 0
Anonymous:             0 kB
7f0000200000-7f0000300000 r--p 00000000 fe:00 42 /srv/narthex (deleted)
Anonymous:             0 kB
`
	parts, err := unwritten(bufio.NewScanner(strings.NewReader(smaps)), "/srv/narthex")
	if want := []memory{{0x400000, 0x1000000}, {0x1000000, 0x2000000}}; err != nil || !slices.Equal(parts, want) {
		t.Errorf("got %x, %v", parts, err)
	}
	if _, err := unwritten(bufio.NewScanner(strings.NewReader("there-here r-xp 0 0 0 /srv/narthex\n")), "/srv/narthex"); err == nil {
		t.Error("took what are no addresses")
	}
}
