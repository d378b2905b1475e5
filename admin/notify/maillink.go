package notify

import (
	"time"

	"github.com/google/uuid"
)

// Link is one that a mail carries. It is made when the mail is sent, and stored nowhere.
type Link struct {
	Text   string // what stands before it; "" where the intro says all
	Button string
	URL    string
	Quiet  bool // the lesser of two choices
}

// Sending is a mail as whoever makes its links sees it.
type Sending struct {
	ChurchID  uuid.UUID
	PremiumID uuid.UUID // of its premium record
	To        string    // whom it goes to
	About     string    // what it is about, as whoever queued it said
	CreatedAt time.Time // when it was queued: a link is the same in every attempt
	// Text is what the words say under a key, in the mail's language.
	Text func(key string) string

	adminToken uuid.UUID
}

// LinkMaker makes the links of a mail.
type LinkMaker func(m Sending) []Link

// toDashboard is the magic link.
func toDashboard(at string, m Sending) []Link {
	if m.adminToken == uuid.Nil {
		return nil
	}
	return []Link{{Text: m.Text("dashboard"), Button: m.Text("dashboard_button"), URL: at + "/admin/" + m.adminToken.String()}}
}

// toPayment leads to where a card is changed.
func toPayment(at string, m Sending) []Link {
	links := toDashboard(at, m)
	for i := range links {
		links[i].Text, links[i].Button = m.Text("payment"), m.Text("payment_button")
		links[i].URL += "#billing" // the part of the dashboard with the way to the payment provider
	}
	return links
}
