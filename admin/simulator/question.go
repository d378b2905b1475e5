package simulator

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"narthex/admin/access"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/static/web"
)

const (
	trialsPerMinute = 20
	patience        = 5 * time.Second  // for Postgres
	trialPatience   = 25 * time.Second // for the models: a request may take half a minute
	longestForm     = 32 << 10         // bytes: a letter of many scripts takes nine in a form
)

// question is what an admin tries.
type question struct {
	Text   string
	Agent  church.Agent
	Lens   int  // whose voice is tried beside the church's own; 0: none
	Others bool // what the dearer tiers would have said is wanted, too
	In     configuration
}

// configuration is which church is asked: as visitors are answered, or with the draft's changes.
type configuration string

const (
	live  configuration = "live"
	draft configuration = "draft"
	both  configuration = "both" // beside each other
)

// read reads it from a form, or from an address that leads here. What the form does not offer counts as not given.
func read(values interface{ Get(string) string }) question {
	q := question{Text: strings.TrimSpace(strings.ToValidUTF8(values.Get("question"), "")), Agent: church.Coordinator, Others: values.Get("others") != ""}
	q.Text = strings.ReplaceAll(q.Text, "\x00", "")
	q.Lens, _ = strconv.Atoi(values.Get("lens"))
	q.In = live
	if in := configuration(values.Get("in")); in == draft || in == both {
		q.In = in
	}
	if agent, known := church.ParseAgent(values.Get("agent")); known {
		q.Agent = agent
	}
	return q
}

// show is GET /admin/training/simulator?question=&agent=: the form, filled with what led here.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	page, err := h.page(r, read(r.URL.Query()))
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, page)
}

// try is POST /admin/training/simulator.
func (h *Handler) try(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return language.Refuse("invalid", "form_unreadable", "simulator.unreadable")
	}
	page, err := h.page(r, read(r.PostForm))
	if err != nil {
		return err
	}
	if n := utf8.RuneCountInString(page.Question.Text); n == 0 || n > chat.MaxMessageRunes {
		page.Fault = "simulator.question.invalid"
		return h.render(w, r, http.StatusUnprocessableEntity, page)
	}
	if wait, err := h.parts.Limit(r.Context(), a.ChurchID, "simulator", trialsPerMinute); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	} else if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
		page.Fault = "simulator.slow"
		return h.render(w, r, http.StatusTooManyRequests, page)
	}
	page.asked = page.trials(a.ChurchID)
	answers, err := h.askAll(r.Context(), page.asked)
	if errors.Is(err, evaluate.ErrSpent) {
		page.Fault = "simulator.exhausted"
		return h.render(w, r, http.StatusTooManyRequests, page)
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	page.Trials = answers
	return h.render(w, r, http.StatusOK, page)
}

// ask is a question of a church as it is, or with its draft.
type ask struct {
	evaluate.Question
	draft bool
}

// trials are the questions that are asked at the same time: of each configuration that is chosen, in the church's own voice and, if
// another is chosen, in that.
func (p *page) trials(churchID uuid.UUID) (asked []ask) {
	other, beside := church.TraditionWithID(p.catalogue, p.Question.Lens)
	for _, in := range []configuration{live, draft} {
		if p.Question.In != both && p.Question.In != in {
			continue
		}
		q := evaluate.Question{ChurchID: churchID, Message: p.Question.Text, Agent: p.Question.Agent, Others: p.Question.Others}
		asked = append(asked, ask{q, in == draft})
		if beside {
			q.Lens = &other
			asked = append(asked, ask{q, in == draft})
		}
	}
	return asked
}

// askAll asks questions at the same time.
func (h *Handler) askAll(ctx context.Context, questions []ask) ([]*evaluate.Evaluation, error) {
	ctx, cancel := context.WithTimeout(ctx, trialPatience)
	defer cancel()
	answers := make([]*evaluate.Evaluation, len(questions))
	work, asking := errgroup.WithContext(ctx)
	for i, q := range questions {
		work.Go(func() (err error) {
			in := asking
			if q.draft {
				in = h.parts.Within(asking, q.ChurchID)
			}
			answers[i], err = h.parts.Ask(in, q.Question)
			return err
		})
	}
	return answers, work.Wait()
}

// catalogue reads the lenses that may be tried.
func (h *Handler) catalogue(ctx context.Context) (lenses []church.Tradition, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = church.InChurch(ctx, h.parts.Pool, access.From(ctx).ChurchID, func(tx pgx.Tx) error {
		lenses, err = church.ReadTraditions(ctx, tx)
		return err
	})
	return lenses, err
}
