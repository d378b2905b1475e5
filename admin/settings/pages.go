package settings

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

const (
	knowledgePath = "/admin/training/knowledge"
	documentsPath = "/admin/training/documents" // package documents
	websitePath   = "/admin/training/website"   // package siteimport
	weekPath      = "/admin/training/week"
	generalPath   = "/admin/settings"
	plansPath     = "/admin/upgrade" // package dashboard
)

// page is what settings.html shows.
type page struct {
	Frame       frame.Frame
	Title, Lead string
	Clock       string // the church's time zone, with the time there
	Links       []link
	Forms       []form
	Upcoming    *upcoming // on the page of this week
	Empty       string    // what to do first
	Untold      *untold   // what is filled in here is told to nobody
	Back        *link
}

type link struct{ URL, Label, Hint string }

// upcoming are the events of the days that come.
type upcoming struct {
	Events []occasion
	Untold *untold
	More   *link // where they are edited, for those who may
}

type occasion struct{ Title, When, Place string }

// untold is what to say of what the plan tells visitors nothing of.
type untold struct {
	Tier  church.Tier // from which it is told
	Plans string      // where the plans are, for those who may look at them
}

// untoldOf is nil where the church's plan has the tools that read the lists.
func untoldOf(a access.Admin) *untold {
	if a.Church.Plan.Tier().AtLeast(listsTold) {
		return nil
	}
	u := &untold{Tier: listsTold}
	if a.Sees(access.Billing) {
		u.Plans = plansPath
	}
	return u
}

// knowledge is GET /admin/training/knowledge: the church's facts.
func (h *Handler) knowledge(w http.ResponseWriter, r *http.Request) error {
	return h.show(w, r, frame.Knowledge, "knowledge", func(ctx context.Context, a access.Admin, p *page, t *texts) error {
		if a.Sees(access.Volunteers) {
			for _, l := range lists {
				hint := t.of("set.list." + l.name + ".lead")
				if lacks := untoldOf(a); lacks != nil {
					hint += " " + t.of("set.untold.link", "plan", t.of("pricing.tier."+string(lacks.Tier)))
				}
				p.Links = append(p.Links, link{knowledgePath + "/" + l.name, t.of("set.list." + l.name), hint})
			}
		}
		if !a.Sees(access.Knowledge) {
			return nil
		}
		p.Links = append(p.Links, link{websitePath, t.of("siteimport.link"), t.of("siteimport.link.lead")}, link{documentsPath, t.of("documents.heading"), t.of("documents.lead")})
		facts, err := h.store.find(ctx, a, premium)
		if err != nil {
			return err
		}
		others, err := h.store.find(ctx, a, general)
		if err != nil {
			return err
		}
		if _, known := facts.held["custom_hours"].(map[string]any)["sunday"]; !known && len(facts.held["custom_staff"].([]any)) == 0 {
			p.Empty = t.of("set.knowledge.empty")
		}
		for _, part := range []struct {
			id     string
			fields []string
		}{
			{"name", []string{"custom_name", "pastor_name", "giving_url"}}, {"hours", []string{"custom_hours"}}, {"expect", []string{"what_to_expect"}},
			{"staff", []string{"custom_staff"}}, {"ministries", []string{"custom_ministries"}}, {"words", []string{"pastor_availability_text"}},
		} {
			p.Forms = append(p.Forms, newForm(a, part.id, premiumSave, premium.fields(part.fields...), facts.held, t))
		}
		days := newForm(a, "special", generalSave, general.fields("special_days"), others.held, t)
		p.Forms = slices.Insert(p.Forms, slices.IndexFunc(p.Forms, func(f form) bool { return f.ID == "hours" })+1, days)
		p.Forms = append(p.Forms, newForm(a, "pastor", generalSave, general.fields(pastoral...), others.held, t))
		return nil
	})
}

const (
	premiumSave = "PATCH /api/premium/update"
	generalSave = "PATCH /api/admin/settings"
)

// pastoral are the fields about when the pastor can be met.
var pastoral = []string{"pastor_availability", "pastor_away"}

// week is GET /admin/training/week: what changes from one Sunday to the next.
func (h *Handler) week(w http.ResponseWriter, r *http.Request) error {
	return h.show(w, r, frame.Week, "week", func(ctx context.Context, a access.Admin, p *page, t *texts) error {
		now, err := h.store.find(ctx, a, premium)
		if err != nil {
			return err
		}
		fields := premium.fields("sermon_topic", "sermon_series", "theme_verse", "weekly_announcement")
		p.Forms = append(p.Forms, newForm(a, "week", premiumSave, fields, now.held, t))
		others, err := h.store.find(ctx, a, general)
		if err != nil {
			return err
		}
		until := newForm(a, "until", generalSave, general.fields("sermon_until", "announcement_until"), others.held, t)
		for i, c := range until.Controls {
			if isOver(c.Value, placeOf(a)) {
				until.Controls[i].Hint = t.of("set.note.over")
			}
		}
		p.Forms = append(p.Forms, until)
		const soon = "cancelled_at is null and is_public and coalesce(ends_at, starts_at) > now() and starts_at < now() + interval '8 days'"
		events, err := h.store.items(ctx, a, listNamed("events"), soon)
		if err != nil {
			return err
		}
		p.Upcoming = &upcoming{Untold: untoldOf(a)}
		for _, one := range events {
			title, _ := one.held["title"].(string)
			place, _ := one.held["location"].(string)
			p.Upcoming.Events = append(p.Upcoming.Events, occasion{title, t.when(one.held["starts_at"], placeOf(a)), place})
		}
		if a.Changes(access.Volunteers) {
			p.Upcoming.More = &link{URL: knowledgePath + "/events", Label: t.of("set.list.events")}
		}
		return nil
	})
}

