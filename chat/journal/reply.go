package journal

import (
	"fmt"

	"github.com/google/uuid"
)

// reply is what a script says of one item of a batch: acceptScript of a question, and appendScript of what turns of a church say.
type reply struct {
	code    int64
	waiting []string // records of the question's session
	notices []notice // about the turns
}

// notice is what the journal tells about a running turn.
type notice struct {
	turn uuid.UUID
	what string
}

const (
	noticeStop    = "stop"    // its visitor wants no more
	noticeLost    = "lost"    // another node has it
	noticeFailed  = "failed"  // it could not be written, for want of memory perhaps
	noticeBehind  = "behind"  // it lacks lines that had been written: a replica was promoted that did not have them yet
	noticeMissing = "missing" // the journal does not know it: it was accepted, or Redis has lost its data, in an outage
)

// notices reads what appendScript gave.
func notices(reply []string) ([]notice, error) {
	var found []notice
	for i := 0; i+1 < len(reply); i += 2 {
		turn, err := uuid.Parse(reply[i])
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		found = append(found, notice{turn, reply[i+1]})
	}
	return found, nil
}
