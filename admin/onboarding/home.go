package onboarding

import "net/http"

// homePage is what home.html shows.
type homePage struct {
	siteHeader
	Demo    listed // a church to try, none if its Slug is empty
	TryURL  string
	Prompts []triedPrompt
}

// triedPrompt is a question that the demonstration church is asked by a tap.
type triedPrompt struct{ Text, URL string }

// home is GET /: what this is, and a conversation to try.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) (err error) {
	language := h.pages.Asked(r, "")
	page := new(homePage)
	if page.siteHeader, err = h.header(language, r); err != nil {
		return err
	}
	if page.Demo, err = h.demo(r, language); err != nil {
		return err
	}
	if page.Demo.Slug != "" {
		page.TryURL = "/chat/" + page.Demo.Slug
		for _, prompt := range language.List("home.prompt.") {
			page.Prompts = append(page.Prompts, triedPrompt{prompt, address(page.TryURL, nil, "q", prompt, "lang", language.Code)})
		}
	}
	return h.pages.RenderCompressed(w, r, http.StatusOK, language, "home", page)
}
