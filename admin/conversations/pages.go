package conversations

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/cursor"
	"narthex/admin/frame"
	"narthex/chat"
	"narthex/static/web"
)

// page is what conversations.html shows.
type page struct {
	Frame    frame.Frame
	Church   string
	Filter   filter
	Filtered bool
	Ways     []string
	Rows     []row
	First    string // the address of the first page; empty: this is it
	Older    string
	Deleted  bool
	Kept     bool // how long conversations are kept was just set
	Wanted   int  // months, fewer than are kept, to be confirmed; 0: none
	Old      int  // conversations that would be deleted then
	Keeps    bool // the admin may say how long conversations are kept
	Months   int
	Choices  []int
}

// row is a conversation as a page shows it.
type row struct {
	Conversation
	When string // by the church's clock
}

// onePage is what conversation.html shows.
type onePage struct {
	Frame        frame.Frame
	Church       string
	Conversation row
	Messages     []shownMessage
	Teaches      bool // the admin may write FAQs
	Tries        bool // the admin may try what would be answered today
	Changes      bool
	TakesAlong   bool // the admin may have all that is stored of the visitor
}

// shownMessage is one with what is said of it in words.
type shownMessage struct {
	Message
	When    string
	Way     string // its text is overview.way.<way>
	Score   string
	Cost    string
	Sources []chat.Source
	Stages  []stage
	Trace   trace // its names in words
}

// trace is a chat.Trace in words. Names that have no words are shown as they are.
type trace struct {
	Nearest []chat.Nearest
	Prompt  []chat.PromptBlock
	Tools   []chat.ToolCalled
	Held    []chat.HeldBack
}

func inWords(l *web.Language, kept *chat.Trace) trace {
	if kept == nil {
		return trace{}
	}
	word := func(prefix, name string) string {
		if text, err := l.Text(prefix + name); err == nil {
			return text
		}
		return name
	}
	words := trace(*kept)
	for i := range words.Nearest {
		words.Nearest[i].Kind = word("conversations.kind.", words.Nearest[i].Kind)
	}
	for i := range words.Prompt {
		words.Prompt[i].Name = word("conversations.block.", words.Prompt[i].Name)
	}
	for i := range words.Tools {
		words.Tools[i].Name = word("tool.", cmp.Or(words.Tools[i].Name, "unknown"))
	}
	for i := range words.Held {
		words.Held[i].Kind = word("conversations.held.", words.Held[i].Kind)
	}
	return words
}

// stage is a part of the making of an answer.
type stage struct {
	Name   string
	Millis float64
}

// clock says when something was, by the church's clock and with its zone.
func clock(a access.Admin, at time.Time) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format("2006-01-02 15:04 MST")
}

// show is GET /admin/conversations.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	asked := r.URL.Query()
	f := filterOf(asked)
	after := cursor.Parse(asked.Get("after"))
	found, more, err := h.store.list(ctx, a, f, after)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	months, err := h.store.months(ctx, a.ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &page{
		Frame: frame.Of(a, frame.Conversations), Church: a.Church.Name, Filter: f, Filtered: f != filter{}, Ways: slices.Sorted(maps.Keys(ways)),
		Deleted: asked.Has("deleted"), Kept: asked.Has("kept"), Keeps: a.Changes(access.Data), Months: months, Choices: []int{1, 3, 6, 12, 24, 36},
	}
	if wanted, err := strconv.Atoi(asked.Get("months")); err == nil && shown.Keeps && wanted >= fewestMonths && wanted < months {
		if shown.Old, err = h.store.olderThan(ctx, a.ChurchID, wanted); err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		shown.Wanted = wanted
	}
	if !slices.Contains(shown.Choices, months) {
		shown.Choices = append(shown.Choices, months)
		slices.Sort(shown.Choices)
	}
	for _, one := range found {
		shown.Rows = append(shown.Rows, row{one, clock(a, one.LastMessageAt)})
	}
	if after != nil {
		shown.First = path + "?" + f.values().Encode()
	}
	if more {
		last := found[len(found)-1]
		values := f.values()
		values.Set("after", cursor.Cursor{At: last.LastMessageAt, ID: last.ID}.String())
		shown.Older = path + "?" + values.Encode()
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, a.Church.Language), "conversations", shown)
}

