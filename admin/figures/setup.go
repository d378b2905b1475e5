package figures

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
)

// Step is a part of a church's setup.
type Step struct {
	Name string // its texts are setup.<name> and setup.<name>.why
	URL  string // where it is done
	Area access.Area
	Done bool
}

// enoughFAQs is how many answers of its own a church begins with.
const enoughFAQs = 5

// Setup reads what of a church's setup is done, in the order in which it is best done.
func (s Store) Setup(ctx context.Context, churchID uuid.UUID) (steps []Step, err error) {
	var read, hours, place, staff, visit, lens, faqs, documents, contact, safeguarding, team, asked bool
	err = church.InChurch(ctx, s.Pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select exists (select from site_imports s where s.church_id = c.id and s.status = 'done')
					or coalesce(p.custom_hours, '{}') <> '{}' and coalesce(p.custom_staff, '[]') <> '[]' and coalesce(p.what_to_expect, '{}') <> '{}',
				coalesce(p.custom_hours, '{}') <> '{}',
				coalesce(c.address, '') <> '' and coalesce(c.phone, '') <> '',
				coalesce(p.custom_staff, '[]') <> '[]' or coalesce(v.pastor_name, '') <> '',
				coalesce(p.what_to_expect, '{}') <> '{}',
				coalesce(c.denomination, '') <> '' or exists (select from church_theological_lenses l where l.church_id = c.id),
				(select count(*) >= $2 from unified_rag_content u where u.organization_id = c.id and u.content_type = 'faq'),
				exists (select from knowledge_documents d where d.organization_id = c.id),
				coalesce(v.notification_email, '') <> '',
				coalesce(v.safeguarding_email, v.safeguarding_phone, '') <> '',
				(select count(*) > 1 from church_admin_identities i where i.church_id = c.id),
				exists (select from conversations t where t.church_id = c.id)
			from churches c join premium_churches p on p.church_id = c.id left join church_voice_agents v on v.church_id = c.id
			where c.id = $1`, churchID, enoughFAQs).Scan(&read, &hours, &place, &staff, &visit, &lens, &faqs, &documents, &contact, &safeguarding, &team, &asked)
	})
	if err != nil {
		return nil, fmt.Errorf("read a church's setup: %w", err)
	}
	const knowledge = "/admin/training/knowledge"
	return []Step{
		{"contact", "/admin/training/safety", access.Safety, contact},
		{"site", "/admin/training/website", access.Knowledge, read},
		{"hours", knowledge, access.Knowledge, hours},
		{"place", "/admin/settings", access.Settings, place},
		{"staff", knowledge, access.Knowledge, staff},
		{"visit", knowledge, access.Knowledge, visit},
		{"lens", "/admin/training/theology", access.Theology, lens},
		{"faqs", "/admin/training/faqs", access.Knowledge, faqs},
		{"documents", "/admin/training/documents", access.Knowledge, documents},
		{"safeguarding", "/admin/training/safety", access.Safety, safeguarding},
		{"team", "/admin/settings/team", access.Team, team},
		{"asked", "", access.Overview, asked}, // where visitors ask: the chat page
	}, nil
}
