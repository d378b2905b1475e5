package settings

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	telephone "narthex/chat/voice/number"
)

// apart are the rules that keep the church's own addresses from becoming its safeguarding contact's: if somebody who reads there is
// accused, nobody else would hear of it. What has stood there before is no fault of who changes something else. The page Safety
// (package teaching) holds the contact to the same.
func apart(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, before values) (rules, error) {
	var email, phone, country string
	err := tx.QueryRow(ctx, `
		select coalesce(v.safeguarding_email, ''), coalesce(v.safeguarding_phone, ''), coalesce(c.country, '')
		from church_voice_agents v join churches c on c.id = v.church_id where v.church_id = $1`, churchID).Scan(&email, &phone, &country)
	if err != nil {
		return rules{}, fmt.Errorf("read the safeguarding contact: %w", err)
	}
	return rules{check: func(held values, f faults) {
		if now, _ := held["notification_email"].(string); email != "" && now != before["notification_email"] && strings.EqualFold(now, email) {
			f.add("notification_email", "safeguarding")
		}
		if now, _ := held["notification_phone"].(string); phone != "" && now != before["notification_phone"] && telephone.Same(now, phone, country) {
			f.add("notification_phone", "safeguarding")
		}
	}}, nil
}
