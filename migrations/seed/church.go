package seed

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"

	"github.com/goccy/go-yaml"
)

//go:embed churches
var churchFiles embed.FS

// demoChurch is one folder of churches: church.yaml, faqs.yaml, life.yaml and documents. The JSON names are the columns.
type demoChurch struct {
	Slug         string         `yaml:"-"` // the folder's name
	Place        place          `yaml:",inline"`
	Lens         string         `yaml:"lens"` // slug of the lens the church has chosen; "" for none
	Subscription subscription   `yaml:"subscription"`
	Voice        voice          `yaml:"voice"`
	Backup       identity       `yaml:"backup"`
	Settings     settings       `yaml:"settings"`
	Documents    []documentFile `yaml:"documents"`
	FAQs         []faq          `yaml:"-"`
	Life         churchLife     `yaml:"-"`
}

// place is the public entry of a demonstration church.
type place struct {
	Name         string   `yaml:"name" json:"name"`
	Denomination string   `yaml:"denomination" json:"denomination,omitempty"`
	Address      string   `yaml:"address" json:"address,omitempty"`
	City         string   `yaml:"city" json:"city,omitempty"`
	State        string   `yaml:"state" json:"state,omitempty"`
	PostalCode   string   `yaml:"postal_code" json:"postal_code,omitempty"`
	Country      string   `yaml:"country" json:"country,omitempty"`
	Latitude     *float64 `yaml:"latitude" json:"latitude,omitempty"`
	Longitude    *float64 `yaml:"longitude" json:"longitude,omitempty"`
	Phone        string   `yaml:"phone" json:"phone,omitempty"`
	Email        string   `yaml:"email" json:"email,omitempty"`
	Website      string   `yaml:"website" json:"website,omitempty"`
	Photo        string   `yaml:"photo" json:"photo,omitempty"`
	PhotoAlt     string   `yaml:"photo_alt" json:"photo_alt,omitempty"`
	Timezone     string   `yaml:"timezone" json:"timezone"`
	Language     string   `yaml:"language" json:"language"`
	IsDemo       bool     `yaml:"is_demo" json:"is_demo"`
}

// subscription is what the church bought and what its admin has configured for visitors.
type subscription struct {
	Plan             string              `yaml:"plan" json:"plan"`
	AdminEmail       string              `yaml:"admin_email" json:"admin_email,omitempty"`
	AdminName        string              `yaml:"admin_name" json:"admin_name,omitempty"`
	AdminPhone       string              `yaml:"admin_phone" json:"admin_phone,omitempty"`
	CustomName       string              `yaml:"custom_name" json:"custom_name,omitempty"`
	AccentColor      string              `yaml:"accent_color" json:"accent_color,omitempty"`
	CustomHours      map[string][]string `yaml:"custom_hours" json:"custom_hours,omitempty"`
	SpecialDays      []specialDay        `yaml:"special_days" json:"-"` // dated when they are seeded
	CustomStaff      []staffMember       `yaml:"custom_staff" json:"custom_staff,omitempty"`
	CustomMinistries []ministry          `yaml:"custom_ministries" json:"custom_ministries,omitempty"`
	WhatToExpect     *whatToExpect       `yaml:"what_to_expect" json:"what_to_expect,omitempty"`
}

type staffMember struct {
	Name     string `yaml:"name" json:"name"`
	Title    string `yaml:"title" json:"title"`
	Bio      string `yaml:"bio" json:"bio,omitempty"`
	PhotoURL string `yaml:"photo_url" json:"photo_url,omitempty"`
}

type ministry struct {
	Name        string `yaml:"name" json:"name"`
	Description string `yaml:"description" json:"description"`
}

type whatToExpect struct {
	DressCode     string `yaml:"dress_code" json:"dress_code,omitempty"`
	Parking       string `yaml:"parking" json:"parking,omitempty"`
	Children      string `yaml:"children" json:"children,omitempty"`
	FirstVisit    string `yaml:"first_visit" json:"first_visit,omitempty"`
	MusicStyle    string `yaml:"music_style" json:"music_style,omitempty"`
	ServiceLength string `yaml:"service_length" json:"service_length,omitempty"`
}

