package notify

import (
	"strings"

	"narthex/static/messages"
)

// Where a visitor accuses somebody who serves at the church, that person may read the church's mailbox, hold its telephone, be
// its second contact or its admin. What the visitor asks for in that conversation, then and later, goes to the contact that the
// church has stored for safeguarding and to nobody else there. Where there is none, where it is the office by another name, and
// where nobody acknowledges, it goes to the founder. It is decided when a message is sent, so that it holds for what was queued
// before the accusation too: the second contact would be shown what was said since.

// safeguardingContact is whom to tell instead of the church.
func (d *delivery) safeguardingContact() contact {
	c := contact{cut(clean(d.SafeguardingName), 60), address(d.SafeguardingEmail), telephone(d.SafeguardingPhone, d.Country)}
	if strings.EqualFold(c.Email, address(d.Email)) {
		c.Email = ""
	}
	if c.Phone == telephone(d.Phone, d.Country) {
		c.Phone = ""
	}
	return c
}

// whySafeguarding says to whom it goes, why not to the church, and what not to do with it.
func (d *delivery) whySafeguarding(w *wording) string {
	key := "safeguarding"
	if d.Audience == audienceFounder {
		key = "safeguarding_founder"
		if !d.safeguardingContact().known() {
			key = "safeguarding_none"
		}
	}
	return messages.Fill(w.Words[key], "church", clean(d.ChurchName))
}
