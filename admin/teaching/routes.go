package teaching

import (
	"github.com/go-chi/chi/v5"

	"narthex/admin/access"
)

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	guard, handle := h.parts.Guard, h.parts.Edge.Handle
	seesTheology, seesSafety := r.With(guard.Sees(access.Theology)), r.With(guard.Sees(access.Safety))
	seesTheology.Get("/admin/training/theology", handle(h.theology))
	seesTheology.Get("/admin/training/agents", handle(h.agents))
	seesSafety.Get("/admin/training/safety", handle(h.safety))
	seesSafety.Get("/api/admin/safety/test", handle(h.testOutcomes))

	theology := r.With(guard.Changes(access.Theology))
	theology.Post("/api/admin/preview", handle(h.makePreview))
	theology.Post("/api/admin/theology/compare", handle(h.compare))
	assistant := theology.With(guard.NeedsChatbot)
	assistant.Patch("/api/admin/theology/lens", handle(h.chooseLens))
	assistant.Patch("/api/admin/theology/texts", handle(h.changeTexts))
	assistant.Put("/api/admin/theology/overrides", handle(h.saveOverride))
	assistant.Delete("/api/admin/theology/overrides", handle(h.deleteOverride))
	assistant.Patch("/api/admin/agents", handle(h.changeAgents))
	assistant.Patch("/api/admin/agents/tools", handle(h.changeTools))

	safety := r.With(guard.Changes(access.Safety))
	safety.Patch("/api/admin/safety/crisis", handle(h.changeCrisis))
	safety.Patch("/api/admin/safety/contacts", handle(h.changeContacts))
	safety.With(guard.NeedsChatbot).Patch("/api/admin/safety/words", handle(h.changeWords))
	safety.Post("/api/admin/safety/test", handle(h.testContact))
}
