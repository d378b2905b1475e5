package blog

import (
	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Routes adds the blog to a router.
func (h *Handler) Routes(r chi.Router) {
	get := func(pattern string, handle web.HandlerFunc) {
		r.Get(pattern, h.edge.Handle(handle))
		r.Head(pattern, h.edge.Handle(handle))
	}
	get("/blog", h.list)
	get("/blog/feed.xml", h.rss)
	get("/blog/atom.xml", h.atom)
	get("/blog/{slug}", h.article)
	get("/blog/{slug}/cover.png", h.picture)
	get(web.PicturePath, h.picture)
}
