package live

// Signal wakes whoever waits on c, a channel with room for one; it never blocks.
func Signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is signalled already
	}
}
