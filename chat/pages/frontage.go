package pages

import (
	"cmp"
	"regexp"

	"narthex/chat/church"
	"narthex/static/web"
)

// frontage is what the pages of a church begin and end with.
type frontage struct {
	Church       identity
	Language     string // of the church's own texts
	Place        string // city and state
	Photo        photo
	Picture      string // what is shown beside a link to the page; full address
	Drawing      drawing
	Theme        string // address of the church's style sheet, empty for the product's colours
	Canonical    string // the page's full address
	Emergency    emergency
	ShowBranding bool
}

// identity says which church it is.
type identity struct {
	ID, Slug, Name, Denomination string
	KeepMonths                   int // how long conversations are kept
}

func identityOf(snapshot *church.Snapshot) identity {
	return identity{ID: snapshot.ID.String(), Slug: snapshot.Slug, Name: snapshot.Name, Denomination: readable(snapshot.Denomination), KeepMonths: snapshot.KeepMonths}
}

func (h *Handler) frontage(snapshot *church.Snapshot, path string) frontage {
	photo := photoOf(snapshot.Photo, snapshot.PhotoAlt)
	return frontage{
		Church:       identityOf(snapshot),
		Language:     snapshot.Language,
		Place:        joined(", ", snapshot.Address.City, snapshot.Address.State),
		Photo:        photo,
		Picture:      cmp.Or(photo.URL, h.baseURL+web.PicturePath),
		Drawing:      drawingOf(snapshot.ID),
		Theme:        themeURL(snapshot),
		Canonical:    h.baseURL + path,
		Emergency:    emergencyIn(snapshot.Address.Country),
		ShowBranding: !snapshot.Plan.HidesBranding(),
	}
}

// keyForm is how the keys of the denominations' table are written.
var keyForm = regexp.MustCompile(`^[a-z0-9]+([-_][a-z0-9]+)*$`)

// readable is a denomination as people write it, or nothing where the church's record has only a key of the table.
func readable(denomination string) string {
	if keyForm.MatchString(denomination) {
		return ""
	}
	return denomination
}
