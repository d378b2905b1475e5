package notify

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// moments are the labels of lines whose text is a time (RFC 3339), which is shown in the church's own zone and words.
var moments = map[string]bool{"ends_at": true, "deleted_at": true, "stopped_at": true, "trial_ends": true}

// ofPlatform reports whether it is a mail of the platform, which goes where it belongs.
func (d *delivery) ofPlatform() bool { _, is := platformKinds[d.Kind]; return is }

// addPlatform puts on the page what mails of the platform say, and nothing that is for visitors' requests.
func (p *page) addPlatform(s *Service, d *delivery, to string, w *wording) {
	kind, ok := platformKinds[d.Kind]
	if !ok {
		return
	}
	p.Care, p.WhenWord, p.QuotedWord = "", "", "" // when it was queued says nothing, and no visitor wrote anything
	p.Origin = w.Words["origin_platform"]
	if d.ChurchID == uuid.Nil || kind.audience == audienceFounder {
		p.Origin = w.Words["origin_founder"]
	}
	for i, line := range d.Lines {
		if at, err := time.Parse(time.RFC3339, line.Text); err == nil && moments[line.Label] {
			d.Lines[i].Text = w.moment(at, location(d.Timezone))
		}
	}
	p.Links = append(p.Links, s.links(d, to, w)...)
	at := strings.TrimSuffix(s.config.BaseURL, "/")
	if kind.places {
		p.Facts = append(p.Facts, fact{Label: w.label("chat_page"), URL: at + "/chat/" + d.Slug}, fact{Label: w.label("care_page"), URL: at + "/care/" + d.Slug})
	}
	if kind.audience == audienceFounder && d.ChurchID != uuid.Nil {
		p.Facts = append(p.Facts, fact{Label: w.label("plan"), Text: d.Plan}, fact{Label: w.label("admin"), Text: clean(d.AdminEmail)})
	}
}

// links are those that a mail of the platform carries.
func (s *Service) links(d *delivery, to string, w *wording) []Link {
	m := Sending{ChurchID: d.ChurchID, PremiumID: d.PremiumID, To: to, About: d.About, CreatedAt: d.CreatedAt, Text: func(key string) string { return w.Words[key] }, adminToken: d.AdminToken}
	if made := platformKinds[d.Kind].links; made != nil {
		return made(strings.TrimSuffix(s.config.BaseURL, "/"), m)
	}
	if made := s.config.LinkMakers[d.Kind]; made != nil {
		return made(m)
	}
	return nil
}
