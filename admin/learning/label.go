package learning

import (
	"iter"
	"strings"

	"github.com/google/uuid"

	"narthex/admin/learning/redact"
	"narthex/chat/church"
)

// manyAsk is how many visitors must use a word that is not known for it to give away nobody.
const manyAsk = 3

type redactorKey struct{}

// redactorOf is the redactor of a church: what it tells its visitors is no secret.
func redactorOf(snapshot *church.Snapshot) *redact.Redactor {
	return church.Derived(snapshot, redactorKey{}, func() *redact.Redactor { return redact.New(published(snapshot)) })
}

// published are the texts that a church tells its visitors.
func published(s *church.Snapshot) iter.Seq[string] {
	return func(yield func(string) bool) {
		texts := []string{
			s.Name, s.DirectoryName, s.Address.Street, s.Address.City, s.Address.State, s.Denomination, s.PastorName, s.PastorAvailabilityText,
			s.SermonTopic, s.SermonSeries, s.WeeklyAnnouncement, s.Expect.DressCode, s.Expect.Parking, s.Expect.Children, s.Expect.FirstVisit,
			s.Expect.MusicStyle, s.Lens.Name,
		}
		for _, member := range s.Staff {
			texts = append(texts, member.Name, member.Title)
		}
		for _, ministry := range s.Ministries {
			texts = append(texts, ministry.Name, ministry.Description)
		}
		for i := range s.FAQs {
			texts = append(texts, s.FAQs[i].Question, s.FAQs[i].Answer)
		}
		for _, text := range texts {
			if !yield(text) {
				return
			}
		}
	}
}

// wording is what visitors asked in the same words.
type wording struct {
	content  string // of one of them: not to be shown
	sessions []uuid.UUID
	asked    int // conversations
}

// Wording is one as it may be shown.
type Wording struct {
	Text  string
	Count int // conversations
	whole bool
	asked string // in the visitor's words, to be tried out
}

// shownOf are a group's wordings as they may be shown, the commonest first: none where not enough is left to understand it, or where a
// single visitor might be known by it.
func shownOf(redactor *redact.Redactor, wordings []wording) (shown []Wording) {
	sessions, users := make(map[uuid.UUID]bool), make(map[string]map[uuid.UUID]bool)
	for _, w := range wordings {
		for word := range redactor.Read(w.content).Unknown() {
			if users[word] == nil {
				users[word] = make(map[uuid.UUID]bool)
			}
			for _, session := range w.sessions {
				users[word][session] = true
			}
		}
		for _, session := range w.sessions {
			sessions[session] = true
		}
	}
	common := func(word string) bool { return len(users[word]) >= manyAsk }
	seen := make(map[string]int)
	for _, w := range wordings {
		text, out, left := redactor.Read(w.content).Shown(common)
		if left < 2 || out > left || len(sessions) < 2 && 3*out > left {
			continue
		}
		key := strings.ToLower(strings.TrimRight(text, "?.! "))
		if at, again := seen[key]; again {
			shown[at].Count += w.asked
			continue
		}
		seen[key] = len(shown)
		shown = append(shown, Wording{Text: text, Count: w.asked, whole: out == 0, asked: w.content})
	}
	return shown
}
