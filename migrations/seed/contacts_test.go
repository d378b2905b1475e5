package seed_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"narthex/chat/voice/number"
	"narthex/migrations/pgtest"
)

func TestEveryDemoChurchHasASecondContactWithATelephone(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	if churches := query[int](t, db.Admin, `
		select count(*)
		from church_admin_identities i join church_voice_agents v using (church_id) join churches c on c.id = i.church_id
		where i.is_backup and i.phone <> '' and i.email <> '' and i.phone is distinct from v.notification_phone and i.email is distinct from v.notification_email
		  and (v.safeguarding_phone, coalesce(v.safeguarding_email, '')) is distinct from (i.phone, i.email)`); churches != 3 {
		t.Errorf("%d of 3 churches have one", churches)
	}
	rows, err := db.Admin.Query(t.Context(), `
		select c.slug, c.country, coalesce(v.carrier_phone_number, ''), coalesce(v.assistant_phone_number, ''), coalesce(v.notification_phone, ''),
			v.safeguarding_phone, i.phone
		from church_admin_identities i join church_voice_agents v using (church_id) join churches c on c.id = i.church_id where i.is_backup`)
	if err != nil {
		t.Fatal(err)
	}
	var slug, country string
	lines := make([]string, 5)
	if _, err := pgx.ForEachRow(rows, []any{&slug, &country, &lines[0], &lines[1], &lines[2], &lines[3], &lines[4]}, func() error {
		whose := make(map[string]string)
		for i, whom := range []string{"the carrier's line", "the assistant's line", "notices", "safeguarding", "the second contact"} {
			if lines[i] == "" {
				continue
			}
			called, err := number.E164(lines[i], country)
			if err != nil {
				t.Errorf("%s: nobody can call %s for %s", slug, lines[i], whom)
			}
			if other, taken := whose[called]; taken {
				t.Errorf("%s: %s is for %s, and for %s", slug, called, other, whom)
			}
			whose[called] = whom
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
