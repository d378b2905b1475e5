package church

import (
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// One row: the directory's facts, and beside them whatever of the subscription, the voice agent, the settings and the
// lens exists, and what has been counted of its changes. A church that nothing has happened to yet is in epoch 0.
//
// Its denomination is found by key or name, whatever the case, a key before a name. The family's lens is for a church that is of none of
// its family's denominations.
const selectChurch = `
	select
		c.id, c.slug, c.name,
		coalesce(d.name, c.denomination, '') as denomination, coalesce(c.address, '') as street, coalesce(c.city, '') as city,
		coalesce(c.state, '') as state, coalesce(c.postal_code, '') as postal_code, coalesce(c.country, '') as country,
		c.latitude, c.longitude, coalesce(c.phone, '') as phone, coalesce(c.email, '') as email,
		coalesce(c.website, '') as website, coalesce(c.photo, '') as photo, coalesce(c.photo_alt, '') as photo_alt,
		c.timezone, c.language, c.is_demo,

		p.id is not null as subscribed, coalesce(p.status, '') as status,
		coalesce(p.plan, '') as plan, coalesce(p.care_enabled, false) as care_enabled,
		coalesce(p.chatbot_enabled, false) as chatbot_enabled, coalesce(btrim(p.custom_name), '') as custom_name,
		coalesce(p.accent_color, '') as accent_color, coalesce(p.conversation_months, 12) as keep_months,
		p.custom_hours, p.custom_staff, p.custom_ministries, p.what_to_expect, p.special_days,

		coalesce(v.status, '') as voice_status, coalesce(v.notification_email, '') as notification_email,
		coalesce(v.notification_phone, '') as notification_phone, coalesce(v.pastor_name, '') as pastor_name,
		coalesce(v.voice_id, '') as voice_id, coalesce(v.welcome_greeting, '') as welcome_greeting,
		coalesce(v.pastor_availability_text, '') as pastor_availability_text, v.pastor_availability, v.pastor_away,
		coalesce(v.giving_url, '') as giving_url, coalesce(v.calendar_app_id, '') as calendar_app_id,
		coalesce(v.calendar_enabled, false) as calendar_enabled,
		coalesce(v.scheduling_event_type_id, '') as scheduling_event_type_id,
		coalesce(v.sermon_topic, '') as sermon_topic, coalesce(v.sermon_series, '') as sermon_series,
		coalesce(v.theme_verse, '') as theme_verse, coalesce(v.weekly_announcement, '') as weekly_announcement,
		coalesce(v.sermon_until::text, '') as sermon_until, coalesce(v.announcement_until::text, '') as announcement_until,
		coalesce(v.prayer_requests_enabled, false) as prayer_requests_enabled,
		coalesce(v.visitor_intake_enabled, false) as visitor_intake_enabled,
		coalesce(v.callback_scheduling_enabled, false) as callback_scheduling_enabled,
		coalesce(v.carrier_phone_number, '') as carrier_phone_number,
		coalesce(v.assistant_phone_number, '') as assistant_phone_number, coalesce(v.trial_caller, '') as trial_caller,
		coalesce(v.transcript_enabled, true) as transcript_enabled,
		coalesce(v.crisis_message, '') as crisis_message, coalesce(v.crisis_blessing, '') as crisis_blessing,
		coalesce(v.safeguarding_name, '') as safeguarding_name, coalesce(v.safeguarding_phone, '') as safeguarding_phone,
		coalesce(v.safeguarding_email, '') as safeguarding_email,
		coalesce(v.escalation_contact_name, '') as escalation_contact_name,
		coalesce(v.escalation_when, '') as escalation_when,

		o.chatbot_config, o.agent_config, o.agent_tool_config, o.doctrinal_overrides,
		nullif(array(select origin from widget_origins where church_id = $1 order by origin), '{}') as widget_origins,

		coalesce(l.theological_lens_id, d.lens_id, f.lens_id, 10) as lens_id,
		case when l.theological_lens_id is not null then 'stored' when coalesce(d.lens_id, f.lens_id) is not null then 'denomination'
		     else 'default' end as lens_source,

		coalesce(n.epoch, 0) as epoch, coalesce(n.retracted_through, 0) as retracted_through
	from churches c
	left join church_versions n on n.church_id = c.id
	left join premium_churches p on p.church_id = c.id
	left join church_voice_agents v on v.church_id = c.id
	left join organization_settings o on o.organization_id = c.id
	left join church_theological_lenses l on l.church_id = c.id
	left join church_families f on f.key = c.church_family
	left join lateral (
		select name, lens_id from denominations
		where lower(btrim(c.denomination)) in (lower(key), lower(name))
		order by lower(btrim(c.denomination)) = lower(key) desc, key
		limit 1) d on true
	where c.id = $1`

type churchRow struct {
	ID                                                    uuid.UUID
	Slug, Name, Denomination                              string
	Street, City, State, PostalCode, Country              string
	Latitude, Longitude                                   *float64
	Phone, Email, Website, Photo, PhotoAlt                string
	Timezone, Language                                    string
	IsDemo                                                bool
	Subscribed                                            bool
	Status                                                string
	Plan                                                  string
	CareEnabled, ChatbotEnabled                           bool
	CustomName, AccentColor                               string
	KeepMonths                                            int
	CustomHours, CustomStaff, CustomMinistries            []byte
	WhatToExpect, SpecialDays                             []byte
	VoiceStatus, NotificationEmail, NotificationPhone     string
	PastorName, VoiceID, WelcomeGreeting                  string
	PastorAvailabilityText                                string
	PastorAvailability, PastorAway                        []byte
	GivingURL, CalendarAppID                              string
	CalendarEnabled                                       bool
	SchedulingEventTypeID                                 string
	SermonTopic, SermonSeries, ThemeVerse                 string
	WeeklyAnnouncement, SermonUntil, AnnouncementUntil    string
	PrayerRequestsEnabled, VisitorIntakeEnabled           bool
	CallbackSchedulingEnabled                             bool
	CarrierPhoneNumber, AssistantPhoneNumber, TrialCaller string
	TranscriptEnabled                                     bool
	CrisisMessage, CrisisBlessing                         string
	SafeguardingName, SafeguardingPhone                   string
	SafeguardingEmail                                     string
	EscalationContactName, EscalationWhen                 string
	ChatbotConfig                                         []byte
	AgentConfig, AgentToolConfig, DoctrinalOverrides      []byte
	WidgetOrigins                                         []string
	LensID                                                int32
	LensSource                                            string
	Epoch, RetractedThrough                               int64
}

func scanChurch(results pgx.BatchResults, sum *reading) (churchRow, error) {
	rows, err := results.Query()
	if err != nil {
		return churchRow{}, err
	}
	return pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (churchRow, error) {
		sum.row(row.RawValues())
		return pgx.RowToStructByName[churchRow](row)
	})
}

