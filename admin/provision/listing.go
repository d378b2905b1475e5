package provision

import (
	"encoding/json"
	"fmt"
	"strings"

	"narthex/admin/signup"
)

// listing is what the directory says of a church, by the columns of churches.
type listing struct {
	Slug       string `json:"slug,omitempty"`
	Name       string `json:"name,omitempty"`
	Address    string `json:"address,omitempty"`
	City       string `json:"city,omitempty"`
	State      string `json:"state,omitempty"`
	PostalCode string `json:"postal_code,omitempty"`
	Country    string `json:"country,omitempty"`
	Phone      string `json:"phone,omitempty"`
	Email      string `json:"email,omitempty"`
	Website    string `json:"website,omitempty"`
}

// readListing reads a row of churches in JSON.
func readListing(row []byte) (l listing, err error) {
	if err := json.Unmarshal(row, &l); err != nil {
		return listing{}, fmt.Errorf("read a listing: %w", err)
	}
	return l, nil
}

// offered is what goes into a listing once it is certain that whoever signed up is of the church: what they gave for visitors, and what
// the listing has none of. Who came from the page of the listing was shown all of it, and has corrected what they wrote otherwise.
func (l listing) offered(s signup.SignUp) listing {
	if s.Claimed == l.Slug {
		return listing{
			Name: s.ChurchName, Address: s.Address, City: s.City, State: s.State, PostalCode: s.PostalCode, Country: s.Country,
			Phone: s.ChurchPhone, Email: s.ChurchEmail,
		}
	}
	return listing{
		Address: unlessKnown(s.Address, l.Address), City: unlessKnown(s.City, l.City), State: unlessKnown(s.State, l.State),
		PostalCode: unlessKnown(s.PostalCode, l.PostalCode), Phone: s.ChurchPhone, Email: s.ChurchEmail,
	}
}

// corrected says that a sign-up calls a listed church otherwise than the directory does, for whoever has to judge it; "": it does not.
func (l listing) corrected(s signup.SignUp) string {
	if s.Claimed != l.Slug || strings.EqualFold(s.ChurchName, l.Name) && strings.EqualFold(s.City, l.City) {
		return ""
	}
	return fmt.Sprintf("The directory calls it %s in %s, and the sign-up %s in %s.", l.Name, l.City, s.ChurchName, s.City)
}

func unlessKnown(given, known string) string {
	if strings.TrimSpace(known) != "" {
		return ""
	}
	return given
}
