package data

// Known are the tables that something is said of.
func Known() map[string]bool {
	known := make(map[string]bool)
	for _, t := range tables {
		known[t.name] = true
	}
	for name := range left {
		known[name] = true
	}
	return known
}

// Bound has the handler make no archive of more bytes.
func (h *Handler) Bound(most int64) { h.largest = most }

// Fill has the handler make as many archives as it does at once, until left.
func (h *Handler) Fill() (leave func()) {
	places := h.room.making
	for range cap(places) {
		places <- struct{}{}
	}
	return func() {
		for range cap(places) {
			<-places
		}
	}
}
