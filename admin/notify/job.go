package notify

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// Delivery is the job that sends one message. It holds no content: River's tables know no churches.
type Delivery struct {
	ChurchID       uuid.UUID `json:"church_id"`
	NotificationID uuid.UUID `json:"notification_id"`
}

// Kind implements river.JobArgs.
func (Delivery) Kind() string { return "deliver_notification" }

// Urgent messages have workers of their own, so that no number of others, nor a mail server that is slow with them, holds
// them up.
const (
	queueUsual  = "notifications"
	queueUrgent = "notifications_urgent"
)

// Queues returns the queues that the river client must work on, beside its own.
func Queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{queueUsual: {MaxWorkers: 8}, queueUrgent: {MaxWorkers: 8}}
}

// AddWorkers registers the worker of the service's jobs.
func AddWorkers(workers *river.Workers, s *Service) {
	river.AddWorker(workers, &deliveryWorker{service: s})
}

func (s *Service) queueJobs(ctx context.Context, tx pgx.Tx, m message, ids []uuid.UUID, opts river.InsertOpts) error {
	if len(ids) == 0 {
		return nil
	}
	opts.Queue = queueUsual
	if m.Urgent {
		opts.Queue = queueUrgent
	}
	var jobs []river.InsertManyParams
	for _, id := range ids {
		jobs = append(jobs, river.InsertManyParams{Args: Delivery{ChurchID: m.ChurchID, NotificationID: id}, InsertOpts: &opts})
	}
	if _, err := s.jobs.InsertManyTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("queue the notification's jobs: %w", err)
	}
	return nil
}

// jobLimit bounds a delivery with the noting of what came of it. It must be less than the time after which the river
// client rescues jobs.
const jobLimit = 5 * time.Minute

type deliveryWorker struct {
	river.WorkerDefaults[Delivery]
	service *Service
}

func (w *deliveryWorker) Timeout(*river.Job[Delivery]) time.Duration { return jobLimit }

// Work sends the message if it is due. One that is to be tried again is put off, which River does not count as an attempt:
// the row knows how often it was tried. An error means that the database failed; River tries that again by its own rules,
// and if it gives up, the row is found by Service.Run.
func (w *deliveryWorker) Work(ctx context.Context, job *river.Job[Delivery]) error {
	again, err := w.service.deliver(ctx, job.Args.ChurchID, job.Args.NotificationID)
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}
