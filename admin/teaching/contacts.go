package teaching

import (
	"context"
	"net/http"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/voice/number"
)

// contacts are whom a church names for what cannot wait.
type contacts struct {
	NotificationEmail     string `json:"notification_email"`
	NotificationPhone     string `json:"notification_phone"`
	SafeguardingName      string `json:"safeguarding_name"`
	SafeguardingEmail     string `json:"safeguarding_email"`
	SafeguardingPhone     string `json:"safeguarding_phone"`
	EscalationContactName string `json:"escalation_contact_name"`
	EscalationWhen        string `json:"escalation_when"`
}

// places are where the contacts stand, by the names under which they are sent.
func (c *contacts) places() map[string]*string {
	return map[string]*string{
		"notification_email": &c.NotificationEmail, "notification_phone": &c.NotificationPhone,
		"safeguarding_name": &c.SafeguardingName, "safeguarding_email": &c.SafeguardingEmail, "safeguarding_phone": &c.SafeguardingPhone,
		"escalation_contact_name": &c.EscalationContactName, "escalation_when": &c.EscalationWhen,
	}
}

func (c *contacts) fields() fields {
	held := fields{}
	for name, place := range c.places() {
		held[name] = *place
	}
	return held
}

// changeContacts is PATCH /api/admin/safety/contacts.
func (h *Handler) changeContacts(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Version string `json:"version"`
		contacts
	}](w, r)
	if err != nil {
		return err
	}
	sent.clean()
	return h.changeSafety(w, r, language, "contacts.changed", func(ctx context.Context, tx pgx.Tx, now *safety) (write fields, next version, err error) {
		if write, next, err = merge(now.contacts.fields(), sent.contacts.fields(), parseVersion(sent.Version)); err != nil {
			return nil, nil, err
		}
		// What two people have changed must fit together, whoever of them saves last.
		wanted := now.contacts
		for name, text := range write {
			*wanted.places()[name] = text.(string)
		}
		if found := wanted.check(now.Country, now.Answered); len(found) > 0 {
			return nil, nil, invalid(language, found)
		}
		_, err = tx.Exec(ctx, `
			update church_voice_agents set notification_email = nullif($2, ''), notification_phone = nullif($3, ''),
				safeguarding_name = nullif($4, ''), safeguarding_email = nullif($5, ''), safeguarding_phone = nullif($6, ''),
				escalation_contact_name = nullif($7, ''), escalation_when = nullif($8, '')
			where church_id = $1`, access.From(ctx).ChurchID, wanted.NotificationEmail, wanted.NotificationPhone,
			wanted.SafeguardingName, wanted.SafeguardingEmail, wanted.SafeguardingPhone, wanted.EscalationContactName, wanted.EscalationWhen)
		return write, next, err
	})
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

// check finds what is wrong with contacts. country is the church's, ISO 3166-1 alpha-2, and the assistant answers at the numbers in answered.
func (c *contacts) check(country string, answered []string) faults {
	found := faults{}
	for field, address := range map[string]string{"notification_email": c.NotificationEmail, "safeguarding_email": c.SafeguardingEmail} {
		if parsed, err := mail.ParseAddress(address); address != "" && (err != nil || parsed.Address != address || len(address) > longestEmail) {
			found.add(field, "safety.email.invalid")
		}
	}
	for field, phone := range map[string]string{"notification_phone": c.NotificationPhone, "safeguarding_phone": c.SafeguardingPhone} {
		if _, err := number.E164(phone, country); phone != "" && err != nil {
			found.add(field, "safety.phone.invalid")
		}
		if phone != "" && slices.ContainsFunc(answered, func(own string) bool { return number.Same(phone, own, country) }) {
			found.add(field, "safety.phone.answered")
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
	if c.SafeguardingPhone != "" && number.Same(c.SafeguardingPhone, c.NotificationPhone, country) {
		found.add("safeguarding_phone", "safety.safeguarding.same")
	}
	if c.SafeguardingName != "" && c.SafeguardingEmail == "" && c.SafeguardingPhone == "" {
		found.add("safeguarding_email", "safety.safeguarding.unreachable")
	}
	return found
}