// voice is the row of church_voice_agents, much of which chat shares.
type voice struct {
	Status                string              `yaml:"status" json:"status"`
	NotificationEmail     string              `yaml:"notification_email" json:"notification_email,omitempty"`
	NotificationPhone     string              `yaml:"notification_phone" json:"notification_phone,omitempty"`
	PastorName            string              `yaml:"pastor_name" json:"pastor_name,omitempty"`
	VoiceID               string              `yaml:"voice_id" json:"voice_id,omitempty"`
	WelcomeGreeting       string              `yaml:"welcome_greeting" json:"welcome_greeting,omitempty"`
	AvailabilityText      string              `yaml:"pastor_availability_text" json:"pastor_availability_text,omitempty"`
	Availability          map[string][]string `yaml:"pastor_availability" json:"pastor_availability,omitempty"`
	GivingURL             string              `yaml:"giving_url" json:"giving_url,omitempty"`
	CalendarAppID         string              `yaml:"calendar_app_id" json:"calendar_app_id,omitempty"`
	CalendarEnabled       bool                `yaml:"calendar_enabled" json:"calendar_enabled"`
	SchedulingEventTypeID string              `yaml:"scheduling_event_type_id" json:"scheduling_event_type_id,omitempty"`
	SermonTopic           string              `yaml:"sermon_topic" json:"sermon_topic,omitempty"`
	SermonSeries          string              `yaml:"sermon_series" json:"sermon_series,omitempty"`
	ThemeVerse            string              `yaml:"theme_verse" json:"theme_verse,omitempty"`
	WeeklyAnnouncement    string              `yaml:"weekly_announcement" json:"weekly_announcement,omitempty"`
	CarrierPhoneNumber    string              `yaml:"carrier_phone_number" json:"carrier_phone_number,omitempty"`
	AssistantPhoneNumber  string              `yaml:"assistant_phone_number" json:"assistant_phone_number,omitempty"`
	CrisisMessage         string              `yaml:"crisis_message" json:"crisis_message,omitempty"`
	CrisisBlessing        string              `yaml:"crisis_blessing" json:"crisis_blessing,omitempty"`
	SafeguardingName      string              `yaml:"safeguarding_name" json:"safeguarding_name,omitempty"`
	SafeguardingPhone     string              `yaml:"safeguarding_phone" json:"safeguarding_phone,omitempty"`
	SafeguardingEmail     string              `yaml:"safeguarding_email" json:"safeguarding_email,omitempty"`
	EscalationContactName string              `yaml:"escalation_contact_name" json:"escalation_contact_name,omitempty"`
	EscalationWhen        string              `yaml:"escalation_when" json:"escalation_when,omitempty"`
}

// identity is somebody who may administer the church. The backup is who is told of a crisis that nobody has acknowledged.
type identity struct {
	Name  string `yaml:"name" json:"name"`
	Email string `yaml:"email" json:"email"`
	Phone string `yaml:"phone" json:"phone"`
}

// settings is how the church's assistant behaves. Agents are care, coordinator, discipleship and stewardship.
type settings struct {
	Agents             map[string]agent  `yaml:"agent_config" json:"agent_config"`
	Tools              map[string]bool   `yaml:"agent_tool_config" json:"agent_tool_config"`
	DoctrinalOverrides map[string]string `yaml:"doctrinal_overrides" json:"doctrinal_overrides,omitempty"`
}

type agent struct {
	Enabled     bool        `yaml:"enabled" json:"enabled"`
	Personality personality `yaml:"personality" json:"personality"`
	Handoff     string      `yaml:"handoff_rules" json:"handoff_rules"`
}

type personality struct {
	Tone   string `yaml:"tone" json:"tone"`
	Warmth int    `yaml:"warmth" json:"warmth"` // 1 to 5
}

// documentFile is a file in the church's documents folder.
type documentFile struct {
	File       string `yaml:"file"`
	Title      string `yaml:"title"`
	Visibility string `yaml:"visibility"` // public when not given
	Language   string `yaml:"language"`   // the church's when not given
}

type faq struct {
	Question      string `yaml:"question"`
	Answer        string `yaml:"answer"`
	Category      string `yaml:"category"`
	Visibility    string `yaml:"visibility"`
	ExactResponse bool   `yaml:"exact_response"`
	Language      string `yaml:"language"` // the church's when not given
}

// demoChurches reads every folder of churches, in the order of their slugs.
func demoChurches() ([]demoChurch, error) {
	folders, err := fs.ReadDir(churchFiles, "churches")
	if err != nil {
		return nil, err
	}
	churches := make([]demoChurch, 0, len(folders))
	for _, folder := range folders {
		church := demoChurch{Slug: folder.Name()}
		if err := decodeFile(path.Join("churches", church.Slug, "church.yaml"), &church); err != nil {
			return nil, err
		}
		if err := decodeFile(path.Join("churches", church.Slug, "faqs.yaml"), &church.FAQs); err != nil {
			return nil, err
		}
		if err := decodeFile(path.Join("churches", church.Slug, "life.yaml"), &church.Life); err != nil {
			return nil, err
		}
		church.fillDefaults()
		churches = append(churches, church)
	}
	return churches, nil
}

func (c *demoChurch) fillDefaults() {
	if c.Settings.Tools == nil {
		c.Settings.Tools = map[string]bool{} // the column takes an object, not null
	}
	for i := range c.FAQs {
		c.FAQs[i].Language = cmp.Or(c.FAQs[i].Language, c.Place.Language)
	}
	for i := range c.Documents {
		c.Documents[i].Language = cmp.Or(c.Documents[i].Language, c.Place.Language)
		c.Documents[i].Visibility = cmp.Or(c.Documents[i].Visibility, "public")
	}
}

// source returns the bytes of one of the church's documents.
func (c *demoChurch) source(file string) ([]byte, error) {
	return churchFiles.ReadFile(path.Join("churches", c.Slug, "documents", file))
}

func decodeFile(name string, into any) error {
	content, err := churchFiles.ReadFile(name)
	if err != nil {
		return err
	}
	if err := decodeYAML(content, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// decodeYAML refuses unknown and repeated keys, so that a misspelt one cannot go unnoticed.
func decodeYAML(content []byte, into any) error {
	return yaml.UnmarshalWithOptions(content, into, yaml.Strict())
}
