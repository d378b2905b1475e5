package provision

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// Messages queues what leaves the house, in a transaction that is confined to the church: it goes out if, and only if, that
// commits. What is said of a church is read when it is sent.
type Messages interface {
	// Welcome is for the admin: it carries the magic link.
	Welcome(ctx context.Context, tx pgx.Tx, church uuid.UUID) error
	// Founder tells the founder something of a church.
	Founder(ctx context.Context, tx pgx.Tx, church uuid.UUID, news News) error
	// Confirm asks whoever reads a listed church's address whether the claim is theirs.
	Confirm(ctx context.Context, tx pgx.Tx, church uuid.UUID, listed string) error
	// Prove asks whoever reads the address with which a listed church was claimed, and which is the church's own, whether they did.
	Prove(ctx context.Context, tx pgx.Tx, church uuid.UUID, own string) error
	// Subscribe adds the admin to the marketing list.
	Subscribe(ctx context.Context, tx pgx.Tx, church uuid.UUID) error
}

// News is something that the founder should know of.
type News struct {
	Kind   Kind
	About  string // the subscription, and when it changed if it did: of another one the same is told again
	Detail string // one line more; "" where the kind says all
}

// Kind is what the founder is told.
type Kind string

// The kinds of news.
const (
	NewSale            Kind = "new_sale"
	NumberNeeded       Kind = "number_needed"       // a telephone number must be assigned
	ProvisioningFailed Kind = "provisioning_failed" // the chatbot could not be made; the step can be repeated
	OwnershipUnproven  Kind = "ownership_unproven"  // a listed church was claimed by somebody who may not be of it
	OwnershipAwaited   Kind = "ownership_awaited"   // the same, with an address of the church's own, which has been sent a link
	ClaimedTwice       Kind = "claimed_twice"       // the church has a subscription already: a new row was made
)

// tell is steps 7 and 8.
func (p *Provisioner) tell(ctx context.Context, tx pgx.Tx, c taken, s signup.SignUp, paid Payment, failure error) error {
	if err := p.messages.Welcome(ctx, tx, c.ID); err != nil {
		return fmt.Errorf("queue the welcome: %w", err)
	}
	if s.MarketingOptIn {
		if err := p.messages.Subscribe(ctx, tx, c.ID); err != nil {
			return fmt.Errorf("queue the subscription to the list: %w", err)
		}
	}
	if err := p.ask(ctx, tx, c); err != nil {
		return fmt.Errorf("queue the question whose a church is: %w", err)
	}
	for _, news := range newsOf(c, s, paid, failure) {
		if err := p.messages.Founder(ctx, tx, c.ID, news); err != nil {
			return fmt.Errorf("queue news for the founder: %w", err)
		}
	}
	return nil
}

// ask asks whose a listed church is: the address that was given, if it is the church's own, and the listed one.
func (p *Provisioner) ask(ctx context.Context, tx pgx.Tx, c taken) error {
	if c.Own != "" {
		if err := p.messages.Prove(ctx, tx, c.ID, c.Own); err != nil {
			return err
		}
	}
	if c.Email == "" || strings.EqualFold(c.Email, c.Own) {
		return nil
	}
	return p.messages.Confirm(ctx, tx, c.ID, c.Email)
}

func newsOf(c taken, s signup.SignUp, paid Payment, failure error) []News {
	sale := News{Kind: NewSale}
	var details []string
	if len(s.AddOns) > 0 { // whoever runs the platform delivers them
		details = append(details, "add-ons: "+strings.Join(s.AddOns, ", "))
	}
	if odd := s.Suspicion(); odd.Score >= signup.Suspicious {
		details = append(details, fmt.Sprintf("%v (%d)", odd.Reasons, odd.Score))
	}
	sale.Detail = strings.Join(details, "; ")
	news := []News{sale}
	if s.Plan.HasVoice() {
		news = append(news, News{Kind: NumberNeeded})
	}
	if failure != nil {
		news = append(news, News{Kind: ProvisioningFailed, Detail: failure.Error()})
	}
	switch {
	case c.Own != "":
		news = append(news, News{Kind: OwnershipAwaited, Detail: c.Detail})
	case c.Listed:
		news = append(news, News{Kind: OwnershipUnproven, Detail: c.Detail})
	}
	if c.Other {
		news = append(news, News{Kind: ClaimedTwice})
	}
	for i := range news {
		news[i].About = paid.SubscriptionID
	}
	return news
}
