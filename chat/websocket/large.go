package websocket

import "sync"

const (
	largeFrame     = 16 << 10 // bytes; larger frames are few and read few at a time
	maxLargeFrames = 64
)

// largeFrames are the places of large frames while they are read. An address may have as many as it leaves for the others: whoever has
// none gets one of the last, and one that only half sends its frames keeps the large frames of nobody else out.
type largeFrames struct {
	mu   sync.Mutex
	held int
	from map[string]int // of them, by client address
}

// enter takes a place for an address. false: there is none for it now.
func (l *largeFrames) enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.from[address] >= maxLargeFrames-l.held {
		return false
	}
	l.held++
	l.from[address]++
	return true
}

func (l *largeFrames) leave(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held--
	if l.from[address]--; l.from[address] == 0 {
		delete(l.from, address)
	}
}

// reading is how many are read now.
func (l *largeFrames) reading() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held
}