// filterOf reads a filter; what is none of its values wants all.
func filterOf(asked url.Values) filter {
	f := filter{Search: cut(asked.Get("q"), 200), Way: asked.Get("way"), Rated: asked.Get("rated")}
	if _, ok := ways[f.Way]; !ok {
		f.Way = ""
	}
	if f.Rated != "up" && f.Rated != "down" {
		f.Rated = ""
	}
	return f
}

func (f filter) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{"q": f.Search, "way": f.Way, "rated": f.Rated} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// cut is as much of a text as is taken, without what Postgres does not store.
func cut(text string, characters int) string {
	runes := []rune(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", ""))
	return string(runes[:min(len(runes), characters)])
}

// showOne is GET /admin/conversations/{id}.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	found, messages, err := h.store.read(ctx, a, id)
	if errors.Is(err, errGone) {
		return web.ErrNotFound
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &onePage{
		Frame: frame.Of(a, frame.Conversations), Church: a.Church.Name, Conversation: row{found, clock(a, found.CreatedAt)}, Teaches: a.Changes(access.Knowledge), Tries: a.Changes(access.Theology) && a.Church.Chatbot,
		Changes: a.Changes(access.Conversations), TakesAlong: a.Changes(access.Data),
	}
	language := h.parts.Pages.Asked(r, a.Church.Language)
	for _, one := range messages {
		message, err := shownOf(a, language, one)
		if err != nil {
			return err
		}
		shown.Messages = append(shown.Messages, message)
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "conversation", shown)
}

func shownOf(a access.Admin, l *web.Language, m Message) (shownMessage, error) {
	shown := shownMessage{Message: m, When: clock(a, m.CreatedAt), Cost: fmt.Sprintf("$%.4f", float64(m.CostMicros)/1e6), Trace: inWords(l, m.Trace)}
	if err := json.Unmarshal(m.Sources, &shown.Sources); err != nil {
		return shown, fmt.Errorf("read an answer's sources: %w", err)
	}
	switch {
	case m.Outcome == chat.OutcomeError:
		shown.Way = "error"
	case m.Reason == chat.ReasonCrisis:
		shown.Way = "crisis"
	case m.Tier != nil:
		shown.Way = "tier" + strconv.Itoa(*m.Tier)
	default:
		shown.Way = "other"
	}
	if m.Similarity != nil {
		shown.Score = fmt.Sprintf("%.2f", *m.Similarity)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Timings)) {
		shown.Stages = append(shown.Stages, stage{name, float64(m.Timings[name]) / 1000})
	}
	return shown, nil
}

// delete is POST /admin/conversations/{id}/delete, with requests=1 if what was asked for in it goes too.
func (h *Handler) delete(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	err = h.store.remove(ctx, access.From(ctx), id, r.PostFormValue("requests") != "", h.parts.Forget)
	if errors.Is(err, errGone) {
		return web.ErrNotFound
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"?deleted", http.StatusSeeOther)
	return nil
}

// setRetention is POST /admin/conversations/retention with months=<number>, and sure=1 where conversations are older than that.
func (h *Handler) setRetention(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	months, err := strconv.Atoi(r.PostFormValue("months"))
	if err != nil || months < fewestMonths || months > mostMonths {
		return h.parts.Pages.Asked(r, a.Church.Language).Refuse("unprocessable", "months", "conversations.retention.invalid", "most", strconv.Itoa(mostMonths))
	}
	kept, err := h.store.months(ctx, a.ChurchID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if months < kept && r.PostFormValue("sure") == "" { // what is deleted does not come back
		older, err := h.store.olderThan(ctx, a.ChurchID, months)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		if older > 0 {
			http.Redirect(w, r, path+"?months="+strconv.Itoa(months)+"#retention", http.StatusSeeOther)
			return nil
		}
	}
	if err := h.store.keep(ctx, a, months); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"?kept", http.StatusSeeOther)
	return nil
}
