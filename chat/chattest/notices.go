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
	told []tools.Notice
}

// NewNotices returns notices that were recorded elsewhere.
func NewNotices(told ...tools.Notice) *Notices { return &Notices{told: told} }

func (n *Notices) Notify(_ context.Context, _ pgx.Tx, notice tools.Notice) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, notice)
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
