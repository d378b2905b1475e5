package notify

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

// AddWorkers registers the worker of the service's jobs.
func AddWorkers(workers *river.Workers, s *Service) {
	river.AddWorker(workers, &deliveryWorker{service: s})
}

// jobLimit bounds a delivery: the handing over, with two minutes for its last answer, and the noting of what came of it. It must be less than the time after which the river
// client rescues jobs.
const jobLimit = 8 * time.Minute

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
