package digest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/figures"
	"narthex/admin/notify"
	"narthex/admin/requests"
	"narthex/chat/church"
)

// kind is the mail's, of package notify.
const kind = "weekly_digest"

// Mailer queues mails of the platform; a *notify.Service.
type Mailer interface {
	Mail(ctx context.Context, tx pgx.Tx, m notify.Mail) error
}

// staleAfter is after how long what is said of this week is none of this week's any more.
const staleAfter = 14 * 24 * time.Hour

// mostUncovered is how many questions the mail names.
const mostUncovered = 5

// lines are what is to be told of the seven days before a Monday; none: there is nothing.
func (w *worker) lines(ctx context.Context, churchID uuid.UUID, monday time.Time) ([]notify.Line, error) {
	week := figures.Before(7, monday)
	numbers, err := w.figures.Numbers(ctx, churchID, week)
	if err != nil {
		return nil, err
	}
	questions, err := w.figures.Questions(ctx, churchID, week)
	if err != nil {
		return nil, err
	}
	reader, err := w.reader(ctx, churchID)
	if err != nil {
		return nil, err
	}
	asked, err := requests.TallyFor(ctx, w.pool, reader, week.Start)
	if err != nil {
		return nil, err
	}
	stale, err := w.stale(ctx, churchID)
	if err != nil {
		return nil, err
	}
	return linesOf(numbers.Total, questions.Uncovered, asked, stale), nil
}

func linesOf(total figures.Count, uncovered []figures.Uncovered, asked []requests.Tally, stale bool) (lines []notify.Line) {
	add := func(label, text string) { lines = append(lines, notify.Line{Label: label, Text: text}) }
	var waiting, crises int
	for _, one := range asked {
		if one.Kind == "crisis" {
			crises = one.Waiting
		} else {
			waiting += one.Waiting
		}
	}
	if crises > 0 {
		add("digest_crises", strconv.Itoa(crises))
	}
	if waiting > 0 {
		add("digest_waiting", strconv.Itoa(waiting))
	}
	if total.Questions > 0 {
		add("digest_questions", strconv.Itoa(total.Questions))
		add("digest_conversations", strconv.Itoa(total.Conversations))
		add("digest_alone", fmt.Sprintf("%d %%", total.WithoutModel*100/total.Questions))
	}
	if stale && total.Questions > 0 {
		add("digest_stale", "digest_stale_week")
	}
	var texts []string
	for _, one := range uncovered[:min(len(uncovered), mostUncovered)] {
		texts = append(texts, strings.Join(strings.Fields(one.Text), " "))
	}
	if len(texts) > 0 {
		add("digest_uncovered", strings.Join(texts, "\n"))
	}
	return lines
}

// reader is who reads the mail: an admin, who sees what is confidential where nobody else of the church does (access.Admin.StandsIn).
func (w *worker) reader(ctx context.Context, churchID uuid.UUID) (access.Admin, error) {
	admin := access.Admin{ChurchID: churchID, Roles: []access.Role{access.RoleAdmin}}
	err := church.InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "select not exists (select from church_identity_roles where church_id = $1 and role in ($2, $3))",
			churchID, access.Pastor, access.PrayerTeam).Scan(&admin.StandsIn)
	})
	if err != nil {
		return access.Admin{}, fmt.Errorf("look who of a church sees what is confidential: %w", err)
	}
	return admin, nil
}

// stale reports whether what a church says of this week has not been touched for two weeks.
func (w *worker) stale(ctx context.Context, churchID uuid.UUID) (stale bool, err error) {
	err = church.InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select exists (
				select from church_voice_agents where church_id = $1 and updated_at < now() - $2::interval
					and coalesce(nullif(sermon_topic, ''), nullif(weekly_announcement, '')) is not null)`, churchID, staleAfter).Scan(&stale)
	})
	if err != nil {
		return false, fmt.Errorf("look whether this week is out of date: %w", err)
	}
	return stale, nil
}
