package church

import (
	"context"

	"github.com/google/uuid"
)

// report is one problem of one church's column. Each is counted and logged once, not at every load.
type report struct {
	church uuid.UUID
	dropping
}

// maxReports bounds the memory of what was reported; beyond it, old problems may be reported again.
const maxReports = 10_000

func (s *Store) report(ctx context.Context, church uuid.UUID, dropped droppings) {
	for _, item := range dropped.items {
		if !s.reported.Add(report{church, item}, struct{}{}) {
			continue
		}
		s.metrics.malformed.WithLabelValues(item.column).Inc()
		s.config.Logger.WarnContext(ctx, "part of a church's data is malformed and left out",
			"church", church, "column", item.column, "problem", item.problem)
	}
}
