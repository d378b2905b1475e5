package onboarding

import (
	"net/http"
	"net/url"
	"strconv"

	"narthex/admin/billing/price"
	"narthex/chat/church"
	"narthex/static/web"
)

// pricingPage is what pricing.html shows.
type pricingPage struct {
	siteHeader
	Church    string // the listed church that somebody wants to claim, "" if none
	Yearly    bool
	Intervals []choice
	Tiers     []tierCard
	Compared  []comparedRow
	Agents    []agentShown
	AddOns    []addOnShown
	Questions []question
	TrialDays string
}

// choice is a link of several of which one holds.
type choice struct {
	Name, URL string
	Chosen    bool
}

// tierCard is one tier with the plans in which it is sold.
type tierCard struct {
	Name, About string
	Recommended bool
	Includes    []string
	Plans       []planOffer
}

// planOffer is a plan and what it costs.
type planOffer struct {
	Name, Price, Per, Note, URL string
}

// comparedRow is one line of the table: what, and what each tier has of it, in the order of the tiers. "yes" and "no" are shown
// as marks.
type comparedRow struct {
	Name   string
	Values []string
}

type agentShown struct {
	Icon           string
	Name, About    string
	Example, Asked string // the example's address, "" where there is no demonstration church
}

type addOnShown struct{ Key, Name, About, Price, Per string }

type question struct{ Asked, Answer string }

var tiers = []church.Tier{church.Starter, church.Pro, church.Suite}

// pricing is GET /pricing?interval=&church=.
func (h *Handler) pricing(w http.ResponseWriter, r *http.Request) error {
	language := h.pages.Asked(r, "")
	asked := r.URL.Query()
	texts := textsOf{language: language}
	page := &pricingPage{Yearly: price.Interval(asked.Get("interval")) == price.Yearly, TrialDays: strconv.Itoa(price.TrialDays)}
	claimed, err := h.claimed(r, asked.Get("church"))
	if err != nil {
		return err
	}
	page.Church = claimed.Name
	carried := url.Values{}
	if claimed.Slug != "" {
		carried.Set("church", claimed.Slug)
	}
	demo, err := h.demo(r, language)
	if err != nil {
		return err
	}
	if page.siteHeader, err = h.header(language, r); err != nil {
		return err
	}
	page.Intervals = []choice{
		{texts.of("pricing.monthly"), address("/pricing", carried), !page.Yearly},
		{texts.of("pricing.yearly"), address("/pricing", carried, "interval", string(price.Yearly)), page.Yearly},
	}
	for _, tier := range tiers {
		page.Tiers = append(page.Tiers, texts.card(tier, page.Yearly, carried))
	}
	page.Compared = texts.compared()
	for _, agent := range []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship} {
		page.Agents = append(page.Agents, texts.agent(agent, demo))
	}
	interval := price.Monthly
	if page.Yearly {
		interval = price.Yearly
	}
	for _, addOn := range price.AddOns() {
		often := per(interval)
		if addOn.Once {
			often = "pricing.once"
		}
		key := "pricing.add_on." + addOn.Key
		page.AddOns = append(page.AddOns, addOnShown{addOn.Key, texts.of(key), texts.of(key + ".about"), dollars(addOn.At(interval)), texts.of(often)})
	}
	page.Questions = texts.questions()
	if texts.err != nil {
		return texts.err
	}
	return h.pages.RenderCompressed(w, r, http.StatusOK, language, "pricing", page)
}

// address is a path with a query: what is carried, and pairs of name and value.
func address(path string, carried url.Values, pairs ...string) string {
	query := make(url.Values)
	for name := range carried {
		query.Set(name, carried.Get(name))
	}
	for i := 0; i < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// textsOf are the texts of a language. The first that is missing is kept as err, and looked at once.
type textsOf struct {
	language *web.Language
	err      error
}

func (t *textsOf) of(key string, pairs ...string) string {
	text, err := t.language.Text(key, pairs...)
	if err != nil && t.err == nil {
		t.err = err
	}
	return text
}

// card is a tier's, with the plans that it is sold as.
func (t *textsOf) card(tier church.Tier, yearly bool, carried url.Values) tierCard {
	card := tierCard{
		Name: t.of("pricing.tier." + string(tier)), About: t.of("pricing.tier." + string(tier) + ".about"), Recommended: tier == church.Pro,
		Includes: t.language.List("pricing.tier." + string(tier) + ".includes."),
	}
	for _, p := range price.All() {
		if p.Plan.Tier() != tier || p.Interval != price.Monthly {
			continue
		}
		card.Plans = append(card.Plans, t.offer(p, yearly, carried))
	}
	return card
}

func (t *textsOf) offer(p price.Price, yearly bool, carried url.Values) planOffer {
	channel := string(p.Plan.Channel())
	shown := planOffer{Name: t.of("pricing.channel." + channel)}
	query := []string{"plan", string(p.Plan)}
	if whole, ok := price.Of(p.Plan, price.Yearly); ok && yearly {
		p, query = whole, append(query, "interval", string(price.Yearly))
	}
	shown.Price, shown.Per, shown.URL = dollars(p.Cents), t.of(per(p.Interval)), address("/onboard", carried, query...)
	switch days := price.Trial(p.Plan); {
	case days > 0:
		shown.Note = t.of("pricing.trial", "days", strconv.FormatInt(days, 10))
	case yearly:
		shown.Note = t.of("pricing.monthly_only")
	default:
		shown.Note = t.of("pricing.no_trial")
	}
	return shown
}

// compared is what the tiers differ in, read from the rules that the plans are held to.
func (t *textsOf) compared() (rows []comparedRow) {
	row := func(name string, value func(church.Plan) string) {
		r := comparedRow{Name: t.of("pricing.compare." + name)}
		for _, tier := range tiers {
			r.Values = append(r.Values, value(church.Plan(string(tier)+"_"+string(church.ChatChannel))))
		}
		rows = append(rows, r)
	}
	mark := func(has bool) string {
		if has {
			return "yes"
		}
		return "no"
	}
	always := func(church.Plan) string { return "yes" }
	row("languages", always)
	row("voice_of_tradition", always)
	row("crisis", always)
	for _, agent := range []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship} {
		row("agent."+string(agent), func(p church.Plan) string { return mark(p.Includes(agent)) })
	}
	row("faqs", func(p church.Plan) string {
		if limit, limited := p.FAQLimit(); limited {
			return strconv.Itoa(limit)
		}
		return t.of("pricing.compare.unlimited")
	})
	row("branding", func(p church.Plan) string { return mark(p.HidesBranding()) })
	return rows
}

func (t *textsOf) agent(agent church.Agent, demo listed) agentShown {
	key := "agent." + string(agent)
	shown := agentShown{Icon: string(agent), Name: t.of(key), About: t.of(key + ".about"), Asked: t.of("pricing.example." + string(agent))}
	if demo.Slug != "" {
		shown.Example = address("/chat/"+demo.Slug, nil, "agent", string(agent), "q", shown.Asked)
	}
	return shown
}

func (t *textsOf) questions() (all []question) {
	answers := t.language.List("pricing.answer.")
	for i, asked := range t.language.List("pricing.question.") {
		all = append(all, question{asked, answers[i]})
	}
	return all
}
