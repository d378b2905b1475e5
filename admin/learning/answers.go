package learning

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/frame"
	"narthex/admin/learning/redact"
	"narthex/cache"
	"narthex/chat/church"
	"narthex/static/web"
)

const (
	answersPath    = "/admin/training/answers"
	answersPerPage = 20
	answersKept    = 48 * time.Hour // longer than any answer is kept: so far back the record is looked through for who was given it
)

// answersPage is what answers.html shows.
type answersPage struct {
	Frame   frame.Frame
	Church  string
	Changes bool
	Rows    []answerRow
	First   string // the address of the first page; empty: this is it
	Older   string
	Done    string // the key of what was just done; empty: nothing
	Fault   string
}

// answerRow is an answer that visitors may be given again.
type answerRow struct {
	ID       string
	Question string // without names; empty: nothing is left of it
	Text     string
	Agent    string // empty: not known
	Lens     string
	Language string
	Sources  []cache.Source
	Made     string // by the church's clock
	Ends     string
	Given    int  // how often others were given it
	Outdated bool // the church's knowledge has changed since: nobody is given it any more
}

var answersDone = map[string]string{"forgotten": "answers.done.forgotten", "all": "answers.done.all"}

// showAnswers is GET /admin/training/answers?after=.
func (h *Handler) showAnswers(w http.ResponseWriter, r *http.Request) error {
	return h.renderAnswers(w, r, http.StatusOK, "")
}

func (h *Handler) renderAnswers(w http.ResponseWriter, r *http.Request, status int, fault string) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	asked := r.URL.Query()
	p := &answersPage{
		Frame: frame.Of(a, frame.Answers), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot,
		Done: answersDone[asked.Get("done")], Fault: fault,
	}
	snapshot, err := h.parts.Churches.ByID(ctx, a.ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	found, next, err := h.parts.Answers.List(ctx, a.ChurchID, asked.Get("after"), answersPerPage)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	given, err := h.store.given(ctx, a.ChurchID, found)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	for _, one := range found {
		p.Rows = append(p.Rows, answerRowOf(a, snapshot, one, given))
	}
	if asked.Get("after") != "" {
		p.First = answersPath
	}
	if next != "" {
		p.Older = answersPath + "?after=" + url.QueryEscape(next)
	}
	return h.parts.Pages.Render(w, status, h.texts(r), "answers", p)
}

func answerRowOf(a access.Admin, snapshot *church.Snapshot, one cache.Listed, given map[givenAnswer]int) answerRow {
	const clock = "2006-01-02 15:04 MST"
	row := answerRow{
		ID: one.ID, Question: one.Question, Text: one.Text, Agent: one.Origin.Agent, Lens: one.Origin.Lens, Language: one.Origin.Language,
		Sources: one.Sources, Made: inZone(a, one.Created).Format(clock), Ends: inZone(a, one.Expires).Format(clock),
		Given: given[givenAnswer{textOf(one.Text), one.Origin.Agent}], Outdated: outdated(one, snapshot),
	}
	if id, err := strconv.Atoi(one.Origin.Lens); err == nil && id == snapshot.Lens.ID {
		row.Lens = snapshot.Lens.Name
	}
	return row
}

// outdated reports whether the church's knowledge has changed since an answer was made.
func outdated(one cache.Listed, snapshot *church.Snapshot) bool {
	return one.Origin != (cache.Origin{}) && one.Origin.Epoch != snapshot.Epoch
}

// Shown is a visitor's question as it may be shown, and kept, where nobody is to know who asked it; empty where too little is left.
func Shown(snapshot *church.Snapshot, question string) string {
	text, _, left := redactorOf(snapshot).Read(question).Shown(nil)
	if left < 2 {
		return ""
	}
	return text
}

// givenAnswer is an answer as the record has it.
type givenAnswer struct{ text, agent string }

// textOf is a digest of what was said.
func textOf(said string) string {
	sum := md5.Sum([]byte(said)) // as Postgres makes it; nobody is kept out by it
	return hex.EncodeToString(sum[:])
}

// given counts from the record how often answers were given from the cache.
func (s store) given(ctx context.Context, churchID uuid.UUID, answers []cache.Listed) (map[givenAnswer]int, error) {
	texts := make([]string, len(answers))
	for i, one := range answers {
		texts[i] = textOf(one.Text)
	}
	counts := make(map[givenAnswer]int)
	err := church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select md5(m.content), m.agent, count(*)
			from conversations c join messages m on m.church_id = c.church_id and m.conversation_id = c.id
			where c.church_id = $1 and c.last_message_at >= $2 and m.role = 'assistant' and m.tier = 2 and m.created_at >= $2 and md5(m.content) = any ($3)
			group by 1, 2`, churchID, time.Now().Add(-answersKept), texts)
		if err != nil {
			return err
		}
		var one givenAnswer
		var count int
		_, err = pgx.ForEachRow(rows, []any{&one.text, &one.agent, &count}, func() error { counts[one] = count; return nil })
		return err
	})
	return counts, err
}

// forgetAnswer is POST /admin/training/answers/{id}/forget.
func (h *Handler) forgetAnswer(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	churchID, id := access.From(ctx).ChurchID, chi.URLParam(r, "id")
	if _, err := h.parts.Answers.Forget(ctx, churchID, id); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return h.noteForgotten(ctx, w, r, "answers.forgotten", "forgotten")
}

// forgetAnswers is POST /admin/training/answers/forget: all of them.
func (h *Handler) forgetAnswers(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := h.limit(r, "forget_answers", 6); err != nil {
		return err
	}
	if err := h.parts.Answers.DropChurch(ctx, access.From(ctx).ChurchID); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return h.noteForgotten(ctx, w, r, "answers.forgotten_all", "all")
}

func (h *Handler) noteForgotten(ctx context.Context, w http.ResponseWriter, r *http.Request, what, done string) error {
	err := church.InChurch(ctx, h.parts.Pool, access.From(ctx).ChurchID, func(tx pgx.Tx) error { return audit.Record(ctx, tx, what, nil) })
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, answersPath+"?done="+done, http.StatusSeeOther)
	return nil
}

// promote is POST /admin/training/answers/{id}/promote: a FAQ is made of an answer, and shown to be put right.
func (h *Handler) promote(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), askPatience)
	defer cancel()
	churchID, language := access.From(ctx).ChurchID, h.texts(r)
	one, found, err := h.parts.Answers.Get(ctx, churchID, chi.URLParam(r, "id"))
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if !found {
		return web.ErrNotFound
	}
	snapshot, err := h.parts.Churches.ByID(ctx, churchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	fault := ""
	switch {
	case one.Question == "" || strings.Contains(one.Question, redact.Mask):
		fault = "answers.fault.personal"
	case outdated(one, snapshot): // visitors would be told it before anybody has read it again
		fault = "answers.fault.outdated"
	}
	if fault != "" {
		text, err := language.Text(fault)
		if err != nil {
			return err
		}
		return h.renderAnswers(w, r, http.StatusUnprocessableEntity, text)
	}
	id, err := h.parts.Publish(ctx, language, clipTo(one.Question, longestQuestion), clip(one.Text), false)
	if problem, ok := errors.AsType[web.Problem](err); ok && !errors.Is(err, web.ErrUnavailable) {
		return h.renderAnswers(w, r, web.Status(problem), problem.Public())
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/admin/training/faqs/"+id.String()+"?new", http.StatusSeeOther)
	return nil
}
