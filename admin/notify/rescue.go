package notify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

const (
	rescuers     = 4                // mails that one node works on beside its jobs, and as many text messages
	stopPatience = 10 * time.Second // for messages under way at a shutdown

	forgetEvery  = time.Hour
	keepDone     = 90 * 24 * time.Hour
	keepDead     = 365 * 24 * time.Hour
	keepClients  = 24 * time.Hour  // of crises: what tells whose they are
	rescueBudget = 5 * time.Second // for looking what is due
)

// Run sends what no job works on, until ctx ends: what a node had begun that has died since, what was queued before there
// was a mail server, what had no address, what River lost. Each node does so; the lease decides who sends.
func (s *Service) Run(ctx context.Context) error {
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopPatience, cancel) })()
	mails, texts := &errgroup.Group{}, &errgroup.Group{}
	mails.SetLimit(rescuers)
	texts.SetLimit(rescuers)
	forget := time.Now().Add(rand.N(forgetEvery))
	reported := false
	for {
		err := s.rescue(ctx, working, texts, channelSMS)
		if err == nil && s.mail != nil {
			err = s.rescue(ctx, working, mails, channelMail)
		}
		if err != nil && !reported && ctx.Err() == nil {
			s.config.Logger.WarnContext(ctx, "cannot look for notifications that wait", "error", err)
		}
		reported = err != nil
		if time.Now().After(forget) {
			forget = time.Now().Add(forgetEvery)
			s.forgetOld(ctx)
		}
		select {
		case <-ctx.Done():
			return errors.Join(texts.Wait(), mails.Wait())
		case <-time.After(s.config.Timing.Rescue*9/10 + rand.N(s.config.Timing.Rescue/5+1)):
		}
	}
}

// rescue starts on what is due on a channel, as far as there is room.
func (s *Service) rescue(ctx, working context.Context, work *errgroup.Group, channel string) error {
	due, err := s.due(ctx, channel)
	if err != nil {
		return err
	}
	for _, row := range due {
		started := work.TryGo(func() error {
			if _, err := s.deliver(working, row.ChurchID, row.ID); err != nil {
				s.config.Logger.WarnContext(working, "a notification waits for the database", "notification", row.ID, "error", err)
			}
			return nil
		})
		if !started {
			break
		}
	}
	return nil
}

func (s *Service) due(ctx context.Context, channel string) ([]reference, error) {
	ctx, cancel := context.WithTimeout(ctx, rescueBudget)
	defer cancel()
	rows, err := s.pool.Query(ctx, `select church_id, id from due_notifications($1, $2, $3)`,
		[]string{channel}, s.config.Timing.Late, 4*rescuers) // others may take some of them
	if err != nil {
		return nil, fmt.Errorf("look for notifications that wait: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
}

// mostForgotten is of how many crises the clients are forgotten at a time.
const mostForgotten = 10_000

// forgetOld removes what nobody needs any more.
func (s *Service) forgetOld(ctx context.Context) {
	s.forgot(ctx, "old notifications", s.pool.QueryRow(ctx, `select forget_notifications($1, $2)`, keepDone, keepDead))
	s.forgot(ctx, "clients of old crises", s.pool.QueryRow(ctx, `select forget_crisis_origins($1, $2)`, keepClients, mostForgotten))
}

// forgot logs how many rows were forgotten of something.
func (s *Service) forgot(ctx context.Context, what string, counted pgx.Row) {
	var gone int64
	err := counted.Scan(&gone)
	switch {
	case err != nil && ctx.Err() == nil:
		s.config.Logger.WarnContext(ctx, "cannot forget what is old", "what", what, "error", err)
	case gone > 0:
		s.config.Logger.InfoContext(ctx, "forgot what is old", "what", what, "rows", gone)
	}
}