func (r *churchRow) directory(dropped *droppings) *Directory {
	location, err := locationOf(r.Timezone)
	if err != nil {
		dropped.note("timezone", "unknown time zone")
		location = time.UTC
	}
	return &Directory{
		ID: r.ID, Slug: r.Slug, Name: r.Name,
		Address: Address{Street: r.Street, City: r.City, State: r.State, PostalCode: r.PostalCode, Country: r.Country,
			Latitude: r.Latitude, Longitude: r.Longitude},
		Phone: r.Phone, Email: r.Email, Website: r.Website,
		Denomination: r.Denomination, Photo: r.Photo, PhotoAlt: r.PhotoAlt,
		Location: location, Language: r.Language, Demo: r.IsDemo,
	}
}

func (r *churchRow) snapshot(d *Directory, dropped *droppings) *Snapshot {
	plan, known := ParsePlan(r.Plan)
	if !known {
		dropped.note("plan", "unknown plan")
	}
	s := &Snapshot{
		ID: d.ID, Slug: d.Slug, Name: d.Name, DirectoryName: d.Name,
		Address: d.Address, Phone: d.Phone, Email: d.Email, Website: d.Website,
		Denomination: d.Denomination, Photo: d.Photo, PhotoAlt: d.PhotoAlt, Accent: r.AccentColor,
		Location: d.Location, Language: d.Language, Demo: d.Demo,

		Plan: plan, Status: Status(r.Status), CareEnabled: r.CareEnabled, ChatbotEnabled: r.ChatbotEnabled, KeepMonths: r.KeepMonths,

		Hours:      decodeHours(r.CustomHours, "custom_hours", dropped),
		Staff:      decodeStaff(r.CustomStaff, dropped),
		Ministries: decodeMinistries(r.CustomMinistries, dropped),
		Expect:     decodeExpect(r.WhatToExpect, dropped),

		PastorName:             r.PastorName,
		PastorAvailability:     decodeHours(r.PastorAvailability, "pastor_availability", dropped),
		PastorAvailabilityText: r.PastorAvailabilityText, PastorAway: decodeAway(r.PastorAway, dropped),
		GivingURL:   r.GivingURL,
		SermonTopic: r.SermonTopic, SermonSeries: r.SermonSeries, ThemeVerse: r.ThemeVerse,
		WeeklyAnnouncement: r.WeeklyAnnouncement,
		WelcomeGreeting:    r.WelcomeGreeting,
		CrisisMessage:      r.CrisisMessage, CrisisBlessing: r.CrisisBlessing,
		Safeguarding:      Safeguarding{Name: r.SafeguardingName, Phone: r.SafeguardingPhone, Email: r.SafeguardingEmail},
		NotificationEmail: r.NotificationEmail, NotificationPhone: r.NotificationPhone,
		Scheduling: Scheduling{CalendarEnabled: r.CalendarEnabled, CalendarAppID: r.CalendarAppID, EventTypeID: r.SchedulingEventTypeID},
		Intake:     Intake{PrayerRequests: r.PrayerRequestsEnabled, Visitors: r.VisitorIntakeEnabled, Callbacks: r.CallbackSchedulingEnabled},
		Voice: Voice{Status: VoiceStatus(r.VoiceStatus), PersonaID: r.VoiceID,
			CarrierNumber: r.CarrierPhoneNumber, AssistantNumber: r.AssistantPhoneNumber, TrialCaller: r.TrialCaller, Transcript: r.TranscriptEnabled,
			EscalationContact: r.EscalationContactName, EscalationWhen: r.EscalationWhen},

		Agents:    mergeAgents(plan, r.AgentConfig, dropped),
		Tools:     decodeTools(r.AgentToolConfig, dropped),
		Overrides: decodeOverrides(r.DoctrinalOverrides, dropped),
		Avoided:   decodeAvoided(r.ChatbotConfig, dropped),

		NoLensTexts: !ReadLensTexts(r.ChatbotConfig),

		WidgetOrigins: r.WidgetOrigins,
		DailyBudget:   decodeBudget(r.ChatbotConfig, dropped),

		LensSource: LensSource(r.LensSource),
	}
	if r.CustomName != "" {
		s.Name = r.CustomName
	}
	return s
}

