package siteimport

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"narthex/admin/access"
	"narthex/admin/faqs"
	"narthex/admin/settings"
	"narthex/admin/siteimport/draft"
	"narthex/chat/church"
	"narthex/chat/words"
	"narthex/static/web"
)

// group is a kind of facts on the page.
type group struct {
	Name    string // its text is siteimport.group.<name>
	Version string // of what is stored and shown beside
	Open    []entry
	Same    []entry // what is stored already
	Decided []entry
	Stored  int    // drafts that were stored a moment ago; 0: none
	Problem string // why nothing was
	May     bool   // the admin may store such
}

// entry is a draft on the page.
type entry struct {
	Number   int
	Heading  string // the key of what it is about; empty: Name
	Name     string
	Inputs   []input
	Stored   []string // what is stored now
	Instead  []string // what it may take the place of
	Replaces string   // what it takes the place of unless somebody says otherwise
	Version  string   // of the FAQ that it changes; empty: it is a new one
	Shown    mark
	Quote    string
	URL      string
	Place    string // the address as it is shown
	ByModel  bool
	Accepted bool
	Fault    string
}

// input is a value that can be edited.
type input struct {
	Name, Label, Value string
	Area               bool
	Longest            int
}

// said is what a page says of what was just done.
type said struct {
	group   string
	stored  int
	problem string
	faults  map[int]string
}

// stored is what a church has.
type stored struct {
	facts settings.Facts
	faqs  []faqs.FAQ
}

// read reads what is stored of what drafts are about.
func (h *Handler) read(ctx context.Context, a access.Admin, drafts []numbered) (now stored, err error) {
	if now.facts, err = h.parts.Facts.Facts(ctx, a); err != nil {
		return stored{}, err
	}
	var questions []string
	for _, d := range drafts {
		if d.Group == draft.FAQs {
			questions = append(questions, d.Values["question"])
		}
	}
	now.faqs, err = h.parts.FAQs.Asking(ctx, a, questions)
	return now, err
}

// review shows an import: how far it is, why it failed, or what was found beside what is stored.
func (h *Handler) review(ctx context.Context, w http.ResponseWriter, r *http.Request, status int, of Import, just said) error {
	a := access.From(ctx)
	shown, one := h.page(a), shownOf(a, of)
	shown.Import = &one
	if of.Status == "done" {
		drafts, err := h.store.drafts(ctx, a.ChurchID, of.ID)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		if shown.Refused, err = h.store.refused(ctx, a.ChurchID, of.ID); err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		now, err := h.read(ctx, a, drafts)
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		shown.Groups = groupsOf(a, drafts, now, just)
		shown.Done = !slices.ContainsFunc(shown.Groups, func(g group) bool { return len(g.Open) > 0 })
	}
	return h.parts.Pages.Render(w, status, h.parts.Pages.Asked(r, a.Church.Language), "siteimport", shown)
}

// fieldsOf are the fields of the church's record that a group is stored in.
func fieldsOf(g draft.Group) []string {
	switch g {
	case draft.Times:
		return []string{"custom_hours"}
	case draft.People:
		return []string{"custom_staff"}
	case draft.Ministries:
		return []string{"custom_ministries"}
	case draft.Expect:
		return []string{"what_to_expect"}
	case draft.Giving:
		return []string{"giving_url"}
	case draft.Contact:
		return []string{"address", "city", "state", "postal_code", "phone", "notification_email"}
	}
	return nil
}

// may reports whether an admin may store the drafts of a group.
func may(a access.Admin, g draft.Group) bool {
	if !a.Church.Chatbot || !a.Changes(access.Knowledge) {
		return false
	}
	return !slices.ContainsFunc(fieldsOf(g), func(field string) bool { return !a.Changes(settings.Area(field)) })
}

