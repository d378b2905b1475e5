package line

import "time"

// SetClock has a finder go by another clock.
func (f *Finder) SetClock(now func() time.Time) { f.now = now }
