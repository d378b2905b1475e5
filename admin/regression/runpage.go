package regression

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/evaluate/cases"
	"narthex/static/web"
)

// runPage is what regression-run.html shows.
type runPage struct {
	Frame   frame.Frame
	Church  string
	Changes bool
	Run     shownRun
	Sum     cases.Summary
	Cost    string
	Tiers   []tierCount
	Lines   []shownLine
	Spoiled int
	Mended  int
	Beside  bool // there is a run before it
}

// shownRun is a run with when it began, by the church's clock.
type shownRun struct {
	Run
	When   string
	Failed int
}

func shownRunOf(a access.Admin, run Run) shownRun {
	return shownRun{run, clock(a, run.BegunAt), run.Done - run.Passed}
}

type tierCount struct {
	Way   string // its text is overview.way.<way>
	Count int
}

// shownLine is a line in words.
type shownLine struct {
	compared
	Way    string // its text is overview.way.<way>
	Misses []string
}

// begin is POST /admin/training/regression/runs with configuration=live or draft: the set is asked of the church as visitors are answered,
// or of its draft.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	configuration := "live"
	if a := access.From(ctx); r.PostFormValue("configuration") == "draft" {
		if configuration = "draft"; !a.Draft.Begun {
			return h.refused(r, errNoDraft)
		}
	}
	id, err := h.store.begin(ctx, access.From(ctx), configuration, func(ctx context.Context, tx pgx.Tx, job runCases) error {
		_, err := h.parts.Jobs.InsertTx(ctx, tx, job, nil)
		return err
	})
	if err != nil {
		return h.refused(r, err)
	}
	http.Redirect(w, r, path+"/runs/"+id.String(), http.StatusSeeOther)
	return nil
}

// cancel is POST /admin/training/regression/runs/{id}/cancel.
func (h *Handler) cancel(w http.ResponseWriter, r *http.Request) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	return h.then(w, r, path+"/runs/"+id.String(), func(ctx context.Context, a access.Admin) error { return h.store.cancel(ctx, a, id) })
}

// runState is GET /api/admin/regression-runs/{id}: what the page follows meanwhile.
func (h *Handler) runState(w http.ResponseWriter, r *http.Request) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.store.state(ctx, access.From(ctx), id)
	if err != nil {
		return h.refused(r, err)
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(found)
}

// showRun is GET /admin/training/regression/runs/{id}.
func (h *Handler) showRun(w http.ResponseWriter, r *http.Request) error {
	a, l := access.From(r.Context()), h.texts(r)
	run, lines, before, err := h.read(r)
	if err != nil {
		return err
	}
	sum := cases.Sum(judged(lines))
	shown := &runPage{
		Frame: frame.Of(a, frame.Simulator), Church: a.Church.Name, Changes: mayChange(a), Run: shownRunOf(a, run), Sum: sum,
		Cost: fmt.Sprintf("$%.4f", float64(sum.Micros)/1e6), Beside: len(before) > 0,
	}
	for _, tier := range append(cases.Tiers(), cases.Other) {
		if n := sum.Tiers[tier]; n > 0 {
			shown.Tiers = append(shown.Tiers, tierCount{wayOf(tier), n})
		}
	}
	for _, c := range compare(lines, before) {
		one := shownLine{compared: c, Way: wayOf(c.Result.Tier)}
		for _, miss := range c.Result.Misses {
			said, err := sayMiss(l, miss)
			if err != nil {
				return err
			}
			one.Misses = append(one.Misses, said)
		}
		switch c.Since {
		case spoiled:
			shown.Spoiled++
		case mended:
			shown.Mended++
		}
		shown.Lines = append(shown.Lines, one)
	}
	return h.parts.Pages.Render(w, http.StatusOK, l, "regression-run", shown)
}

// read reads the run that a request is about, with the lines of the one before it.
func (h *Handler) read(r *http.Request) (run Run, lines, before []line, err error) {
	id, err := idOf(r)
	if err != nil {
		return run, nil, nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	run, lines, before, err = h.store.run(ctx, access.From(ctx), id)
	if err != nil {
		err = h.refused(r, err)
	}
	return run, lines, before, err
}

// judged are the lines that were asked.
func judged(lines []line) []cases.Judged {
	all := make([]cases.Judged, 0, len(lines))
	for _, l := range lines {
		if l.Result != nil {
			all = append(all, cases.Judged{Case: l.Wanted, Result: *l.Result})
		}
	}
	return all
}

func wayOf(tier cases.Tier) string {
	if tier == cases.Crisis || tier == cases.Other {
		return string(tier)
	}
	return "tier" + string(tier)
}

// sayMiss puts a miss into words.
func sayMiss(l *web.Language, m cases.Miss) (string, error) {
	wanted, got := m.Wanted, m.Got
	if m.Kind == cases.WrongTier {
		var errs [2]error
		wanted, errs[0] = l.Text("overview.way." + wayOf(cases.Tier(m.Wanted)))
		got, errs[1] = l.Text("overview.way." + wayOf(cases.Tier(m.Got)))
		if err := errors.Join(errs[:]...); err != nil {
			return "", err
		}
	}
	return l.Text("regression.miss."+string(m.Kind), "wanted", wanted, "got", got)
}

// reportCSV is GET /admin/training/regression/runs/{id}/report.csv.
func (h *Handler) reportCSV(w http.ResponseWriter, r *http.Request) error {
	run, lines, _, err := h.read(r)
	if err != nil {
		return err
	}
	table(w, reportName(access.From(r.Context()), run)+".csv")
	l := h.texts(r)
	return cases.WriteReportCSV(w, judged(lines), func(m cases.Miss) (string, error) { return sayMiss(l, m) })
}

// reportJSON is GET /admin/training/regression/runs/{id}/report.json.
func (h *Handler) reportJSON(w http.ResponseWriter, r *http.Request) error {
	run, lines, _, err := h.read(r)
	if err != nil {
		return err
	}
	a, all := access.From(r.Context()), judged(lines)
	download(w, "application/json", reportName(a, run)+".json")
	return json.NewEncoder(w).Encode(struct {
		Church  string         `json:"church"`
		Run     Run            `json:"run"`
		Summary cases.Summary  `json:"summary"`
		Cases   []cases.Judged `json:"cases"`
	}{a.Church.Slug, run, cases.Sum(all), all})
}
