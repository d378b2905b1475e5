package notify

import (
	"time"

	"github.com/google/uuid"
)

// Line is one thing that a visitor gave.
type Line struct {
	Label string `json:"label"` // a key of the wording's labels, such as name, phone, message
	Text  string `json:"text"`
}

// Values of the columns channel, audience and status.
const (
	channelMail = "mail"
	channelSMS  = "sms"

	audienceChurch  = "church"
	audienceFounder = "founder"
	audienceSecond  = "second"
	audienceAdmin   = "admin"
	audienceUser    = "user"   // whoever the recipient is
	audienceCaller  = "caller" // the number that the recipient is, of somebody on the telephone

	statusQueued  = "queued"
	statusFailed  = "failed"
	statusSent    = "sent"
	statusDead    = "dead"
	statusSkipped = "skipped"
)

// message is what a row says.
type message struct {
	ChurchID     uuid.UUID // zero: it belongs to none
	Key          uuid.UUID
	Audience     string
	Kind         string
	Urgent       bool
	Confidential bool
	Recipient    string // "" is the church's own address
	RequestID    uuid.UUID
	ReplyTo      string
	Lines        []Line
	HappenedAt   time.Time
	Origin       string
	SessionID    uuid.UUID
	Safeguarding bool   // somebody is accused who serves at the church
	About        string // of a mail of the platform that is not told again of the same for a while
}

// delivery is a row that this process has taken, with what is known of its church at this moment.
type delivery struct {
	message
	ID           uuid.UUID
	Channel      string
	Attempts     int       // this one included
	WasUncertain bool      // an earlier attempt may have sent it
	WasFailed    bool      // it had no address when last looked at
	CreatedAt    time.Time // or when it was first to be sent, if it was held back
	ChurchName   string
	Language     string
	Timezone     string
	Country      string // ISO 3166-1; "" is not known
	Email, Phone string // the church's, as stored

	Slug, Plan string
	PremiumID  uuid.UUID // of the premium record
	AdminEmail string    // of the subscription
	AdminToken uuid.UUID // the magic link's: in no log, no row, no job

	SafeguardingName, SafeguardingEmail, SafeguardingPhone string // whom the church has named for it, as stored
	Waiting                                                int    // of the church's rows, those that have no address

	lease  uuid.UUID
	danger *Danger // of a crisis that there is a request of
}
