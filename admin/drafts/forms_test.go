package drafts_test

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// form is one of a page that is saved in the draft which the page shows.
type form struct {
	method, address string
	keepsNothing    bool
	fields          map[string]string // their values where nobody sees them, by the names' first parts
}

var (
	formTag  = regexp.MustCompile(`(?s)<form method="dialog"([^>]*)data-save="(\S+) ([^"]+)"([^>]*)>(.*?)</form>`)
	fieldTag = regexp.MustCompile(`<(?:input|select|textarea)[^>]* name="([^".]+)[^"]*"(?: value="([^"]*)")?`)
)

// formsOf are those of a page, without those that count at once.
func formsOf(page string) (all []form) {
	for _, tag := range formTag.FindAllStringSubmatch(page, -1) {
		attributes := tag[1] + tag[4]
		if strings.Contains(attributes, "data-at-once") {
			continue
		}
		one := form{method: tag[2], address: html.UnescapeString(tag[3]), keepsNothing: strings.Contains(attributes, "data-keeps-nothing"), fields: map[string]string{}}
		for _, field := range fieldTag.FindAllStringSubmatch(tag[5], -1) {
			one.fields[field[1]] = html.UnescapeString(field[2])
		}
		all = append(all, one)
	}
	return all
}

// key tells a form from the others of the pages: by what it saves, and of which position.
func (f form) key() string {
	if f.method == http.MethodDelete {
		return f.method + f.address
	}
	return fmt.Sprint(f.method, f.address, slices.Sorted(maps.Keys(f.fields)), f.fields["was"])
}

// writing is what is written into every field of a page that shows the draft, in the order in which it is saved.
func writing(n int) map[string]any {
	return map[string]any{
		"question": fmt.Sprintf("Is there a place to leave %d bicycles?", n), "answer": "In the rack.", "exact_response": true, "faq_category": "Parking", "visibility": "public",
		"custom_name": "Harbor", "pastor_name": "Ann Lee", "giving_url": "https://give.example/harbor", "pastor_availability_text": "After the service.",
		"custom_hours": map[string]any{"sunday": []string{"11:15 AM Worship"}}, "what_to_expect": map[string]any{"parking": "Behind the hall."},
		"custom_staff": []any{map[string]any{"name": "Jo Reed"}}, "custom_ministries": []any{map[string]any{"name": "Choir"}},
		"special_days":        []any{map[string]any{"from": "2031-12-24", "kind": "besides", "name": "Christmas Eve", "times": "4:00 PM Family service"}},
		"pastor_availability": map[string]any{"monday": []string{"09:00-11:00"}}, "pastor_away": []any{map[string]any{"from": "2031-07-01", "reason": "Holiday"}},
		"sermon_topic": "Light", "sermon_series": "Of the world", "theme_verse": "Matthew 5:14", "weekly_announcement": "A picnic.",
		"sermon_until": "2031-06-01", "announcement_until": "2031-06-02",
		"lens": 4, "lens_texts": false, "topic": "Candles", "position": fmt.Sprintf("As the Spirit leads, %d.", n), "never": []string{"purgatory"},
		"agent_config": map[string]any{"care": map[string]any{"personality": map[string]any{"warmth": 2}}}, "agent_tool_config": map[string]any{"plan_visit": false},
		"crisis_message": "You are loved.", "crisis_blessing": "Peace be with you.", "words_to_avoid": []string{"bingo night"},
	}
}

// fill saves a form with something else in each of its fields. What nobody sees is sent as it is.
func (m *member) fill(t *testing.T, f form, n int) {
	t.Helper()
	content, written := map[string]any{}, writing(n)
	for name, held := range f.fields {
		switch value, known := written[name]; {
		case slices.Contains([]string{"version", "was", "id"}, name):
			content[name] = held
		case known:
			content[name] = value
		default:
			t.Fatalf("%s %s: nothing to write into %s", f.method, f.address, name)
		}
	}
	if f.fields["was"] != "" && f.method == http.MethodPut {
		content["topic"] = f.fields["was"]
	}
	before := m.state(t)
	if status, answer := m.save(t, f.method, f.address, content); status >= 300 {
		t.Errorf("%s %s of %v: %d %v", f.method, f.address, slices.Sorted(maps.Keys(content)), status, answer)
	}
	if stays := len(m.cookies) > 1 || f.keepsNothing; (m.state(t) == before) != stays {
		t.Errorf("%s %s of %v: visitors are answered by the same: %t", f.method, f.address, slices.Sorted(maps.Keys(content)), !stays)
	}
}

// What a page that shows the draft lets somebody save is saved in the draft, and published with it.
func TestEveryFormOfAPageThatShowsTheDraftIsSavedInIt(t *testing.T) {
	h := newHouse(t)
	drafting, saving := h.ann, h.newChurch(t)
	drafting.begin(t)
	for _, m := range []*member{drafting, saving} {
		id := h.AddKnowledge(t, m.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true).String()
		h.Exec(t, `update organization_settings set doctrinal_overrides = '{"Baptism": {"position": "By immersion."}}' where organization_id = $1`, m.church)
		done := map[string]bool{}
		for _, page := range []string{"knowledge", "week", "faqs", "faqs/" + id, "theology?lens=4", "agents", "safety"} {
			next := func() (f form, found bool) {
				forms := formsOf(m.get(t, "/admin/training/"+page)) // anew, for the versions
				at := slices.IndexFunc(forms, func(f form) bool { return !done[f.key()] })
				if at < 0 {
					return form{}, false
				}
				return forms[at], true
			}
			for f, found := next(); found; f, found = next() {
				done[f.key()] = true
				m.fill(t, f, len(done))
			}
		}
		if len(done) < 20 {
			t.Errorf("only %d forms", len(done))
		}
	}
	if status, page := drafting.post(t, draftPath+"/publish", drafting.revision(t)); status != http.StatusOK {
		t.Fatalf("publish: %d %s", status, page)
	}
	if got, want := drafting.state(t), saving.state(t); got != want {
		t.Errorf("published:\n%s\nsaved:\n%s", got, want)
	}
}

// A page that says that it saves in the draft is told where that is not so, and nothing is saved.
func TestWhatCannotBeDraftedIsNotSavedAtOnceInstead(t *testing.T) {
	h := newHouse(t)
	ann, before := h.ann, h.ann.state(t)
	contacts := ann.version(t, "/admin/training/safety", "PATCH /api/admin/safety/contacts", "")
	ann.begin(t)
	for _, one := range []struct {
		method, address string
		content         map[string]any
	}{
		{http.MethodPatch, "/api/admin/safety/contacts", map[string]any{"version": contacts, "notification_email": "jo@harbor.example"}},
		{http.MethodPost, "/api/admin/events", map[string]any{"title": "A picnic", "starts_at": "2031-06-01T10:00"}},
	} {
		status, answer := ann.save(t, one.method, one.address, one.content)
		if status != http.StatusBadRequest || answer["code"] != "draft_not_here" {
			t.Errorf("%s: %d %v", one.address, status, answer)
		}
	}
	if n := h.Count(t, "select (select count(*) from events) + (select count(*) from draft_changes)"); n != 0 || ann.state(t) != before {
		t.Errorf("%d rows", n)
	}
}
