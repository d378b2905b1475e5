package billing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"narthex/chat/church"
)

// tellAddress is the job that tells the provider the address of a church's account, as it is when the job runs. A trigger of the database
// queues it when that changes.
type tellAddress struct {
	ChurchID uuid.UUID `json:"church_id"`
}

// Kind implements river.JobArgs.
func (tellAddress) Kind() string { return "tell_account_address" }

type addressWorker struct {
	river.WorkerDefaults[tellAddress]
	service *Service
}

func (w *addressWorker) Timeout(*river.Job[tellAddress]) time.Duration { return endLimit }

// NextRetry implements river.Worker.
func (w *addressWorker) NextRetry(job *river.Job[tellAddress]) time.Time { return nextTry(job.Attempt) }

func (w *addressWorker) Work(ctx context.Context, job *river.Job[tellAddress]) error {
	err := w.service.tellAddress(ctx, job.Args.ChurchID)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrBadAddress) {
		return river.JobCancel(err) // there is nobody who could be told, or the next address is told by a job of its own
	}
	return err
}

// tellAddress has the provider write to a church's account at its address of now.
func (s *Service) tellAddress(ctx context.Context, churchID uuid.UUID) error {
	var customer, email string
	err := church.InChurch(ctx, s.store.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select coalesce(payment_customer_id, ''), coalesce(admin_email, '') from premium_churches where church_id = $1`, churchID).Scan(&customer, &email)
	})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (customer == "" || email == "") {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read whose an account is: %w", err)
	}
	err = s.payments.SetAddress(ctx, customer, email)
	if errors.Is(err, ErrBadAddress) {
		if failure := s.addressRefused(ctx, churchID, customer, email); failure != nil {
			return failure
		}
	}
	return err
}

// addressRefused tells the founder, once for each address, that the provider goes on writing to the one before.
func (s *Service) addressRefused(ctx context.Context, churchID uuid.UUID, customer, email string) error {
	return pgx.BeginFunc(ctx, s.store.pool, func(tx pgx.Tx) error {
		return s.alarm(ctx, tx, Alarm{
			Key: fmt.Sprintf("address refused %s %x", customer, markOf(email)), Kind: AddressRefused, ID: customer,
			Detail: fmt.Sprintf("The account of church %s has another address, which the provider takes for none.", churchID),
		})
	})
}
