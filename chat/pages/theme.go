package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/static/web"
)

// A church's colour reaches the browser as a style sheet of its own, because the content security policy allows no style
// within a page.

// churchTheme is a church's style sheet; both texts are those of an empty one where it has no colour of its own.
type churchTheme struct{ sheet, version string }

type themeKey struct{}

// themeOf is made once for a snapshot.
func themeOf(snapshot *church.Snapshot) churchTheme {
	return church.Derived(snapshot, themeKey{}, func() churchTheme {
		var sheet string
		if brand, ok := readColour(snapshot.Accent); ok {
			sheet = themeSheet(brand)
		}
		return churchTheme{sheet: sheet, version: themeVersion(sheet)}
	})
}

func themeVersion(sheet string) string {
	sum := sha256.Sum256([]byte(sheet))
	return hex.EncodeToString(sum[:6])
}

// themeURL is where a church's style sheet is, empty for a church without a colour of its own. It carries the version, so
// that browsers may keep what they have.
func themeURL(snapshot *church.Snapshot) string {
	theme := themeOf(snapshot)
	if theme.sheet == "" {
		return ""
	}
	return carePath(snapshot.Slug) + "/theme.css?v=" + theme.version
}

// theme is GET /care/{slug}/theme.css: the church's colour, or an empty style sheet where it has none.
func (h *Handler) theme(w http.ResponseWriter, r *http.Request) error {
	snapshot, err := h.find(r.Context(), chi.URLParam(r, "slug"))
	if errors.Is(err, church.ErrNotFound) || errors.Is(err, church.ErrNotSubscribed) {
		return web.ErrNotFound
	}
	if err != nil {
		return err
	}
	theme := themeOf(snapshot)
	return sendVersioned(w, r, theme.sheet, theme.version, "text/css; charset=utf-8", keptIf(r.URL.Query().Get("v") == theme.version))
}

// sendVersioned answers with a text, or says that the client has it already.
func sendVersioned(w http.ResponseWriter, r *http.Request, text, version, contentType, cacheControl string) error {
	header, tag := w.Header(), `"`+version+`"`
	header.Set("ETag", tag)
	header.Set("Cache-Control", cacheControl)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(text)))
	_, err := w.Write([]byte(text))
	return err
}

// keptIf is for how long what has its version in its address may be kept: for ever, if that is the version asked for.
func keptIf(current bool) string {
	if current {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}
