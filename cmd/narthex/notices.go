package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
)

// notices has churches notified of what the chat's tools and crisis gate have to tell. Neither package may import the
// other, so their news has two types of one shape.
type notices struct{ service *notify.Service }

// Notify implements tools.Notifier.
func (n notices) Notify(ctx context.Context, tx pgx.Tx, notice tools.Notice) error {
	lines := make([]notify.Line, len(notice.Lines))
	for i, line := range notice.Lines {
		lines[i] = notify.Line(line)
	}
	return n.service.Notify(ctx, tx, notify.Notice{
		Key: notice.Key, ChurchID: notice.ChurchID, Kind: notice.Kind, Urgent: notice.Urgent, Confidential: notice.Confidential,
		To: notice.To, RequestID: notice.RequestID, ReplyTo: notice.ReplyTo, Lines: lines, At: notice.At, Origin: notice.Origin, SessionID: notice.SessionID,
		Hold: notice.Hold,
	})
}

// openTools returns the tools that the model may call.
func (s *server) openTools() (*tools.Registry, error) {
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: s.pool, Notifier: notices{s.notices}, Alarms: s.notices}, tools.Config{
		Registerer: s.registry, Logger: s.logger, BaseURL: s.config.BaseURL, OneForAll: s.config.APIKey == "",
	})
	if err != nil {
		return nil, fmt.Errorf("set up the tools: %w", err)
	}
	return registry, nil
}
