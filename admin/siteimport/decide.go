package siteimport

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"narthex/admin/access"
	"narthex/admin/faqs"
	"narthex/admin/siteimport/draft"
	"narthex/chat/church"
	"narthex/static/web"
)

const (
	largestForm   = 1 << 20          // bytes: sixty FAQs with the longest answers
	acceptAllTime = 20 * time.Second // after which the FAQs of a group that are left wait for another press
)

// choice is what somebody decided about a draft, with the values as they have edited them.
type choice struct {
	numbered
	instead string          // the line that it takes the place of
	version string          // of the FAQ that it changes
	wrote   map[string]bool // what is not as it was shown, by the names in a mark
}

// decide is POST /admin/training/website/{id}/decide: drafts are accepted, discarded, or looked at again. accept, discard or reopen is
// the number of one, or "all" of the group.
func (h *Handler) decide(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience+acceptAllTime)
	defer cancel()
	a := access.From(ctx)
	language := h.parts.Pages.Asked(r, a.Church.Language)
	of, err := h.asked(ctx, r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, largestForm)
	if err := r.ParseForm(); err != nil {
		return language.Refuse("invalid", "unreadable", "siteimport.problem.unreadable")
	}
	kind := draft.Group(r.PostForm.Get("group"))
	drafts, err := h.store.drafts(ctx, a.ChurchID, of.ID)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if err := h.store.edit(ctx, a.ChurchID, of.ID, edited(r, a, drafts)); err != nil { // of which the next page shows what was written
		return errors.Join(web.ErrUnavailable, err)
	}
	back := path + "/" + of.ID.String() + "?done=" + string(kind)
	if which := r.PostForm.Get("reopen"); which != "" {
		err = h.store.reopen(ctx, a.ChurchID, of.ID, numbers(choose(r, drafts, kind, which, "discarded"))...)
		return h.then(w, r, back+"#"+string(kind), err)
	}
	if which := r.PostForm.Get("discard"); which != "" {
		err = h.store.decided(ctx, a.ChurchID, of.ID, "discarded", numbers(choose(r, drafts, kind, which, "open"))...)
		return h.then(w, r, back+"#"+string(kind), err)
	}
	chosen := choose(r, drafts, kind, r.PostForm.Get("accept"), "open")
	if len(chosen) == 0 {
		return h.then(w, r, back+"#"+string(kind), nil)
	}
	just := said{group: string(kind), faults: map[int]string{}}
	if chosen, err = seen(r, language, drafts, chosen, just.faults); err != nil {
		return err
	}
	if kind != draft.FAQs { // whose own check says what is missing
		if chosen, err = complete(language, chosen, just.faults); err != nil {
			return err
		}
	}
	if len(chosen) == 0 {
		return h.review(ctx, w, r, http.StatusUnprocessableEntity, of, just)
	}
	if kind == draft.FAQs {
		err = h.acceptFAQs(ctx, a, language, chosen, of, &just)
	} else {
		err = h.acceptFacts(ctx, a, language, kind, chosen, r.PostForm.Get("version"), of, &just)
	}
	if err != nil {
		return err
	}
	if just.problem == "" && len(just.faults) == 0 {
		return h.then(w, r, back+"&stored="+strconv.Itoa(just.stored)+"#"+string(kind), nil)
	}
	return h.review(ctx, w, r, http.StatusUnprocessableEntity, of, just)
}

