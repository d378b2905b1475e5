package main

import (
	"context"
	"fmt"

	"narthex/migrations"
)

// warnOfTrigger says that confirmed sign-ups are told to the analytics store by the app alone: by the next first visit, if there is one.
// Installing what tells it at once is for the database's owner, by `narthex migrate`.
func (s *server) warnOfTrigger(ctx context.Context) error {
	if s.accounts == nil {
		return nil
	}
	problem, err := migrations.TriggerProblem(ctx, s.pool)
	if err != nil {
		return fmt.Errorf("look at the identity provider's table: %w", err)
	}
	if problem != "" {
		s.logger.WarnContext(ctx, "the trigger on auth.users that reports confirmed sign-ups needs `narthex migrate`", "problem", problem)
	}
	return nil
}
