package main

import (
	"context"
	"fmt"

	"narthex/admin/accounts"
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

// warnOfRedirects says which of our addresses the identity provider does not lead to. It takes as long as the provider does.
func (s *server) warnOfRedirects(ctx context.Context) {
	if s.accounts == nil {
		return
	}
	for _, address := range accounts.Redirects(s.config.BaseURL) {
		leads, err := s.accounts.identity.LeadsTo(ctx, address)
		if ctx.Err() != nil {
			return // the server ends
		}
		if err != nil {
			s.logger.WarnContext(ctx, "whether the identity provider leads to our addresses is not known", "error", err)
			return
		}
		if leads != address {
			s.logger.WarnContext(ctx, "the identity provider leads elsewhere: its list of allowed addresses lacks one of ours", "address", address, "leads_to", leads)
		}
	}
}
