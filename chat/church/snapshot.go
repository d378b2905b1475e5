package church

import (
	"time"

	"github.com/google/uuid"
)

// Snapshot is all that answering for one church needs, as it stood at one moment. It is shared by every turn on this
// node and must never be changed, nor anything its slices, maps and pointers lead to; take another from the Store when a
// newer one is wanted. What is worth making of it only once is kept with it (see Derived). Text fields are empty when the
// church has not filled them in.
type Snapshot struct {
	ID            uuid.UUID
	Slug          string
	Name          string // the name shown and spoken: the church's custom name, else the directory's
	DirectoryName string
	Address       Address
	Phone         string
	Email         string
	Website       string
	Denomination  string // by name, where it is one of the table's
	Photo         string
	PhotoAlt      string
	Accent        string         // the church's own colour, sRGB as #rrggbb in lower case; empty: the product's
	Location      *time.Location // never nil
	Language      string         // ISO 639-1, of the church's own texts
	Demo          bool           // a demonstration church: the only kind for which lens overrides count

	Plan           Plan
	Status         Status
	CareEnabled    bool
	ChatbotEnabled bool
	KeepMonths     int // how long a conversation is kept after its last message

	Hours      Hours
	Special    []SpecialDay // days that are not over, on which something else holds, by their first
	Staff      []StaffMember
	Ministries []Ministry
	Expect     WhatToExpect

	PastorName             string
	PastorAvailability     Hours
	PastorAway             []Away // days on which that does not hold
	PastorAvailabilityText string
	GivingURL              string
	SermonTopic            string
	SermonSeries           string
	ThemeVerse             string
	WeeklyAnnouncement     string
	WelcomeGreeting        string
	CrisisMessage          string // opens the crisis answer to those who are a danger to themselves, in the church's language
	CrisisBlessing         string // ends it
	Safeguarding           Safeguarding
	NotificationEmail      string // where crisis and prayer notifications go; empty: to the founder
	NotificationPhone      string
	Scheduling             Scheduling
	Intake                 Intake
	Voice                  Voice

	Agents    map[Agent]AgentConfig // every agent, the plan's defaults merged with the church's settings
	Tools     map[string]bool       // tools that the church has switched on or off by name; absent: the plan decides
	Overrides []Rule                // the church's own positions, in its own words, by topic: they come before the lens's doctrine
	Avoided   []string              // words that no answer may have, whatever it is about

	NoLensTexts bool // the church does not want the curated texts of its lens

	WidgetOrigins []string // sites that may show the chat beside the church's website, see MayEmbed

	DailyBudget *int64 // what models may cost in a day of the church's, in millionths of a US dollar; nil: the platform's usual

	Lens       Lens
	LensSource LensSource
	Doctrine   []Rule
	Catalogue  []Tradition // every lens by id; demonstration churches only, see ResolveLens

	FAQs             []FAQ // at most MaxFAQs
	ProductKnowledge []ProductEntry

	// Epoch counts the changes of this church's facts, configuration, lens and set of knowledge, and of what is said to every church:
	// what was answered in another epoch, with the same lens, may not be true. It is never newer than the rest of the snapshot.
	Epoch int64
	// ReferenceEpoch counts the changes of what is said to every church, whatever its lens, as far as the snapshot knows of them.
	ReferenceEpoch int64
	// RetractedThrough is the newest version of the knowledge rows edited or removed that this snapshot accounts for.
	RetractedThrough int64
	// Lapsed says which facts have fallen silent since they were last changed, and which absences have begun, "" if none: what was
	// answered before may no longer be true.
	Lapsed string
	// Reembedding is true while knowledge that was edited cannot be found yet: answers given now may lack it, and must
	// not be given again later.
	Reembedding bool

	derived derivations // see Derived
}

// Served reports whether visitors may chat with the church: the chatbot is on, and a subscription is active, whatever its plan.
func (s *Snapshot) Served() bool {
	return s.ChatbotEnabled && s.Subscribed() && s.Plan.Tier().AtLeast(Starter)
}

// Subscribed reports whether the subscription is active. It stays so for a while after a payment failed: package billing says
// for how long.
func (s *Snapshot) Subscribed() bool { return s.Status == Active }

// ActiveAgents returns the agents that visitors may talk to, in the order in which pages show them.
func (s *Snapshot) ActiveAgents() []Agent {
	active := make([]Agent, 0, len(agents))
	for _, agent := range agents {
		if s.Agents[agent].Enabled {
			active = append(active, agent)
		}
	}
	return active
}

// Address is where a church is.
type Address struct {
	Street     string
	City       string
	State      string
	PostalCode string
	Country    string // ISO 3166-1 alpha-2
	Latitude   *float64
	Longitude  *float64
}

// StaffMember is a person whom the church names to visitors.
type StaffMember struct {
	Name     string // never empty
	Title    string
	Bio      string
	PhotoURL string
}

// Ministry is something the church offers.
type Ministry struct {
	Name        string // never empty
	Description string
}

// WhatToExpect is what a first-time visitor wants to know.
type WhatToExpect struct {
	DressCode     string
	Parking       string
	Children      string
	FirstVisit    string
	MusicStyle    string
	ServiceLength string
}

// Safeguarding is who answers for the safety of children and adults at a church: whom to tell of abuse, besides a line that is
// independent of the church.
type Safeguarding struct {
	Name  string
	Phone string
	Email string
}

// Scheduling is how appointments with the pastor are booked.
type Scheduling struct {
	CalendarEnabled bool
	CalendarAppID   string
	EventTypeID     string
}

// Intake says which requests the church takes from visitors.
type Intake struct {
	PrayerRequests bool
	Visitors       bool
	Callbacks      bool
}

// Voice is the telephone assistant's configuration.
type Voice struct {
	Status            VoiceStatus
	PersonaID         string // voice_id: one of the preset personas, or random
	CarrierNumber     string // E.164
	AssistantNumber   string // E.164
	TrialCaller       string // E.164: whose calls are answered before the line is in service
	Transcript        bool   // what is said in a call is kept, and its caller told so
	EscalationContact string
	EscalationWhen    string
}

// VoiceStatus is where the setting up of the telephone assistant stands.
type VoiceStatus string

// The statuses of the telephone assistant.
const (
	VoicePending  VoiceStatus = "pending_setup"
	VoiceActive   VoiceStatus = "active"
	VoiceDisabled VoiceStatus = "disabled"
)

// Directory is what the public directory says of a church, subscribed or not. Like a Snapshot it is shared and must not
// be changed.
type Directory struct {
	ID           uuid.UUID
	Slug         string
	Name         string
	Address      Address
	Phone        string
	Email        string
	Website      string
	Denomination string
	Photo        string
	PhotoAlt     string
	Location     *time.Location // never nil
	Language     string
	Demo         bool
}
