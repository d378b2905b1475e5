package chattest

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/tools"
)

// Notices records what churches are told instead of telling them.
type Notices struct {
	mu   sync.Mutex
	told []tools.Notice // one with a Hold is held back
}

// NewNotices returns notices that were recorded elsewhere.
func NewNotices(told ...tools.Notice) *Notices { return &Notices{told: told} }

func (n *Notices) Notify(_ context.Context, _ pgx.Tx, notice tools.Notice) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, notice)
	return nil
}

// Release implements tools.Alarms.
func (n *Notices) Release(_ context.Context, _ pgx.Tx, churchID, key uuid.UUID) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if notice := n.held(churchID, key); notice != nil {
		notice.Hold = 0
	}
	return nil
}

// Lower implements tools.Alarms.
func (n *Notices) Lower(_ context.Context, _ pgx.Tx, churchID, key, as uuid.UUID) (lowered bool, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	notice := n.held(churchID, key)
	if notice == nil {
		return false, nil
	}
	notice.Hold, notice.Urgent, notice.Key = 0, false, as
	return true, nil
}

func (n *Notices) held(churchID, key uuid.UUID) *tools.Notice {
	for i := range n.told {
		if notice := &n.told[i]; notice.ChurchID == churchID && notice.Key == key && notice.Hold > 0 {
			return notice
		}
	}
	return nil
}

// All returns the notices so far, oldest first.
func (n *Notices) All() []tools.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.told)
}

// CrisisNotices returns those by which a church was told of crises.
func (s *Server) CrisisNotices(churchID uuid.UUID) []tools.Notice {
	return slices.DeleteFunc(s.Notices.All(), func(n tools.Notice) bool { return n.ChurchID != churchID || n.Kind != "crisis" })
}