// groupsOf are drafts by group, those that nobody has decided about beside what is stored.
func groupsOf(a access.Admin, drafts []numbered, now stored, just said) (groups []group) {
	for _, kind := range draft.Groups() {
		g := group{Name: string(kind), Version: now.facts.Version(fieldsOf(kind)...), May: may(a, kind)}
		for _, d := range drafts {
			if d.Group != kind {
				continue
			}
			e := now.entry(d)
			e.Fault = just.faults[d.Number]
			switch {
			case d.Status != "open":
				e.Accepted = d.Status == "accepted"
				g.Decided = append(g.Decided, e)
			case now.has(d):
				g.Same = append(g.Same, e)
			default:
				g.Open = append(g.Open, e)
			}
		}
		if just.group == g.Name {
			g.Stored, g.Problem = just.stored, just.problem
		}
		if len(g.Open)+len(g.Same)+len(g.Decided) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// Lengths of what is edited, in characters: what the record and the FAQs take.
var longest = map[string]int{"line": 200, "text": 2000, "name": 120, "title": 120, "bio": 2000, "description": 2000, "url": 2000, "question": 300, "answer": 4000}

// entry is a draft beside what is stored.
func (s stored) entry(d numbered) entry {
	e := entry{Number: d.Number, Quote: d.Quote, URL: d.URL, Place: placeOf(d.URL), ByModel: d.Source == draft.FromModel}
	for _, field := range d.Group.Fields() {
		switch field {
		case "day":
			e.Heading = "set.day." + d.Values[field]
		case "field":
			e.Heading = "siteimport.field." + d.Values[field]
		default:
			e.Inputs = append(e.Inputs, input{Name: field, Label: "siteimport.input." + field, Value: d.Values[field], Longest: longest[field],
				Area: field == "bio" || field == "description" || field == "answer" || field == "text" && d.Group == draft.Expect})
		}
	}
	switch d.Group {
	case draft.People, draft.Ministries:
		e.Name = d.Values["name"]
	case draft.FAQs:
		e.Name = d.Values["question"]
		if known, ok := s.asking(d); ok {
			e.Version = known.Version
		}
	case draft.Giving:
		e.Heading = "siteimport.group.giving"
	}
	e.Stored = s.beside(d)
	if d.Group == draft.Times {
		e.Instead = e.Stored
		e.Replaces = replaced(d.Values["line"], e.Stored)
		if chosen, ok := d.Values[replaces]; ok && (chosen == "" || slices.Contains(e.Stored, chosen)) {
			e.Replaces = chosen
		}
	}
	e.Shown = markOf(d, e.Replaces)
	return e
}

// placeOf is an address as people write it.
func placeOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return cut(strings.TrimPrefix(parsed.Host, "www.")+strings.TrimSuffix(parsed.Path, "/"), 80)
}

// beside is what is stored of what a draft is about.
func (s stored) beside(d numbered) []string {
	switch d.Group {
	case draft.Times:
		return texts(object(s.facts.Value("custom_hours"))[d.Values["day"]])
	case draft.Contact:
		return given(s.facts.Value(d.Values["field"]))
	case draft.Expect:
		return given(object(s.facts.Value("what_to_expect"))[d.Values["field"]])
	case draft.Giving:
		return given(s.facts.Value("giving_url"))
	case draft.People:
		if one, at := itemNamed(s.facts.Value("custom_staff"), d.Values["name"]); at >= 0 {
			return given(strings.Trim(text(one["name"])+", "+text(one["title"]), ", "), text(one["bio"]))
		}
	case draft.Ministries:
		if one, at := itemNamed(s.facts.Value("custom_ministries"), d.Values["name"]); at >= 0 {
			return given(one["name"], one["description"])
		}
	case draft.FAQs:
		if known, ok := s.asking(d); ok {
			return []string{known.Answer}
		}
	}
	return nil
}

// has reports whether what a draft says is stored already.
func (s stored) has(d numbered) bool {
	same := func(now any, found string) bool { return found == "" || words.Fold(text(now)) == words.Fold(found) }
	switch d.Group {
	case draft.Times:
		return slices.ContainsFunc(s.beside(d), func(line string) bool { return sameSlot(line, d.Values["line"]) })
	case draft.Contact, draft.Expect:
		now := s.beside(d)
		return len(now) > 0 && (same(now[0], d.Values["text"]) || d.Values["field"] == "phone" && digits(now[0]) == digits(d.Values["text"]))
	case draft.Giving:
		now := s.beside(d)
		return len(now) > 0 && strings.TrimSuffix(now[0], "/") == strings.TrimSuffix(d.Values["url"], "/")
	case draft.People:
		one, at := itemNamed(s.facts.Value("custom_staff"), d.Values["name"])
		return at >= 0 && same(one["title"], d.Values["title"]) && (same(one["bio"], d.Values["bio"]) || text(one["bio"]) != "")
	case draft.Ministries:
		one, at := itemNamed(s.facts.Value("custom_ministries"), d.Values["name"])
		return at >= 0 && same(one["description"], d.Values["description"])
	case draft.FAQs:
		known, ok := s.asking(d)
		return ok && same(known.Answer, d.Values["answer"])
	}
	return false
}

// asking is the church's FAQ that asks what a draft asks.
func (s stored) asking(d numbered) (faqs.FAQ, bool) {
	i := slices.IndexFunc(s.faqs, func(f faqs.FAQ) bool { return strings.EqualFold(f.Question, d.Values["question"]) })
	if i < 0 {
		return faqs.FAQ{}, false
	}
	return s.faqs[i], true
}

// sameSlot reports whether two lines of a day begin at the same time, and neither says that it is something else.
func sameSlot(a, b string) bool {
	first, second := church.ParseSlots(a), church.ParseSlots(b)
	if len(first) == 0 || len(second) != 1 {
		return words.Fold(a) == words.Fold(b)
	}
	return slices.ContainsFunc(first, func(s church.Slot) bool {
		one, other := words.Fold(s.Label), words.Fold(second[0].Label)
		return s.Clock() == second[0].Clock() && (other == "" || strings.Contains(one, other) || one != "" && strings.Contains(other, one))
	})
}

// replaced is the stored line that a line seems to take the place of: one that says the same of another time.
func replaced(line string, stored []string) string {
	slots := church.ParseSlots(line)
	if len(slots) != 1 || slots[0].Label == "" {
		return ""
	}
	for _, one := range stored {
		if had := church.ParseSlots(one); len(had) == 1 && words.Fold(had[0].Label) == words.Fold(slots[0].Label) {
			return one
		}
	}
	return ""
}

func digits(text string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text), "01")
}

// object, text, texts and given read values in the types of JSON.
func object(of any) map[string]any {
	held, _ := of.(map[string]any)
	return held
}

func text(of any) string {
	held, _ := of.(string)
	return held
}

func texts(of any) (found []string) {
	held, _ := of.([]any)
	for _, one := range held {
		found = append(found, text(one))
	}
	return found
}

func given(values ...any) (found []string) {
	for _, one := range values {
		if held := text(one); held != "" {
			found = append(found, held)
		}
	}
	return found
}

// itemNamed is the item of a list that has a name, and its place; -1: there is none.
func itemNamed(list any, name string) (map[string]any, int) {
	items, _ := list.([]any)
	for i, one := range items {
		if item := object(one); draft.SameName(text(item["name"]), name) {
			return item, i
		}
	}
	return nil, -1
}

// field is the name that an input has in the form.
func field(number int, name string) string { return "v." + strconv.Itoa(number) + "." + name }
