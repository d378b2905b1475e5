package seed

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

var (
	demoTable = table{
		kind: "demo churches", name: "churches",
		key: []string{"id"},
		values: []string{"slug", "name", "denomination", "address", "city", "state", "postal_code", "country", "latitude", "longitude",
			"phone", "email", "website", "photo", "photo_alt", "timezone", "language", "is_premium", "is_demo"},
	}
	subscriptionTable = table{
		kind: "subscriptions", name: "premium_churches",
		key: []string{"church_id"}, initial: []string{"id"},
		values: []string{"status", "plan", "channel", "care_enabled", "admin_email", "admin_name", "admin_phone",
			"chatbot_enabled", "chatbot_agent_id", "custom_name", "custom_hours", "custom_staff", "custom_ministries", "what_to_expect", "accent_color", "special_days"},
	}
	voiceTable = table{
		kind: "voice agents", name: "church_voice_agents",
		key: []string{"church_id"}, initial: []string{"id"},
		values: []string{"status", "notification_email", "notification_phone", "pastor_name", "voice_id", "welcome_greeting",
			"pastor_availability_text", "pastor_availability", "giving_url", "calendar_app_id", "calendar_enabled",
			"scheduling_event_type_id", "sermon_topic", "sermon_series", "theme_verse", "weekly_announcement", "carrier_phone_number",
			"assistant_phone_number", "crisis_message", "crisis_blessing", "safeguarding_name", "safeguarding_phone", "safeguarding_email",
			"escalation_contact_name", "escalation_when"},
	}
	identityTable = table{
		kind: "identities", name: "church_admin_identities",
		key: []string{"id"}, values: []string{"church_id", "email", "name", "phone", "is_backup"},
	}
	settingsTable = table{
		kind: "assistant settings", name: "organization_settings",
		key: []string{"organization_id"}, values: []string{"agent_config", "agent_tool_config", "doctrinal_overrides"},
	}
	chosenLensTable = table{
		kind: "chosen lenses", name: "church_theological_lenses",
		key: []string{"church_id"}, values: []string{"theological_lens_id"},
	}
)

type (
	demoRow struct {
		ID        uuid.UUID `json:"id"`
		Slug      string    `json:"slug"`
		IsPremium bool      `json:"is_premium"`
		place
	}
	subscriptionRow struct {
		ID             uuid.UUID  `json:"id"`
		ChurchID       uuid.UUID  `json:"church_id"`
		Status         string     `json:"status"`
		Channel        string     `json:"channel"`
		CareEnabled    bool       `json:"care_enabled"`
		ChatbotEnabled bool       `json:"chatbot_enabled"`
		ChatbotAgentID uuid.UUID  `json:"chatbot_agent_id"`
		SpecialDays    []datedDay `json:"special_days,omitempty"`
		subscription
	}
	voiceRow struct {
		ID       uuid.UUID `json:"id"`
		ChurchID uuid.UUID `json:"church_id"`
		voice
	}
	identityRow struct {
		ID       uuid.UUID `json:"id"`
		ChurchID uuid.UUID `json:"church_id"`
		IsBackup bool      `json:"is_backup"`
		identity
	}
	settingsRow struct {
		OrganizationID uuid.UUID `json:"organization_id"`
		settings
	}
	chosenLensRow struct {
		ChurchID uuid.UUID `json:"church_id"`
		LensID   int       `json:"theological_lens_id"`
	}
)

func demoSteps(c contents, now time.Time) ([]step, error) {
	life, err := lifeSteps(c.churches, now)
	if err != nil {
		return nil, err
	}
	chosen, err := chosenLensRows(c.churches, c.lenses)
	if err != nil {
		return nil, err
	}
	var places []demoRow
	var subscriptions []subscriptionRow
	var voices []voiceRow
	var backups []identityRow
	var configurations []settingsRow
	for _, church := range c.churches {
		id := ChurchID(church.Slug)
		_, channel, _ := strings.Cut(church.Subscription.Plan, "_")
		places = append(places, demoRow{ID: id, Slug: church.Slug, IsPremium: true, place: church.Place})
		special, err := dated(church.Subscription.SpecialDays, now)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", church.Slug, err)
		}
		subscriptions = append(subscriptions, subscriptionRow{
			ID: stableID("subscription", church.Slug), ChurchID: id, Status: "active", Channel: channel,
			CareEnabled: true, ChatbotEnabled: true, ChatbotAgentID: id, SpecialDays: special, subscription: church.Subscription,
		})
		voices = append(voices, voiceRow{ID: stableID("voice", church.Slug), ChurchID: id, voice: church.Voice})
		backups = append(backups, identityRow{ID: stableID("backup", church.Slug), ChurchID: id, IsBackup: true, identity: church.Backup})
		configurations = append(configurations, settingsRow{OrganizationID: id, settings: church.Settings})
	}
	return append([]step{
		syncStep(demoTable, places),
		syncStep(subscriptionTable, subscriptions),
		syncStep(voiceTable, voices),
		syncStep(identityTable, backups),
		syncStep(settingsTable, configurations),
		syncStep(chosenLensTable, chosen),
		faqStep(c.churches),
		documentStep(c.churches, c.documents),
	}, life...), nil
}

func chosenLensRows(churches []demoChurch, lenses []Lens) ([]chosenLensRow, error) {
	ids := make(map[string]int, len(lenses))
	for _, lens := range lenses {
		ids[lens.Slug] = lens.ID
	}
	rows := []chosenLensRow{}
	for _, church := range churches {
		if church.Lens == "" {
			continue
		}
		lensID, known := ids[church.Lens]
		if !known {
			return nil, fmt.Errorf("%s: unknown lens %q", church.Slug, church.Lens)
		}
		rows = append(rows, chosenLensRow{ChurchID: ChurchID(church.Slug), LensID: lensID})
	}
	return rows, nil
}
