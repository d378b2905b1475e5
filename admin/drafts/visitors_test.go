package drafts_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"narthex/admin/access"
	"narthex/chat/chattest"
	"narthex/chat/evaluate"
)

// told is what a visitor is answered, as far as it does not depend on what others were answered before.
type told struct {
	Text, Sources string
}

// sourcesOf are the sources that a visitor is shown below an answer.
func sourcesOf(said chattest.Events) string {
	at := slices.IndexFunc(said, func(e chattest.Event) bool { return e.Name == "sources" })
	if at < 0 {
		return ""
	}
	return fmt.Sprint(said[at].Data)
}

// told asks a hundred questions of all kinds as visitors do.
func (m *member) told(t *testing.T) (answers []told) {
	t.Helper()
	questions := []string{
		"May I bring my dog?", "When do the bells ring?", "Is there a place to leave a bicycle?", "When are your services?", "What is the pastor preaching on?",
		"What do you teach about baptism?", "Where do I park?", "Who is the sexton?", "What is your church called?", "May I light candles?",
	}
	for i := range 100 {
		said := m.Ask(t, m.church, chattest.Question{Message: questions[i%len(questions)] + strings.Repeat("!", i/len(questions))})
		answers = append(answers, told{said.Text(), sourcesOf(said)})
	}
	return answers
}

// While a draft is worked in and tried out, visitors are answered as before, and once it is discarded nothing of it is left.
func TestVisitorsAreAnsweredAsBeforeWhileThereIsADraft(t *testing.T) {
	h := newHouse(t)
	ann := h.ann
	dogs, bells := h.AddKnowledge(t, ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true).String(), h.AddKnowledge(t, ann.church, "faq", "When do the bells ring?", "At noon.", true).String()
	before, state, epoch := ann.told(t), ann.state(t), ann.epoch(t)
	ann.begin(t)
	teach(t, ann, dogs, bells)
	var trying sync.WaitGroup
	stop := make(chan struct{})
	trying.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			question := evaluate.Question{ChurchID: ann.church, Message: [...]string{"May I bring my dog?", "When are your services?", "Is there a place to leave a bicycle?"}[i%3], Agent: "coordinator"}
			if _, err := h.Trials.Ask(h.drafts.Within(t.Context(), ann.church), question); err != nil {
				t.Errorf("tried out: %v", err)
				return
			}
		}
	})
	during := ann.told(t)
	close(stop)
	trying.Wait()
	for i, was := range before {
		if during[i] != was {
			t.Errorf("question %d was answered %+v, and while there is a draft %+v", i, was, during[i])
		}
	}
	if status, page := ann.post(t, draftPath+"/discard", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("discard: %d %s", status, page)
	}
	if ann.state(t) != state || ann.epoch(t) != epoch {
		t.Error("a draft that was discarded has left something")
	}
	if n := h.Count(t, "select (select count(*) from drafts) + (select count(*) from draft_changes)"); n != 0 {
		t.Errorf("%d rows of the draft are left", n)
	}
}

// What the database refuses at the last change leaves nothing of the others, and the draft as it was.
func TestPublishingIsOneChange(t *testing.T) {
	h := newHouse(t)
	ann := h.ann
	dogs, bells := h.AddKnowledge(t, ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true).String(), h.AddKnowledge(t, ann.church, "faq", "When do the bells ring?", "At noon.", true).String()
	ann.begin(t)
	teach(t, ann, dogs, bells)
	state, revision := ann.state(t), ann.revision(t)
	h.Exec(t, "alter table unified_rag_content add constraint no_bicycles check (title not like '%bicycle%')")
	if status, _ := ann.post(t, draftPath+"/publish", revision); status != http.StatusServiceUnavailable {
		t.Errorf("what the database refuses: %d", status)
	}
	if got := ann.state(t); got != state {
		t.Errorf("some of it was published:\n%s\nwas\n%s", got, state)
	}
	if again := ann.revision(t); again.Get("revision") != revision.Get("revision") {
		t.Error("the draft is another")
	}
	h.Exec(t, "alter table unified_rag_content drop constraint no_bicycles")
	if status, page := ann.post(t, draftPath+"/publish", revision); status != http.StatusOK {
		t.Errorf("once it is taken: %d %s", status, page)
	}
}

// A draft is checked against how many positions a church may have when it is begun, and again when it is published.
func TestADraftPublishesNoMorePositionsThanAChurchMayHave(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.ann, h.join(t, h.ann.church, access.RoleAdmin)
	const theology = "/admin/training/theology"
	add := func(m *member, topic string) int {
		status, _ := m.save(t, http.MethodPut, "/api/admin/theology/overrides", map[string]any{
			"version": m.version(t, theology, "PUT /api/admin/theology/overrides", ""), "was": "", "topic": topic, "position": "As the Spirit leads.", "never": []string{},
		})
		return status
	}
	h.Exec(t, "update organization_settings set doctrinal_overrides = (select jsonb_object_agg('Topic ' || n, 'So.') from generate_series(1, 22) n) where organization_id = $1", ann.church)
	ann.begin(t)
	for _, topic := range []string{"Baptism", "Candles"} {
		if status := add(ann, topic); status != http.StatusOK {
			t.Fatalf("%s: %d", topic, status)
		}
	}
	if status := add(ann, "Bells"); status != http.StatusUnprocessableEntity {
		t.Errorf("the 25th, in the draft: %d", status)
	}
	if status := add(bob, "Incense"); status != http.StatusOK {
		t.Fatalf("the 23rd, for visitors: %d", status)
	}
	live := ann.state(t)
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusConflict || ann.state(t) != live {
		t.Errorf("the 25th, published: %d %s", status, page)
	}
	if status, _ := ann.post(t, draftPath+"/changes/"+idIn(t, ann.get(t, draftPath), "Candles")+"/drop", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("drop: %d", status)
	}
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusOK {
		t.Errorf("the 24th, published: %d %s", status, page)
	}
}

func TestThePagesOfTrainingShowTheDraft(t *testing.T) {
	h := newHouse(t)
	id := h.AddKnowledge(t, h.ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true).String()
	h.ann.begin(t)
	for _, at := range []string{"knowledge", "week", "faqs", "faqs/" + id, "theology", "theology?lens=4", "agents", "safety"} {
		if page := h.ann.get(t, "/admin/training/"+at); !strings.Contains(page, "data-draft>") {
			t.Errorf("%s does not say that it shows the draft", at)
		}
	}
	h.ann.get(t, "/admin/training/faqs.csv")
}
