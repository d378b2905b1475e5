package extract

import (
	"context"
	"fmt"
	"os"
	"time"
)

// watchMemory calls exceeded when the process has more resident memory than it may, and returns then or at the context's
// end. It looks at resident memory and not at an address-space limit, because Go (with the race detector above all)
// reserves far more addresses than it uses.
func watchMemory(ctx context.Context, pid int, limit int64, exceeded func()) {
	statm := fmt.Sprintf("/proc/%d/statm", pid)
	pageSize := int64(os.Getpagesize())
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			content, err := os.ReadFile(statm)
			if err != nil { // it has ended
				return
			}
			var size, resident int64
			if _, err := fmt.Sscan(string(content), &size, &resident); err == nil && resident*pageSize > limit {
				exceeded()
				return
			}
		}
	}
}