// locations holds each once: one takes 4 KB, and is read from a file.
var locations sync.Map

func locationOf(name string) (*time.Location, error) {
	if known, ok := locations.Load(name); ok {
		return known.(*time.Location), nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	kept, _ := locations.LoadOrStore(name, location)
	return kept.(*time.Location), nil
}

const (
	// entryBytes is what an entry takes however little is in it, derivedBytes what is made of any snapshot (see Derived), faqBytes
	// what an FAQ takes besides its texts and vector. What is decoded of a document, and derived of that for answers by stored facts,
	// takes one and a half times its text. All are rough: TestAChurchWeighsWhatIsCounted holds them to what demonstration churches take.
	entryBytes   = 3 << 10
	derivedBytes = 15 << 8
	faqBytes     = 176
)

// bytes estimates the memory of an entry. Lenses and product knowledge are shared, and not counted.
func (r *churchRow) bytes(faqs []FAQ) uint32 {
	size := entryBytes
	if r.Subscribed {
		size += derivedBytes
	}
	for _, text := range []string{r.Slug, r.Name, r.Denomination, r.Street, r.Phone, r.Email, r.Website, r.Photo, r.PhotoAlt,
		r.PastorAvailabilityText, r.GivingURL, r.SermonTopic, r.SermonSeries, r.ThemeVerse, r.WeeklyAnnouncement,
		r.WelcomeGreeting, r.CrisisMessage, r.CrisisBlessing, r.EscalationWhen} {
		size += len(text)
	}
	for _, document := range [][]byte{r.CustomHours, r.CustomStaff, r.CustomMinistries, r.WhatToExpect, r.SpecialDays,
		r.PastorAvailability, r.PastorAway, r.ChatbotConfig, r.AgentConfig, r.AgentToolConfig, r.DoctrinalOverrides} {
		size += len(document) * 3 / 2
	}
	for _, faq := range faqs {
		size += faqBytes + len(faq.Question) + len(faq.Answer) + len(faq.Category) + faq.QuestionEmbedding.bytes()
	}
	return uint32(size)
}
