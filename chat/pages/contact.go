package pages

import (
	"net/url"
	"strings"
	"unicode"

	"narthex/chat/church"
	"narthex/chat/voice/number"
)

// contact is how a person at the church is reached; what is not known is empty.
type contact struct {
	Phone, PhoneLink, Email, Address string
	Website, WebsiteName             string // the address with its scheme, and without
}

func contactOf(snapshot *church.Snapshot) contact {
	address, website := snapshot.Address, webAddress(snapshot.Website)
	_, websiteName, _ := strings.Cut(website, "://")
	reached := contact{
		Phone:       snapshot.Phone,
		PhoneLink:   number.Dialled(snapshot.Phone, snapshot.Address.Country),
		Email:       snapshot.Email,
		Website:     website,
		WebsiteName: strings.TrimSuffix(websiteName, "/"),
	}
	if address.Street != "" { // a town alone leads nobody to the door
		reached.Address = joined(", ", address.Street, address.City, joined(" ", address.State, address.PostalCode))
	}
	return reached
}

// Any reports whether there is any way to reach the church.
func (c contact) Any() bool { return c != contact{} }

// EmailParts are the parts of the email address between which a line may end.
func (c contact) EmailParts() []string { return strings.SplitAfter(c.Email, "@") }

// webAddress is an address on the web with its scheme, which people leave out, or nothing if it is none.
func webAddress(address string) string {
	if address == "" {
		return ""
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	parsed, err := url.Parse(address)
	if err != nil || !isHostname(parsed.Hostname()) || parsed.User != nil || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return ""
	}
	return parsed.String()
}

// isHostname reports whether a name is written like one, in any script. Browsers take nothing else for one, so that a link
// to it would be dead.
func isHostname(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	}) < 0
}

// joined joins what is not empty.
func joined(separator string, parts ...string) string {
	var present []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			present = append(present, part)
		}
	}
	return strings.Join(present, separator)
}
