package tier

import (
	"testing"
	"time"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/guard"
)

func TestNobodyWaitsForWhatIsPreparedForAChurch(t *testing.T) {
	snapshot, _ := churchWithFAQs(3)
	snapshot.Name, snapshot.Location = "Grace Harbor", time.UTC
	author := &Author{}
	turn := func() *chat.Turn {
		return &chat.Turn{Church: snapshot, Agent: church.Coordinator, Language: "en", Request: &chat.Request{Spoken: true, Received: time.Now()}}
	}
	author.Prepare(turn())
	terms := church.Derived(snapshot, termsKey{}, func() *guard.Terms { t.Error("what may not be said is not compiled"); return nil })
	church.Derived(snapshot, pointersKey{}, func() *guard.Pointers { t.Error("where answers may lead is not known"); return nil })
	church.Derived(snapshot, faqsByWordsKey{}, func() []hashedFAQ { t.Error("the FAQs are not read"); return nil })
	if author.terms.forTurn(turn()) != terms {
		t.Error("a turn compiles other terms")
	}
	if faq, _ := askedInWords(snapshot, snapshot.FAQs[1].Question); faq != &snapshot.FAQs[1] {
		t.Error("a FAQ is not found")
	}
}
