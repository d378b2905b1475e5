package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/admin/ownership"
	"narthex/chat/church"
)

// Confirm implements provision.Messages. A listed address that is none is told nothing: the founder is.
func (m subscriptionMail) Confirm(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, listed string) error {
	return m.askWhose(ctx, tx, churchID, "ownership_asked", listed)
}

// Prove implements provision.Messages.
func (m subscriptionMail) Prove(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, own string) error {
	return m.askWhose(ctx, tx, churchID, "ownership_proof", own)
}

// askWhose asks whoever reads an address whose a listed church is.
func (m subscriptionMail) askWhose(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, kind, address string) error {
	who, err := readClaimant(ctx, tx, churchID)
	if err != nil {
		return err
	}
	err = m.service.Mail(ctx, tx, who.question(kind, keyOf(churchID, kind, who.Premium), address))
	if errors.Is(err, notify.ErrNoticeIncomplete) {
		m.logger.WarnContext(ctx, "an address cannot be asked whose a church is", "church", churchID, "kind", kind)
		return nil
	}
	return err
}

// claimant is who has signed a church up.
type claimant struct {
	Church, Premium uuid.UUID
	Name, Email     string
	Own             string // the address of the church's own that proves the claim, while that is to be proven; "": there is none
}

func readClaimant(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (c claimant, err error) {
	err = tx.QueryRow(ctx, `
		select church_id, id, coalesce(admin_name, ''), coalesce(admin_email, ''),
			coalesce(case when not listing_proven then listing_own_email end, '')
		from premium_churches where church_id = $1`, churchID).Scan(&c.Church, &c.Premium, &c.Name, &c.Email, &c.Own)
	if err != nil {
		return claimant{}, fmt.Errorf("read who claims a church: %w", err)
	}
	return c, nil
}

// question is a mail that asks an address whether the claim is good.
func (c claimant) question(kind string, key uuid.UUID, address string) notify.Mail {
	return notify.Mail{
		Key: key, ChurchID: c.Church, Kind: kind, To: address, About: c.Premium.String(),
		Lines: []notify.Line{{Label: "name", Text: c.Name}, {Label: "email", Text: c.Email}},
	}
}

// proofEvery is how often the link that proves a claim is sent again, at most.
const proofEvery = time.Hour

// proveAgain has the link that proves the claim of a listed church sent once more to the address that was given for it, and to no other,
// unless that was done lately.
func (s *server) proveAgain(ctx context.Context, churchID uuid.UUID) error {
	return church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		who, err := readClaimant(ctx, tx, churchID)
		if err != nil || who.Own == "" {
			return err
		}
		mail := who.question("ownership_proof", uuid.New(), who.Own)
		mail.QuietFor = proofEvery
		return s.notices.Mail(ctx, tx, mail)
	})
}

// tellRejected tells whoever claimed a church that the claim is rejected.
func tellRejected(service *notify.Service) ownership.Tell {
	return func(ctx context.Context, tx pgx.Tx, churchID, premiumID uuid.UUID, email string) error {
		err := service.Mail(ctx, tx, notify.Mail{Key: keyOf(churchID, "ownership_rejected", premiumID), ChurchID: churchID, Kind: "ownership_rejected", To: email})
		if errors.Is(err, notify.ErrNoticeIncomplete) {
			return nil // no mail can be sent there
		}
		return err
	}
}
