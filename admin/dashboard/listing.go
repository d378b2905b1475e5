package dashboard

import (
	"context"
	"errors"
	"net/http"

	"narthex/admin/access"
	"narthex/static/web"
)

// listing is what the overview says of an entry in the directory that is not the admins' to change yet.
type listing struct {
	Own  string // the church's own address to which the link was mailed that proves whose it is; "": there is none
	Sent bool   // the link was asked for again just now
}

// listingOf is nil where it is certain that the admins are of the church, and for those who may not change what it says of itself.
func listingOf(f subscriber, a access.Admin, r *http.Request) *listing {
	if f.ListingProven || !a.Changes(access.Settings) {
		return nil
	}
	return &listing{f.ListingOwnEmail, r.URL.Query().Get("link") == "sent"}
}

// proveAgain is POST /admin/overview/listing: the link that proves whose the listing is goes out once more, to where it went before.
func (h *Handler) proveAgain(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := h.parts.ProveAgain(ctx, access.From(ctx).ChurchID); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, "/admin/overview?link=sent#listing", http.StatusSeeOther)
	return nil
}
