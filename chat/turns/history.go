package turns

import (
	"time"
)

// recentTimeout bounds the look at a conversation's past; the turn goes on without it.
const recentTimeout = 500 * time.Millisecond
