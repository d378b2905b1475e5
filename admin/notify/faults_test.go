package notify_test

import (
	"strings"
	"testing"
	"time"

	"narthex/cmd/dev/mailbox"
)

func TestAServerThatIsBusyIsAskedAgain(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 451, Times: 2}})
	s, _ := b.start(t, b.config())
	b.tell(t, s, leftMessage(id))
	b.awaitMessages(t, 1)
	b.awaitStatus(t, "mail", "sent")
	b.await(t, "three attempts are counted", `select attempts = 3 and last_error is null from notifications`)
}

func TestWhatIsRefusedAgainAndAgainIsGivenUp(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 451}})
	s, _ := b.start(t, b.config())
	b.tell(t, s, leftMessage(id))
	b.awaitStatus(t, "mail", "dead")
	b.await(t, "three attempts are counted", `select attempts = 3 and last_error like '%451%' and lines <> '[]' from notifications`)
}

func TestTheFounderHearsOfACrisisThatTheChurchsMailServerRefuses(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace Harbor", language: "es", email: "gone@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Refuse: 550, Times: 1}})
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id))
	m := b.awaitMessages(t, 1)[0]
	if m.To[0] != "founder@narthex.example" || !strings.HasPrefix(m.Subject, "Grace Harbor: URGENT: ") || !strings.Contains(m.Text, "Grace Harbor could not be told") ||
		!strings.Contains(m.Text, "> Please pray for my mother.") {
		t.Errorf("to %v, subject %s, text:\n%s", m.To, m.Subject, m.Text)
	}
}

func TestAFailingTextMessageDoesNotSendTheMailAgain(t *testing.T) {
	t.Parallel() // it waits most of the time
	tests := []struct {
		name     string
		fault    mailbox.Fault
		status   string
		attempts int
	}{
		{"a number that does not exist", mailbox.Fault{Refuse: 400}, "dead", 1},
		{"Twilio is down", mailbox.Fault{Refuse: 503, Times: 1}, "sent", 2},
		{"a wrong token, corrected soon", mailbox.Fault{Refuse: 401, Times: 1}, "sent", 2},
		{"an answer that comes too late", mailbox.Fault{DelayReply: mailbox.Duration(20 * time.Second), Times: 1}, "sent", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, mailbox.Config{})
			id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
			b.box.SetFaults(mailbox.Faults{SMS: test.fault})
			config := b.config()
			config.Timing.Attempt = 4 * time.Second
			s, _ := b.start(t, config)
			b.tell(t, s, crisis(id))
			b.awaitStatus(t, "sms", test.status)
			b.awaitStatus(t, "mail", "sent")
			b.await(t, "the attempts are counted", `select attempts = $1 from notifications where channel = 'sms'`, test.attempts)
			kinds := map[string]int{}
			messages, _ := b.box.Messages()
			for _, m := range messages {
				if m.To[0] != "founder@narthex.example" {
					kinds[m.Kind]++
				}
			}
			if wanted := 1; kinds["mail"] != 1 || test.status == "sent" && kinds["sms"] != wanted {
				t.Errorf("%v", kinds)
			}
		})
	}
}

func TestTwilioIsLeftAloneForAsLongAsItAsks(t *testing.T) {
	t.Parallel() // it waits most of the time
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.box.SetFaults(mailbox.Faults{SMS: mailbox.Fault{Refuse: 429, RetryAfter: 2, Times: 1}})
	config := b.config()
	config.Timing.LongPause = time.Minute
	s, _ := b.start(t, config)
	began := time.Now()
	b.tell(t, s, crisis(id))
	b.awaitStatus(t, "sms", "sent")
	if took := time.Since(began); took < 2*time.Second {
		t.Errorf("it was asked again after %v", took)
	}
}

func TestASlowServerKeepsTheLease(t *testing.T) {
	t.Parallel() // it waits most of the time
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{DelayReply: mailbox.Duration(7 * time.Second)}}) // over two leases long
	config := b.config2(t)
	config.Timing.Lease = 3 * time.Second
	s, _ := b.start(t, config)
	b.start(t, config)
	b.tell(t, s, leftMessage(id))
	b.awaitStatus(t, "mail", "sent")
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d mails", len(messages))
	}
}

func TestWhatADeadNodeHadBegunIsSentWhenItsLeaseEnds(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.tell(t, b.service(t, b.config()), leftMessage(id))
	began := time.Now() // before the lease's end is set
	execute(t, b, `update notifications set status = 'sending', lease = gen_random_uuid(), attempts = 1, uncertain = true, due_at = now() + interval '1 second'`)
	execute(t, b, `update river_job set state = 'running', attempted_at = now(), attempt = 1`)
	b.start(t, b.config2(t))
	b.awaitMessages(t, 1)
	if took := time.Since(began); took < 900*time.Millisecond {
		t.Errorf("it was sent after %v", took)
	}
	b.awaitStatus(t, "mail", "sent")
}

