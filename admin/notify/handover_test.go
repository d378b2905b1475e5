package notify_test

import (
	"testing"
	"time"

	"narthex/cmd/dev/mailbox"
)

func TestAServerMayLookAtAMailForLong(t *testing.T) {
	t.Parallel() // it waits most of the time
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{DelayReply: mailbox.Duration(6 * time.Second)}})
	config := b.config()
	config.Timing.Attempt = 3 * time.Second
	s, _ := b.start(t, config)
	b.tell(t, s, leftMessage(id))
	b.awaitStatus(t, "mail", "sent")
	b.await(t, "one attempt is counted", `select attempts = 1 from notifications`)
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d mails", len(messages))
	}
}

// A server that takes a mail and never says so gets it a few times, not for as long as one that refuses it.
func TestAMailThatIsTakenWithoutAnAnswerIsNotSentForHours(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{DelayReply: mailbox.Duration(time.Hour)}})
	config := b.config()
	config.Timing.Answer, config.Timing.MaxAttempts = 200*time.Millisecond, 48
	config.Timing.LongPause = 300 * time.Millisecond
	s, _ := b.start(t, config)
	b.tell(t, s, leftMessage(id))
	b.awaitStatus(t, "mail", "dead")
	b.await(t, "four attempts are counted", `select attempts = 4 and uncertain from notifications`)
	messages, _ := b.box.Messages()
	if len(messages) != 4 {
		t.Errorf("%d mails", len(messages))
	}
	b.box.Release()
}

// A relay whose customer we are refuses every mail, also the founder's, until somebody has paid.
func TestWhatIsRefusedForOurOwnSakeWaitsAndTheFounderIsTold(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 554, Status: [3]int{5, 7, 1}}})
	config := b.config()
	config.Timing.MaxAttempts, config.Timing.LongPause = 1000, 300*time.Millisecond
	s, _ := b.start(t, config)
	b.tell(t, s, crisis(id))
	b.await(t, "both were tried twice", `select count(*) = 2 from notifications where channel = 'mail' and audience in ('church', 'founder') and attempts > 1`)
	b.box.SetFaults(mailbox.Faults{})
	to := map[string]int{}
	for _, m := range b.awaitMessages(t, 2) {
		to[m.To[0]]++
	}
	if to["office@grace.example"] != 1 || to["founder@narthex.example"] != 1 {
		t.Errorf("mails to %v", to)
	}
}

func TestTheFoundersMailIsNotGivenUpAtTheFirstRefusal(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "gone@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 550, Times: 2}}) // the church's, then his
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id))
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "founder@narthex.example" {
		t.Errorf("to %v", m.To)
	}
}
