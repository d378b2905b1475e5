package dashboard

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/admin/access"
	"narthex/admin/figures"
	"narthex/admin/frame"
	"narthex/admin/requests"
	"narthex/chat/church"
	"narthex/static/web"
)

// overviewPage is what dashboard.html shows. A part that could not be read says so, and takes no other with it.
type overviewPage struct {
	Frame            frame.Frame
	Church           string
	Live             bool
	Told             string // the telephone and the address of the church that visitors are told; "": none
	Listing          *listing
	Voice            bool // the plan has a telephone
	Awaited          bool // whose number is still being assigned
	ChatURL, CareURL string
	Embed            string // for the church's own website
	Subscription     *subscription
	Periods          []period
	Setup            part[setup]
	Numbers          part[numbers]
	Questions        part[figures.Questions]
	Reads            bool // the admin sees what visitors wrote
	Teaches          bool // the admin may answer it
	Requests         part[tally]
	Sets             bool       // the admin may switch the weekly mail on and off
	Digest           part[bool] // it is on
}

// part is one of those that are read beside one another.
type part[T any] struct {
	Found  T
	Failed bool
}

// period is a choice of how many days are shown.
type period struct {
	Days    int
	Current bool
}

var periods = []int{7, 30, 90}

// numbers are shown with their shares, and with sums as people write them.
type numbers struct {
	figures.Numbers
	Alone, Cost string // how much was answered without the model, in per cent; US dollars
	MostUsed    int    // how often the tool was used that was used most
}

// tally is what visitors asked for.
type tally struct {
	Kinds    []requests.Tally
	Crises   int // that nobody has yet
	Waiting  int // of the others
	Prayers  int
	Contacts int // who left their name or address
}

// setup is what is still to be done: the next steps, and those for which there is time.
type setup struct {
	Next, Later []figures.Step
	Done, All   int
}

// nextSteps is how many steps are shown at once.
const nextSteps = 3

// show is GET /admin/overview.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.found(ctx)
	if err != nil {
		return err
	}
	web.AllowForms(w.Header(), portalOrigin)
	a, texts := access.From(ctx), &textsOf{language: h.parts.Pages.Asked(r, found.Language)}
	days, _ := strconv.Atoi(r.URL.Query().Get("days"))
	if !slices.Contains(periods, days) {
		days = 30
	}
	shown := &overviewPage{
		Frame: frame.Of(a, frame.Overview), Church: found.Name, Live: found.Status == church.Active && found.Chatbot, Told: found.Told, Listing: listingOf(found, a, r), Voice: found.Plan.HasVoice(), Awaited: found.Plan.HasVoice() && !found.Numbered,
		ChatURL: h.parts.BaseURL + "/chat/" + found.Slug, CareURL: h.parts.BaseURL + "/care/" + found.Slug,
		Embed: `<script src="` + h.parts.BaseURL + `/widget.js" data-church="` + found.Slug + `" async></script>`,
		Reads: a.Sees(access.Conversations), Teaches: a.Changes(access.Knowledge), Sets: a.Changes(access.Settings),
	}
	for _, each := range periods {
		shown.Periods = append(shown.Periods, period{each, each == days})
	}
	shown.Subscription = h.subscriptionOf(found, a, texts)
	h.read(ctx, shown, figures.Last(days, time.Now(), found.Timezone))
	if texts.err != nil {
		return texts.err
	}
	return h.parts.Pages.Render(w, http.StatusOK, texts.language, "dashboard", shown)
}

// read reads the parts, beside one another.
func (h *Handler) read(ctx context.Context, shown *overviewPage, p figures.Period) {
	a := access.From(ctx)
	var reading errgroup.Group
	reading.SetLimit(3) // of the database's connections, which visitors' answers need too
	into(ctx, h.parts.Logger, &reading, "setup", &shown.Setup, func() (setup, error) {
		steps, err := h.figures.Setup(ctx, a.ChurchID)
		return setupOf(a, shown.ChatURL, steps), err
	})
	into(ctx, h.parts.Logger, &reading, "numbers", &shown.Numbers, func() (numbers, error) {
		found, err := h.figures.Numbers(ctx, a.ChurchID, p)
		return numbersOf(found), err
	})
	into(ctx, h.parts.Logger, &reading, "requests", &shown.Requests, func() (tally, error) {
		found, err := h.parts.Tally(ctx, p.Start)
		return tallyOf(found), err
	})
	if shown.Sets {
		into(ctx, h.parts.Logger, &reading, "digest", &shown.Digest, func() (bool, error) { return h.parts.Digest(ctx, a.ChurchID) })
	}
	if shown.Reads {
		into(ctx, h.parts.Logger, &reading, "questions", &shown.Questions, func() (figures.Questions, error) { return h.figures.Questions(ctx, a.ChurchID, p) })
	}
	_ = reading.Wait() // what failed says so itself
}

func into[T any](ctx context.Context, logger *slog.Logger, reading *errgroup.Group, name string, to *part[T], read func() (T, error)) {
	reading.Go(func() error {
		found, err := read()
		if err != nil {
			logger.ErrorContext(ctx, "a part of the overview could not be read", "part", name, "church", access.From(ctx).ChurchID, "error", err)
		}
		*to = part[T]{found, err != nil}
		return nil
	})
}

// setupOf are the steps that an admin may do.
func setupOf(a access.Admin, chatURL string, steps []figures.Step) (shown setup) {
	for _, step := range steps {
		if step.Area != access.Overview && !a.Changes(step.Area) {
			continue
		}
		shown.All++
		if step.Done {
			shown.Done++
			continue
		}
		if step.URL == "" {
			step.URL = chatURL
		}
		if len(shown.Next) < nextSteps {
			shown.Next = append(shown.Next, step)
		} else {
			shown.Later = append(shown.Later, step)
		}
	}
	return shown
}

func numbersOf(found figures.Numbers) numbers {
	shown := numbers{Numbers: found, Cost: fmt.Sprintf("$%.2f", float64(found.Total.CostMicros)/1e6)}
	if found.Total.Questions > 0 {
		shown.Alone = fmt.Sprintf("%d %%", found.Total.WithoutModel*100/found.Total.Questions)
	}
	if len(found.Tools) > 0 {
		shown.MostUsed = found.Tools[0].Count
	}
	return shown
}

func tallyOf(found []requests.Tally) (shown tally) {
	for _, one := range found {
		switch one.Kind {
		case "crisis":
			shown.Crises = one.Waiting
		case "prayer":
			shown.Prayers = one.Count
		case "contact", "visit", "newsletter":
			shown.Contacts += one.Count
		}
		if one.Kind != "crisis" {
			shown.Waiting += one.Waiting
		}
		if one.Count > 0 {
			shown.Kinds = append(shown.Kinds, one)
		}
	}
	return shown
}
