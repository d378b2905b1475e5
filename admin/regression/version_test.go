package regression_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var versionField = regexp.MustCompile(`name="version" value="([0-9a-f]+)"`)

// change saves a case as somebody who has just opened it.
func (h *house) change(t testing.TB, at string, form url.Values) (status int, page string) {
	t.Helper()
	_, page = h.get(t, at)
	form.Set("version", versionField.FindStringSubmatch(page)[1])
	return h.post(t, at, form)
}

// caseOf is the address of the case that asks a question.
func (h *house) caseOf(t testing.TB, question string) string {
	t.Helper()
	_, page := h.get(t, path)
	found := regexp.MustCompile(`"(` + path + `/cases/[0-9a-f-]{36})" dir="auto">` + regexp.QuoteMeta(question) + `<`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("nothing asks %s", question)
	}
	return found[1]
}

func TestACaseThatSomebodyElseHasChangedIsNotOverwritten(t *testing.T) {
	h := newHouse(t)
	h.post(t, path, url.Values{"question": {"Where?"}, "must_say": {"Maple"}})
	at := h.caseOf(t, "Where?")
	_, page := h.get(t, at)
	opened := versionField.FindStringSubmatch(page)[1] // by both
	written := func(version, say string) (int, string) {
		return h.post(t, at, url.Values{"version": {version}, "question": {"Where?"}, "must_say": {say}})
	}
	if status, _ := written(opened, "Maple Street"); status != http.StatusOK {
		t.Fatalf("the first: %d", status)
	}
	for _, version := range []string{opened, ""} {
		if status, page := written(version, "Oak"); status != http.StatusConflict || !strings.Contains(page, "“Maple Street”") || !strings.Contains(page, ">Oak</textarea>") {
			t.Errorf("the second: %d %s", status, page)
		}
	}
	if status, _ := written(opened, "Maple Street"); status != http.StatusOK {
		t.Errorf("the same once more: %d", status)
	}
	_, page = written(opened, "Oak")
	if n := h.Count(t, "select count(*) from regression_cases where must_say = '{Maple Street}'"); n != 1 {
		t.Error("what the first wrote is gone")
	}
	if status, _ := written(versionField.FindStringSubmatch(page)[1], "Oak"); status != http.StatusOK || h.Count(t, "select count(*) from regression_cases where must_say = '{Oak}'") != 1 {
		t.Errorf("by the second, who has compared: %d", status)
	}
}

// What leads here from the simulator or a conversation expects the tier alone.
func TestWhatIsExpectedAlreadyIsNotForgottenByAddingTheQuestionAgain(t *testing.T) {
	h := newHouse(t)
	h.post(t, path, url.Values{"question": {"When is church?"}, "tier": {"0"}, "must_say": {"9:00"}, "must_not_say": {"Saturday"}})
	at := h.caseOf(t, "When is church?")
	led := url.Values{"question": {"When is church?"}, "agent": {"coordinator"}, "tier": {"4"}, "language": {"en"}}
	if status, page := h.get(t, path+"?"+led.Encode()); status != http.StatusOK || strings.Count(page, at) != 2 {
		t.Errorf("who is led here is not told: %d", status)
	}
	status, page := h.post(t, path, led)
	if status != http.StatusConflict || strings.Count(page, at) != 2 || !strings.Contains(page, `value="4" selected`) {
		t.Errorf("added again: %d %s", status, page)
	}
	stands := func() int {
		return h.Count(t, "select count(*) from regression_cases where tier = '0' and must_say = '{9:00}' and must_not_say = '{Saturday}'")
	}
	if stands() != 1 {
		t.Error("what was expected is gone")
	}
	if status, _ := h.post(t, path, url.Values{"question": {"When is church?"}, "tier": {"0"}, "must_say": {"9:00"}, "must_not_say": {"Saturday"}}); status != http.StatusOK || stands() != 1 {
		t.Errorf("sent twice: %d", status)
	}
	if status, _ := h.file(t, "question,tier\nWhen is church?,4\n"); status != http.StatusOK || stands() != 0 || h.Count(t, "select count(*) from regression_cases") != 1 {
		t.Errorf("by a file: %d", status)
	}
}
