package settings

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// apart are the rules that keep the church's own addresses from becoming its safeguarding contact's: if somebody who reads there is
// accused, nobody else would hear of it. What has stood there before is no fault of who changes something else. The page Safety
// (package teaching) holds the contact to the same.
func apart(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, before values) (rules, error) {
	var email, phone string
	err := tx.QueryRow(ctx, `
		select coalesce(safeguarding_email, ''), coalesce(safeguarding_phone, '') from church_voice_agents where church_id = $1`, churchID).Scan(&email, &phone)
	if err != nil {
		return rules{}, fmt.Errorf("read the safeguarding contact: %w", err)
	}
	return rules{check: func(held values, f faults) {
		if now, _ := held["notification_email"].(string); email != "" && now != before["notification_email"] && strings.EqualFold(now, email) {
			f.add("notification_email", "safeguarding")
		}
		if now, _ := held["notification_phone"].(string); phone != "" && now != before["notification_phone"] && digitsOf(now) == digitsOf(phone) {
			f.add("notification_phone", "safeguarding")
		}
	}}, nil
}

func digitsOf(number string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
}