// then leads back to the page.
func (h *Handler) then(w http.ResponseWriter, r *http.Request, to string, err error) error {
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// choose are the drafts of a group that a request is about, as they were edited. What was left as it was shown says what it says now.
func choose(r *http.Request, drafts []numbered, kind draft.Group, which, status string) (chosen []choice) {
	for _, d := range drafts {
		if d.Group != kind || d.Status != status || which != "all" && which != strconv.Itoa(d.Number) {
			continue
		}
		d.Values = maps.Clone(d.Values)
		number := strconv.Itoa(d.Number)
		shown := shownTo(r, d.Number)
		one := choice{d, r.PostForm.Get("instead." + number), r.PostForm.Get("version." + number), map[string]bool{}}
		for _, name := range writtenIn(kind) {
			if edited, ok := r.PostForm[field(d.Number, name)]; ok {
				if written := strings.TrimSpace(writable(edited[0])); digest(written) != shown[name] {
					d.Values[name], one.wrote[name] = written, true
				}
			}
		}
		if _, ok := r.PostForm["instead."+number]; ok {
			wrote := digest(one.instead) != shown[replaces]
			if _, elsewhere := d.Values[replaces]; wrote || !elsewhere {
				d.Values[replaces] = writable(one.instead)
			}
			if wrote {
				one.wrote[replaces] = true
			}
		}
		chosen = append(chosen, one)
	}
	return chosen
}

// edited are the open drafts in which something was written, as they are to be kept, of all groups that an admin may store: siteimport.js
// sends what is written in the others along. What a draft is there to say comes back where it was emptied: one that says nothing counts as
// stored, and nobody could write in it any more. What only adds to it stays empty.
func edited(r *http.Request, a access.Admin, drafts []numbered) (kept []choice) {
	for _, d := range drafts {
		if !may(a, d.Group) {
			continue
		}
		for _, one := range choose(r, []numbered{d}, d.Group, "all", "open") {
			for _, name := range d.Group.Fields() {
				if one.Values[name] == "" && d.Values[name] != "" && !adds[name] {
					one.Values[name] = d.Values[name]
				}
			}
			if len(one.wrote) > 0 && !maps.Equal(one.Values, d.Values) { // another may be written in by somebody else at the moment
				kept = append(kept, one)
			}
		}
	}
	return kept
}

// seen are the chosen drafts without those that a colleague has written in since they were shown, which are faults: who accepts them has
// not seen what they say.
func seen(r *http.Request, language *web.Language, drafts []numbered, chosen []choice, faults map[int]string) (left []choice, err error) {
	for _, c := range chosen {
		at := slices.IndexFunc(drafts, func(d numbered) bool { return d.Number == c.Number })
		if !overtaken(r, drafts[at], c) {
			left = append(left, c)
		} else if faults[c.Number], err = language.Text("siteimport.overtaken"); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// complete are the chosen drafts without those in which what they are there to say was emptied, which are faults: stored, they would
// delete what the church has.
func complete(language *web.Language, chosen []choice, faults map[int]string) (left []choice, err error) {
	for _, c := range chosen {
		emptied := slices.ContainsFunc(writtenIn(c.Group), func(name string) bool { return !adds[name] && c.wrote[name] && c.Values[name] == "" })
		if !emptied {
			left = append(left, c)
		} else if faults[c.Number], err = language.Text("siteimport.emptied"); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// overtaken reports whether somebody was shown something else than a draft says where they have written nothing.
func overtaken(r *http.Request, d numbered, sent choice) bool {
	shown, now := shownTo(r, d.Number), markOf(d, "")
	return slices.ContainsFunc(writtenIn(d.Group), func(name string) bool {
		was, named := shown[name]
		return named && !sent.wrote[name] && now[name] != was
	})
}

// adds are the fields that a draft can do without.
var adds = map[string]bool{"title": true, "bio": true, "description": true}

// writable is a text as the database takes it.
func writable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

func numbers(of []choice) (found []int) {
	for _, one := range of {
		found = append(found, one.Number)
	}
	return found
}

// acceptFacts stores facts, all or none, as the forms of package settings do.
func (h *Handler) acceptFacts(ctx context.Context, a access.Admin, language *web.Language, kind draft.Group, chosen []choice, version string, of Import, just *said) error {
	now, err := h.read(ctx, a, nil)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	chosen = slices.DeleteFunc(chosen, func(c choice) bool { return len(chosen) > 1 && now.has(c.numbered) })
	err = h.parts.Facts.ChangeFacts(ctx, a, language, now.with(kind, chosen), version)
	if problem, ok := errors.AsType[web.Problem](err); ok && problem.Kind() != "unavailable" {
		just.problem = problem.Public()
		why := ""
		if fields, ok := errors.AsType[web.FieldProblem](err); ok && len(fields.Fields()) > 0 {
			said := slices.Sorted(maps.Values(fields.Fields()))
			why = strings.Join(slices.Compact(said), " ")
		}
		if len(chosen) == 1 {
			just.faults[chosen[0].Number] = why
		} else if why != "" {
			just.problem += " " + why
		}
		return nil
	}
	if err != nil {
		return err
	}
	just.stored = len(chosen)
	if err := h.store.decided(ctx, a.ChurchID, of.ID, "accepted", numbers(chosen)...); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return nil
}

// acceptFAQs stores questions, each by itself: what is refused keeps no other from being stored. Of several, those that are stored in the
// same words are left out: they would be refused as changed by somebody else, after they had taken the time of the others.
func (h *Handler) acceptFAQs(ctx context.Context, a access.Admin, language *web.Language, chosen []choice, of Import, just *said) error {
	drafts := make([]numbered, len(chosen))
	for i, c := range chosen {
		drafts[i] = c.numbered
	}
	now, err := h.read(ctx, a, drafts)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	chosen = slices.DeleteFunc(chosen, func(c choice) bool { return len(chosen) > 1 && now.has(c.numbered) })
	for begun := time.Now(); len(chosen) > 0 && time.Since(begun) < acceptAllTime; chosen = chosen[1:] {
		c := chosen[0]
		err := h.acceptFAQ(ctx, language, now, c)
		problem, refused := errors.AsType[web.Problem](err)
		switch {
		case err == nil:
			just.stored++
			if err := h.store.decided(ctx, a.ChurchID, of.ID, "accepted", c.Number); err != nil {
				return errors.Join(web.ErrUnavailable, err)
			}
		case refused && problem.Code() == "faq_limit":
			just.problem = problem.Public()
			return nil
		case refused && problem.Kind() != "unavailable":
			just.faults[c.Number] = problem.Public()
			if fields, ok := errors.AsType[web.FieldProblem](err); ok && len(fields.Fields()) > 0 {
				just.faults[c.Number] = strings.Join(slices.Sorted(maps.Values(fields.Fields())), " ")
			}
		default:
			return err
		}
	}
	return nil
}

// acceptFAQ stores a question, in the place of the one that asks the same, if that is still what somebody was shown.
func (h *Handler) acceptFAQ(ctx context.Context, language *web.Language, now stored, c choice) error {
	written := faqs.Draft{Question: c.Values["question"], Answer: c.Values["answer"]}
	known, ok := now.asking(c.numbered)
	if !ok {
		_, err := h.parts.FAQs.Ensure(ctx, language, written) // a form may be sent twice
		return err
	}
	written.Category, written.Visibility, written.Exact = known.Category, known.Visibility, known.Exact
	return h.parts.FAQs.Change(ctx, language, known.ID, c.version, written)
}

// with are the fields of the church's record as they are when drafts are stored.
func (s stored) with(kind draft.Group, chosen []choice) map[string]any {
	fields := make(map[string]any)
	switch kind {
	case draft.Times:
		hours := maps.Clone(object(s.facts.Value("custom_hours")))
		if hours == nil {
			hours = map[string]any{}
		}
		for _, c := range chosen {
			hours[c.Values["day"]] = withLine(texts(hours[c.Values["day"]]), c.Values["line"], c.instead)
		}
		fields["custom_hours"] = hours
	case draft.People:
		fields["custom_staff"] = withItems(s.facts.Value("custom_staff"), chosen)
	case draft.Ministries:
		fields["custom_ministries"] = withItems(s.facts.Value("custom_ministries"), chosen)
	case draft.Expect:
		expected := map[string]any{}
		maps.Copy(expected, object(s.facts.Value("what_to_expect")))
		for _, c := range chosen {
			expected[c.Values["field"]] = c.Values["text"]
		}
		fields["what_to_expect"] = expected
	case draft.Contact:
		for _, c := range chosen {
			fields[c.Values["field"]] = c.Values["text"]
		}
	case draft.Giving:
		for _, c := range chosen {
			fields["giving_url"] = c.Values["url"]
		}
	}
	return fields
}

// withLine has a line among those of a day, in the place of one of them, or else by its time.
func withLine(lines []string, line, instead string) (day []any) {
	if at := slices.Index(lines, instead); at >= 0 && instead != "" {
		lines[at] = line
	} else if !slices.Contains(lines, line) {
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b string) int { return startOf(a) - startOf(b) })
	for _, one := range lines {
		day = append(day, one)
	}
	return day
}

// startOf is when a line begins, in minutes after midnight; lines without a time come last.
func startOf(line string) int {
	if slots := church.ParseSlots(line); len(slots) > 0 && slots[0].Timed() {
		return slots[0].Start
	}
	return 24 * 60
}

// withItems has drafts among the items of a list: what is found of one that is there is added to it.
func withItems(list any, chosen []choice) []any {
	held, _ := list.([]any)
	items := slices.Clone(held)
	for _, c := range chosen {
		made := map[string]any{}
		old, at := itemNamed(items, c.Values["name"])
		maps.Copy(made, old)
		for name, value := range c.Values {
			if value != "" {
				made[name] = value
			}
		}
		if at >= 0 {
			items[at] = made
		} else {
			items = append(items, made)
		}
	}
	if items == nil {
		items = []any{}
	}
	return items
}