func TestALostJobLosesNoNews(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	b.tell(t, b.service(t, b.config()), crisis(id))
	execute(t, b, `delete from river_job`)
	b.start(t, b.config2(t))
	b.awaitMessages(t, 2)
}

func TestAMailThatCannotBeNotedAsSentIsNotSentAgain(t *testing.T) {
	t.Parallel() // it waits most of the time
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	// The answer comes after the right to note it was taken away, and before the lease counts as lost because of that.
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{DelayReply: mailbox.Duration(time.Minute)}})
	config := b.config()
	config.Timing.Lease = 9 * time.Second
	s, _ := b.start(t, config)
	b.tell(t, s, leftMessage(id))
	b.awaitHeld(t, 1)
	execute(t, b, `revoke update on notifications from narthex_app`)
	b.box.Release()
	b.await(t, "the lease ends", `select due_at < now() - interval '1 second' from notifications`)
	execute(t, b, `grant update on notifications to narthex_app`)
	b.awaitStatus(t, "mail", "sent")
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d mails", len(messages))
	}
}

func TestWithoutAMailServerNewsWaits(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "+15550100000"})
	config := b.config()
	config.SMTPURL = ""
	s, stop := b.start(t, config)
	b.tell(t, s, crisis(id))
	b.awaitStatus(t, "sms", "sent")
	b.await(t, "the mail is not tried", `select status = 'queued' and attempts = 0 from notifications where channel = 'mail'`)
	if age := b.metric(t, "narthex_notifications_oldest_seconds"); age <= 0 {
		t.Errorf("the oldest is %v s old", age)
	}
	execute(t, b, `revoke execute on function unsent_notifications() from public, narthex_app`) // as if Postgres were away
	if waiting, age := b.metric(t, "narthex_notifications_waiting"), b.metric(t, "narthex_notifications_oldest_seconds"); waiting < 1 || age <= 0 {
		t.Errorf("without an answer of the database %v wait, the oldest for %v s", waiting, age)
	}
	execute(t, b, `grant execute on function unsent_notifications() to narthex_app`)
	stop()
	if said := strings.Count(b.log.String(), "no SMTP_URL"); said != 1 {
		t.Errorf("the log says %d times that there is no mail server", said)
	}
	b.start(t, b.config2(t))
	b.awaitStatus(t, "mail", "sent")
	if age := b.metric(t, "narthex_notifications_oldest_seconds"); age != 0 {
		t.Errorf("the oldest is %v s old", age)
	}
}

// One mailbox that takes nothing wakes nobody, and hides nothing that cannot wait.
func TestWhatIsUrgentWaitsInASeriesOfItsOwn(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	config := b.config()
	config.SMTPURL = ""
	s, _ := b.start(t, config)
	oldest := func(urgent string) (age float64) {
		t.Helper()
		families, err := b.registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, family := range families {
			for _, m := range family.GetMetric() {
				labels := m.GetLabel() // sorted by name
				if family.GetName() == "narthex_notifications_oldest_seconds" && labels[0].GetValue() == "mail" && labels[1].GetValue() == urgent {
					age, found = m.GetGauge().GetValue(), true
				}
			}
		}
		if !found {
			t.Fatalf("there is no series of urgent=%s", urgent)
		}
		return age
	}
	b.tell(t, s, leftMessage(id))
	execute(t, b, `update notifications set created_at = now() - interval '10 minutes'`)
	if urgent, other := oldest("yes"), oldest("no"); urgent != 0 || other < 600 {
		t.Errorf("the urgent ones wait for %v s, the others for %v s", urgent, other)
	}
	b.tell(t, s, crisis(id))
	execute(t, b, `update notifications set created_at = now() - interval '6 minutes' where urgent`)
	if urgent := oldest("yes"); urgent < 360 || urgent > 500 {
		t.Errorf("the urgent ones wait for %v s", urgent)
	}
}

func TestAChurchWithATelephoneAloneIsToldByTextMessage(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", phone: "+15550100000"})
	s, _ := b.start(t, b.config())
	b.tell(t, s, leftMessage(id))
	if m := b.awaitMessages(t, 1)[0]; m.Kind != "sms" || !strings.Contains(m.Text, "+15550109999") {
		t.Errorf("%+v", m)
	}
	b.awaitStatus(t, "mail", "skipped")
	if told := b.metric(t, "narthex_notifications_unaddressed_total"); told != 0 {
		t.Errorf("%v are counted as unaddressed", told)
	}
}

func TestWithoutATelephoneTheMailDoes(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example", phone: "ask the office"})
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id))
	b.awaitStatus(t, "sms", "skipped")
	b.awaitStatus(t, "mail", "sent")
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d messages", len(messages))
	}
}

