package teaching

import (
	"context"
	"net/http"
	"net/mail"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// contacts are whom a church names for what cannot wait.
type contacts struct {
	Version               string `json:"version"`
	NotificationEmail     string `json:"notification_email"`
	NotificationPhone     string `json:"notification_phone"`
	SafeguardingName      string `json:"safeguarding_name"`
	SafeguardingEmail     string `json:"safeguarding_email"`
	SafeguardingPhone     string `json:"safeguarding_phone"`
	EscalationContactName string `json:"escalation_contact_name"`
	EscalationWhen        string `json:"escalation_when"`
}

func (s safety) contactsVersion() string {
	return versionOf(s.NotificationEmail, s.NotificationPhone, s.SafeguardingName, s.SafeguardingEmail, s.SafeguardingPhone, s.EscalationContactName, s.EscalationWhen)
}

// changeContacts is PATCH /api/admin/safety/contacts.
func (h *Handler) changeContacts(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[contacts](w, r)
	if err != nil {
		return err
	}
	sent.clean()
	if found := sent.check(); len(found) > 0 {
		return invalid(language, found)
	}
	return h.changeSafety(w, r, language, "contacts.changed", func(ctx context.Context, tx pgx.Tx, now *safety) error {
		if sent.Version != now.contactsVersion() {
			return errStale
		}
		now.NotificationEmail, now.NotificationPhone = sent.NotificationEmail, sent.NotificationPhone
		now.SafeguardingName, now.SafeguardingEmail, now.SafeguardingPhone = sent.SafeguardingName, sent.SafeguardingEmail, sent.SafeguardingPhone
		now.EscalationContactName, now.EscalationWhen = sent.EscalationContactName, sent.EscalationWhen
		_, err := tx.Exec(ctx, `
			update church_voice_agents set notification_email = nullif($2, ''), notification_phone = nullif($3, ''),
				safeguarding_name = nullif($4, ''), safeguarding_email = nullif($5, ''), safeguarding_phone = nullif($6, ''),
				escalation_contact_name = nullif($7, ''), escalation_when = nullif($8, '')
			where church_id = $1`, access.From(ctx).ChurchID, sent.NotificationEmail, sent.NotificationPhone,
			sent.SafeguardingName, sent.SafeguardingEmail, sent.SafeguardingPhone, sent.EscalationContactName, sent.EscalationWhen)
		return err
	}, safety.contactsVersion)
}

func (c *contacts) clean() {
	for _, field := range []*string{
		&c.NotificationEmail, &c.NotificationPhone, &c.SafeguardingName, &c.SafeguardingEmail, &c.SafeguardingPhone, &c.EscalationContactName,
	} {
		*field = strings.Join(strings.Fields(clean(*field)), " ")
	}
	c.EscalationWhen = clean(c.EscalationWhen)
}

const (
	longestName  = 120 // characters
	longestEmail = 254 // RFC 5321
	longestWhen  = 500 // characters, as the settings allow
)

func (c *contacts) check() faults {
	found := faults{}
	for field, address := range map[string]string{"notification_email": c.NotificationEmail, "safeguarding_email": c.SafeguardingEmail} {
		if parsed, err := mail.ParseAddress(address); address != "" && (err != nil || parsed.Address != address || len(address) > longestEmail) {
			found.add(field, "safety.email.invalid")
		}
	}
	for field, number := range map[string]string{"notification_phone": c.NotificationPhone, "safeguarding_phone": c.SafeguardingPhone} {
		if number != "" && !telephone(number) {
			found.add(field, "safety.phone.invalid")
		}
	}
	for field, text := range map[string]string{"safeguarding_name": c.SafeguardingName, "escalation_contact_name": c.EscalationContactName} {
		if utf8.RuneCountInString(text) > longestName {
			found.add(field, "safety.name.long", "most", strconv.Itoa(longestName))
		}
	}
	if utf8.RuneCountInString(c.EscalationWhen) > longestWhen {
		found.add("escalation_when", "safety.name.long", "most", strconv.Itoa(longestWhen))
	}
	// Who is accused may read there: what goes to the safeguarding contact must not go to the office by another name.
	if c.SafeguardingEmail != "" && strings.EqualFold(c.SafeguardingEmail, c.NotificationEmail) {
		found.add("safeguarding_email", "safety.safeguarding.same")
	}
	if c.SafeguardingPhone != "" && digitsOf(c.SafeguardingPhone) == digitsOf(c.NotificationPhone) {
		found.add("safeguarding_phone", "safety.safeguarding.same")
	}
	if c.SafeguardingName != "" && c.SafeguardingEmail == "" && c.SafeguardingPhone == "" {
		found.add("safeguarding_email", "safety.safeguarding.unreachable")
	}
	return found
}

// telephone reports whether a text is a telephone number as people write one.
func telephone(text string) bool {
	const least, most = 7, 15 // digits, E.164
	n := len(digitsOf(text))
	return n >= least && n <= most && strings.Trim(text, "+0123456789 ()-./") == "" && strings.LastIndexByte(text, '+') <= 0
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
