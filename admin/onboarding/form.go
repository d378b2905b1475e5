package onboarding

import (
	"net/http"
	"strconv"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"narthex/admin/billing/price"
	"narthex/admin/country"
	"narthex/admin/signup"
	"narthex/chat/church"
)

// formPage is what onboard.html shows.
type formPage struct {
	siteHeader
	PlanName, Price, Per, Note string
	Families                   []signup.Family
	Countries                  []country.Country
	States                     []stateGroup
	Spoken                     []spoken
	AddOns                     []addOnShown
	ChangeURL                  string // where another plan is chosen, for the church that is claimed
	Client                     formClient
}

// formClient is what the form's module is told. The type FormData in onboard.js mirrors it.
type formClient struct {
	Plan         church.Plan       `json:"plan"`
	Interval     price.Interval    `json:"interval"`
	TermsVersion string            `json:"termsVersion"`
	CheckoutURL  string            `json:"checkoutURL"`
	Church       prefilled         `json:"church"` // the listed church that is claimed
	Texts        map[string]string `json:"texts"`
}

// prefilled is what the directory knows of a church; empty values are not known.
type prefilled struct {
	Slug       string `json:"slug"`
	ChurchName string `json:"churchName"`
	Address    string `json:"address"`
	City       string `json:"city"`
	State      string `json:"state"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country"`
	Timezone   string `json:"timezone"`
	Language   string `json:"language"`
	Family     string `json:"churchFamily"`
	// Denomination is a key of the catalogue.
	Denomination string `json:"denomination"`
}

// stateGroup are the states of a country in which one must be named.
type stateGroup struct {
	Country string
	States  []signup.State
}

type spoken struct {
	Code, Name string
	Chosen     bool
}

// form is GET /onboard?plan=&interval=&church=. Without a plan there is nothing to sign up for.
func (h *Handler) form(w http.ResponseWriter, r *http.Request) error {
	asked, lang := r.URL.Query(), h.pages.Asked(r, "")
	plan, ok := church.ParsePlan(asked.Get("plan"))
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, lang.Link("/pricing"), http.StatusFound)
		return nil
	}
	shown, ok := price.Of(plan, price.Interval(asked.Get("interval")))
	if !ok {
		shown, _ = price.Of(plan, price.Monthly)
	}
	texts := textsOf{language: lang}
	page := &formPage{Families: h.catalogue.Families, Countries: country.In(lang.Code)}
	var err error
	if page.siteHeader, err = h.header(lang, r); err != nil {
		return err
	}
	tier := texts.of("pricing.tier." + string(plan.Tier()))
	page.PlanName = tier + ", " + texts.of("pricing.channel."+string(plan.Channel()))
	page.Price, page.Per, page.Note = dollars(shown.Cents), texts.of(per(shown.Interval)), texts.of("pricing.no_trial")
	if days := price.Trial(plan); days > 0 {
		page.Note = texts.of("pricing.trial", "days", strconv.FormatInt(days, 10))
	}
	for _, code := range []string{"US", "CA"} {
		page.States = append(page.States, stateGroup{code, signup.States(code)})
	}
	for _, other := range h.pages.Languages() {
		name := display.Self.Name(language.Make(other.Code))
		page.Spoken = append(page.Spoken, spoken{other.Code, name, other.Code == lang.Code})
	}
	for _, addOn := range price.AddOns() {
		key := "pricing.add_on." + addOn.Key
		once := per(shown.Interval)
		if addOn.Once {
			once = "pricing.once"
		}
		page.AddOns = append(page.AddOns, addOnShown{addOn.Key, texts.of(key), texts.of(key + ".about"), dollars(addOn.At(shown.Interval)), texts.of(once)})
	}
	page.Client = formClient{Plan: plan, Interval: shown.Interval, TermsVersion: signup.TermsVersion, CheckoutURL: lang.Link(address("/onboard/checkout", nil, "tier", string(plan))), Texts: lang.Group("onboard.")}
	if page.Client.Church, err = h.prefilled(r, asked.Get("church")); err != nil {
		return err
	}
	page.ChangeURL = "/pricing"
	if slug := page.Client.Church.Slug; slug != "" {
		page.ChangeURL = address("/pricing", nil, "church", slug)
	}
	if texts.err != nil {
		return texts.err
	}
	return h.pages.RenderCompressed(w, r, http.StatusOK, lang, "onboard", page)
}

// per is the text that says how often a price is paid.
func per(interval price.Interval) string { return "pricing.per_" + string(interval) }

// prefilled is what the directory knows of a church that is claimed.
func (h *Handler) prefilled(r *http.Request, slug string) (known prefilled, err error) {
	claimed, err := h.claimed(r, slug)
	if err != nil || claimed.Slug == "" {
		return prefilled{}, err
	}
	known, err = h.store.prefilled(r.Context(), claimed.Slug)
	if err != nil {
		return prefilled{}, unavailable(err)
	}
	return known, nil
}