func TestTheFounderHearsAtOnceOfACrisisThatNobodyElseCan(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace"})
	execute(t, b, `delete from church_voice_agents where church_id = $1`, id)
	s, _ := b.start(t, b.config())
	b.tell(t, s, crisis(id))
	m := b.awaitMessages(t, 1)[0]
	if m.To[0] != "founder@narthex.example" || !strings.Contains(m.Text, "> Please pray for my mother.") || !strings.HasPrefix(m.From, `"Narthex"`) {
		t.Errorf("from %s to %v:\n%s", m.From, m.To, m.Text)
	}
	b.awaitStatus(t, "sms", "skipped")
	b.awaitStatus(t, "mail", "skipped")
	if told := b.metric(t, "narthex_notifications_unaddressed_total"); told != 1 {
		t.Errorf("%v are counted as unaddressed", told)
	}
	if messages, _ := b.box.Messages(); len(messages) != 1 {
		t.Errorf("%d messages", len(messages))
	}
}

func TestTheFounderHearsOnceADayOfAChurchThatCannotBeTold(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	zone := farFromMidnight()
	mute, other := b.church(t, theChurch{name: "Mute Church", email: "office at grace", timezone: zone}), b.church(t, theChurch{name: "Other Church", timezone: zone})
	s, _ := b.start(t, b.config())
	for range 3 {
		b.tell(t, s, leftMessage(mute))
	}
	b.tell(t, s, leftMessage(other))
	named := 0
	for _, m := range b.awaitMessages(t, 2) {
		if m.To[0] != "founder@narthex.example" || strings.Contains(m.Text, "mother") {
			t.Errorf("to %v:\n%s", m.To, m.Text)
		}
		if strings.HasPrefix(m.Subject, "Mute Church: ") {
			named++
		}
	}
	b.await(t, "all were looked at", `select count(*) = 4 from notifications where status = 'failed'`)
	if told := b.metric(t, "narthex_notifications_unaddressed_total"); named != 1 || told != 4 {
		t.Errorf("%d mails name the church, %v are counted", named, told)
	}
	b.await(t, "they are looked at again", `select coalesce(bool_and(updated_at > created_at + interval '1 second'), false) from notifications where audience = 'church'`)
	execute(t, b, `update church_voice_agents set notification_email = 'office@grace.example' where church_id = $1`, mute)
	b.await(t, "what waited is sent", `select count(*) = 3 from notifications where status = 'sent' and audience = 'church' and church_id = $1`, mute)
	if messages, _ := b.box.Messages(); len(messages) != 5 {
		t.Errorf("%d messages", len(messages))
	}
	if told := b.metric(t, "narthex_notifications_unaddressed_total"); told != 4 {
		t.Errorf("%v are counted", told)
	}
}

// farFromMidnight is a time zone in which no day ends while a test runs.
func farFromMidnight() string {
	if hour := time.Now().UTC().Hour(); hour < 4 || hour >= 20 {
		return "Etc/GMT+12"
	}
	return "UTC"
}

func TestWithoutAFounderNewsWaitsLoudly(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace"})
	config := b.config()
	config.FounderEmail = ""
	s, stop := b.start(t, config)
	b.tell(t, s, crisis(id))
	b.awaitStatus(t, "mail", "failed")
	stop()
	if !strings.Contains(b.log.String(), "level=ERROR") || b.metric(t, "narthex_notifications_unaddressed_total") != 1 {
		t.Errorf("nobody would know:\n%s", b.log)
	}
	b.start(t, b.config2(t))
	if m := b.awaitMessages(t, 1)[0]; m.To[0] != "founder@narthex.example" {
		t.Errorf("to %v", m.To)
	}
}

func TestUrgentNewsOvertakesWhatIsStuck(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Delay: mailbox.Duration(time.Hour)}}) // for longer than the test
	config := b.config()
	config.Timing.Late, config.Timing.Attempt = time.Hour, 2*patience // the jobs alone, none of which gives up
	s, _ := b.start(t, config)
	for range 12 {
		b.tell(t, s, leftMessage(id))
	}
	b.awaitHeld(t, 8) // all workers for what is not urgent
	b.box.SetFaults(mailbox.Faults{})
	b.tell(t, s, crisis(id))
	if first := b.awaitMessages(t, 1)[0]; !strings.HasPrefix(first.Subject, "URGENT: ") {
		t.Errorf("before it came %q", first.Subject)
	}
}

func TestTextMessagesOvertakeUrgentMailsThatHang(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	id := b.church(t, theChurch{name: "Grace", email: "office@grace.example"})
	woken := b.church(t, theChurch{name: "Hope", email: "office@hope.example", phone: "+15550100000"})
	b.box.SetFaults(mailbox.Faults{Mail: mailbox.Fault{Delay: mailbox.Duration(time.Hour)}}) // for longer than the test
	config := b.config()
	config.Timing.Late, config.Timing.Attempt = time.Hour, 2*patience // the jobs alone, none of which gives up
	s, _ := b.start(t, config)
	for range 12 {
		b.tell(t, s, crisis(id))
	}
	b.awaitHeld(t, 8) // all workers for urgent mails
	b.tell(t, s, crisis(woken))
	if first := b.awaitMessages(t, 1)[0]; first.Kind != "sms" {
		t.Errorf("before it came %q", first.Subject)
	}
}
