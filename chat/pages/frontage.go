package pages

import (
	"cmp"
	"maps"
	"net/url"
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
	Canonical    string // the page's full address, in the church's language
	Shown        string // likewise, in the language in which it is shown
	Versions     []version
	Languages    []web.OtherLanguage
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

// version is the page in a language: an address without one is that of the church's own.
type version struct{ Code, URL string }

// speak says in which languages the page is to be had, and in which it is shown; kept is what else links to the others keep of its address.
func (f *frontage) speak(pages *web.Pages, shown *web.Language, kept url.Values) error {
	own := pages.In(f.Language)
	for _, language := range pages.Languages() {
		asked := url.Values{"lang": {language.Code}}
		one := version{language.Code, f.Canonical}
		if language.Code != own.Code {
			one.URL += "?" + asked.Encode()
		}
		f.Versions = append(f.Versions, one)
		if language.Code == shown.Code {
			f.Shown = one.URL
			continue
		}
		maps.Copy(asked, kept)
		name, err := language.Text("language.name")
		if err != nil {
			return err
		}
		f.Languages = append(f.Languages, web.OtherLanguage{Code: language.Code, Name: name, URL: "?" + asked.Encode()})
	}
	return nil
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
