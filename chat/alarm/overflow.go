package alarm

import (
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat/tools"
)

// overflowFile is one file for the reports of a client beyond those that have files of their own. It holds the latest of them,
// and how many more there are: each stands in its conversation, which is flagged. All are of one urgency.
type overflowFile struct {
	spool *spool
	name  string
	key   uuid.UUID

	mu     sync.Mutex // of what is counted
	report spooledReport
	count  int
	closed bool // it is being passed on

	writing sync.Mutex // held while the file is written: who waits here is written by the next in one go
	written int        // how many the file counts
}

// spooledReport is what a file holds.
type spooledReport struct {
	tools.Request
	Also      []uuid.UUID `json:",omitempty"` // the conversations that were counted, as many as there is room for
	HeldUntil time.Time   `json:",omitzero"`  // an alarm that this process may hold back, not another that finds the file
}

const (
	labelMore = "reports" // of the line that says how many more there are
	mostAlso  = 100
	countMark = "many-"     // how the last part of such a file's name begins
	countAge  = time.Minute // after which nobody counts into a file any more, and another process may pass it on
)

// add counts a report; it is on disk when add returns without an error. It reports false when the file takes no more.
func (c *overflowFile) add(request tools.Request) (open bool, err error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return false, nil
	}
	if len(c.report.Also) < mostAlso {
		c.report.Also = append(c.report.Also, request.SessionID)
	}
	c.report.Request = request
	c.count++
	number := c.count
	c.mu.Unlock()
	c.writing.Lock()
	defer c.writing.Unlock()
	return true, c.write(number, false)
}

// close has nothing more counted, and everything counted on disk.
func (c *overflowFile) close() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.write(0, true)
}

// write puts everything that is counted by now into the file, unless it counts so many already.
func (c *overflowFile) write(number int, last bool) error {
	if !last && c.written >= number {
		return nil
	}
	taken := 0
	if c.written > 0 && c.spool.lacks(c.name) { // another process that shares the directory has passed these on
		taken, c.written, c.key = c.written, 0, uuid.New()
	}
	c.mu.Lock()
	c.closed = c.closed || last
	c.count -= taken
	count, report := c.count, c.report
	c.mu.Unlock()
	if c.written == count {
		return nil
	}
	report.Key, report.Before = c.key, uuid.Nil // what it counts is told of, whatever the latest has said before
	if count > 1 {
		report.Details = append(report.Details[:len(report.Details):len(report.Details)], tools.Line{Label: labelMore, Text: strconv.Itoa(count - 1)})
	}
	data, err := json.Marshal(report)
	if err == nil {
		err = c.spool.put(c.name, data)
	}
	if err == nil {
		c.written = count
	}
	return err
}