// general is GET /admin/settings.
func (h *Handler) general(w http.ResponseWriter, r *http.Request) error {
	return h.show(w, r, frame.General, "general", func(ctx context.Context, a access.Admin, p *page, t *texts) error {
		shared, err := h.store.find(ctx, a, premium)
		if err != nil {
			return err
		}
		others, err := h.store.find(ctx, a, general)
		if err != nil {
			return err
		}
		if shared.held["notification_email"] == "" && shared.held["notification_phone"] == "" {
			p.Empty = t.of("set.general.empty")
		}
		add := func(id string, rec record, save string, held values, names ...string) {
			p.Forms = append(p.Forms, newForm(a, id, save, rec.fields(names...), held, t))
		}
		add("notifications", premium, premiumSave, shared.held, "notification_email", "notification_phone")
		add("requests", general, generalSave, others.held, "prayer_requests_enabled", "visitor_intake_enabled", "callback_scheduling_enabled")
		add("escalation", general, generalSave, others.held, "escalation_contact_name", "escalation_when")
		add("place", general, generalSave, others.held, "name", "address", "city", "state", "postal_code", "country", "phone", "email", "website", "timezone", "language")
		add("looks", general, generalSave, others.held, "accent_color", "photo", "photo_alt")
		add("voice", premium, premiumSave, shared.held, "welcome_greeting", "voice_id")
		add("transcript", general, generalSave, others.held, "transcript_enabled")
		add("calendar", premium, premiumSave, shared.held, "calendar_enabled", "calendar_app_id", "scheduling_event_type_id")
		if !others.proven {
			p.keepListing(others.own, t)
		}
		if a.Church.Chatbot {
			add("budget", general, generalSave, others.held, "daily_budget_usd")
		}
		return nil
	})
}

// keepListing has the forms show that the directory's facts cannot be changed yet.
func (p *page) keepListing(own string, t *texts) {
	lead := t.of("set.listing")
	if own != "" {
		lead = t.of("set.listing.own", "email", own)
	}
	for i := range p.Forms {
		for j, c := range p.Forms[i].Controls {
			if of, known := general.of(c.Path); known && of.listing {
				p.Forms[i].Controls[j].ReadOnly = true
				p.Forms[i].Lead = lead
			}
		}
	}
}

// listPage is GET /admin/training/knowledge/<list>.
func (h *Handler) listPage(l list) web.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		return h.show(w, r, frame.Knowledge, "list."+l.name, func(ctx context.Context, a access.Admin, p *page, t *texts) error {
			p.Back = &link{URL: knowledgePath, Label: t.of("admin.page.knowledge")}
			found, err := h.store.items(ctx, a, l, "")
			if err != nil {
				return err
			}
			p.Untold = untoldOf(a)
			if len(found) == 0 && p.Untold == nil {
				p.Empty = t.of("set.list." + l.name + ".empty")
			}
			for _, one := range found {
				p.Forms = append(p.Forms, l.form(a, one, t))
			}
			if a.Changes(access.Volunteers) {
				p.Forms = append(p.Forms, l.newForm(a, t))
			}
			return nil
		})
	}
}

// form edits an item.
func (l list) form(a access.Admin, one item, t *texts) form {
	address := "/api/admin/" + l.name + "/" + one.ID.String()
	f := l.formOf(a, one.ID.String(), "PATCH "+address, one.held, t)
	f.Heading, _ = one.held[l.title].(string)
	if at, is := one.held["starts_at"]; is {
		f.Note = t.when(at, placeOf(a))
	}
	if one.Asked > 0 {
		f.Lead = t.of("set.asked.count."+l.singular, "count", strconv.Itoa(one.Asked))
	} else if !f.Locked {
		f.Remove = "DELETE " + address
	}
	return f
}

// newForm adds an item. Its id comes with the page, so that the same is not added twice when an answer is lost.
func (l list) newForm(a access.Admin, t *texts) form {
	f := l.formOf(a, "new", "POST /api/admin/"+l.name, l.blank(), t)
	f.Heading, f.Button, f.New = t.of("set.new."+l.singular), t.of("set.add"), uuid.NewString()
	return f
}

func (l list) formOf(a access.Admin, id, save string, held values, t *texts) form {
	f := form{ID: id, Save: save, Button: t.of("set.save"), Locked: !a.Changes(access.Volunteers), Version: versionOf(l.rec, held).in(l.rec)}
	for _, one := range l.rec {
		c := one.kind.shows(held[one.name], l.singular+"."+one.name, t)
		c.Path = one.name
		f.Controls = append(f.Controls, shown(c, id))
	}
	return f
}

// show renders a page, once fill has said what is on it.
func (h *Handler) show(w http.ResponseWriter, r *http.Request, tab frame.Tab, name string, fill func(context.Context, access.Admin, *page, *texts) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	a, t := access.From(ctx), h.texts(r)
	p := &page{Frame: frame.Of(a, tab), Title: t.of("set." + name), Lead: t.of("set." + name + ".lead")}
	now := time.Now().In(placeOf(a))
	p.Clock = t.of("set.clock", "zone", a.Church.Timezone, "time", now.Format("15:04"), "offset", now.Format("MST"))
	if err := fill(ctx, a, p, t); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if t.err != nil {
		return t.err
	}
	return h.parts.Pages.Render(w, http.StatusOK, t.language, "settings", p)
}

// when is a time on the church's clock, with the name that its zone has then.
func (t *texts) when(value any, place *time.Location) string {
	text, _ := value.(string)
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	at = at.In(place)
	return t.of("set.day."+days[at.Weekday()]) + ", " + at.Format("2006-01-02 15:04 MST")
}
