package billing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"github.com/google/uuid"

	"narthex/admin/billing/price"
	"narthex/admin/signup"
)

// Payments is the payment provider. An error that is none of those below means that it cannot be reached or refuses us.
type Payments interface {
	// CreateCheckout opens a checkout. The same key means the same checkout, as long as that is open. It may be ErrBadAddress.
	CreateCheckout(ctx context.Context, checkout Checkout) (Opened, error)
	// ExpireOpenCheckouts ends the open checkouts of an address whose metadata hold a value, all but one. One that was paid meanwhile
	// is left alone.
	ExpireOpenCheckouts(ctx context.Context, email, key, value, except string) error
	// LiveSubscription is the id of a subscription of ours that the address has and that has not ended; empty: none.
	LiveSubscription(ctx context.Context, email string) (id string, err error)
	// Session is a checkout with its subscription, or ErrNotFound.
	Session(ctx context.Context, id string) (Session, error)
	// SessionOf is the checkout that a subscription comes from, or ErrNotFound.
	SessionOf(ctx context.Context, subscriptionID string) (Session, error)
	// Subscription is a subscription as it is now, or ErrNotFound.
	Subscription(ctx context.Context, id string) (Subscription, error)
	// Subscriptions are all of ours, also those that ended.
	Subscriptions(ctx context.Context) iter.Seq2[Subscription, error]
	// OpenPortal opens the provider's pages about a subscription and returns their address, which is for its church alone and
	// good for minutes. ErrNotFound: it knows nothing of the subscription; ErrSeveral: its plan cannot be changed there.
	OpenPortal(ctx context.Context, visit Visit) (url string, err error)
	// SetAddress has a customer have another address, which receipts go to and by which LiveSubscription finds it. It may be ErrNotFound
	// or ErrBadAddress.
	SetAddress(ctx context.Context, customerID, email string) error
	// Cancel ends a subscription at once; what was paid stays so. Doing so twice changes nothing. It may be ErrNotFound.
	Cancel(ctx context.Context, subscriptionID string) error
	// End ends a subscription at once and gives back what was paid for it. Doing so twice changes nothing.
	End(ctx context.Context, subscriptionID string) error
	// ReadEvent reads what was posted to the webhook. The error is ErrForged or ErrTooOld.
	ReadEvent(body []byte, signature string) (Event, error)
}

// What the provider says no with.
var (
	ErrNotFound = errors.New("the payment provider knows nothing of that id")
	ErrForged   = errors.New("the event is not the payment provider's")
	ErrTooOld   = errors.New("the event was signed too long ago")
	ErrSeveral  = errors.New("the payment provider changes the plan of no subscription that holds more than a plan")

	ErrBadAddress = errors.New("the payment provider takes this for no e-mail address")
)

// Checkout is what a church is about to pay for.
type Checkout struct {
	SignUp    signup.SignUp
	Metadata  map[string]string // of the sign-up, and of the browser
	ReturnURL string            // holds {CHECKOUT_SESSION_ID}
	Key       string            // the same for the same wish, sent twice
	Again     bool              // the church has tried a plan before, and tries none again
	Language  string            // that was chosen for the provider's page; empty: it is left to the browser
	CancelURL string            // the way back from a page that is the provider's own; empty: the page is shown within ours
}

// returningKey is the metadata's key for the church that a checkout was opened for from its own dashboard. No browser can set it:
// the metadata of a sign-up are made of the fields of its form.
const returningKey = "returning_church_id"

// returningOf is the church that takes a plan again with a checkout; the zero UUID: it is the checkout of a sign-up.
func returningOf(metadata map[string]string) uuid.UUID {
	id, err := uuid.Parse(metadata[returningKey])
	if err != nil {
		return uuid.Nil
	}
	return id
}

// wishOf is a checkout's key, by its metadata and the way back: whoever goes on in another language wishes for another, because the
// provider refuses a key that it knows with anything else in it.
func wishOf(metadata map[string]string, returnURL string) (key string, err error) {
	wish, err := json.Marshal([]any{metadata, returnURL}) // in the order of the keys
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(wish)
	return "narthex-" + hex.EncodeToString(sum[:]), nil
}

// TrialDays is for how many days the plan is tried before it is paid for.
func (c Checkout) TrialDays() int64 {
	if c.Again {
		return 0
	}
	return price.Trial(c.SignUp.Plan)
}

// Opened is a checkout that waits for its payment: either a page of the provider's shown within ours, or one elsewhere.
type Opened struct {
	SessionID      string `json:"sessionId,omitempty"`
	ClientSecret   string `json:"clientSecret,omitempty"`
	PublishableKey string `json:"publishableKey,omitempty"`
	URL            string `json:"url,omitempty"` // where to go; of Stripe's checkouts those alone have one that are no page within ours
}

// Visit is a church's to the provider's billing portal.
type Visit struct {
	CustomerID, SubscriptionID string
	ReturnURL                  string // where the way back leads
	Language                   string // as in BCP 47
	ChangeTo                   string // the lookup key of the price to change to; empty: card, invoices, cancelling, resuming
}

// Session is a checkout.
type Session struct {
	ID             string
	Open           bool // it still waits for its payment
	Complete       bool // it was gone through to the end
	Paid           bool // paid, or nothing is due yet because of a trial
	CustomerID     string
	SubscriptionID string
	Metadata       map[string]string
	Subscription   *Subscription // nil where an event tells of the session
}

// Subscription is what a church pays for again and again.
type Subscription struct {
	ID                string
	CustomerID        string
	Status            string    // the provider's word, see status.go
	LookupKeys        []string  // of the prices of what it holds
	PeriodEndsAt      time.Time // zero: not known
	TrialEndsAt       time.Time // zero: none
	CancelAtPeriodEnd bool
}

// Event is what the provider tells of its own accord.
type Event struct {
	ID, Type   string
	At         time.Time // when it happened, to the second
	Version    string    // of the provider's interface
	Compatible bool      // the version is one that this program understands; otherwise nothing below is filled in

	Session        *Session      // of checkout.session.…
	Subscription   *Subscription // of customer.subscription.…
	SubscriptionID string        // of these and of invoice.…; empty: the event is not about a subscription
}
