package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"narthex/chat/voice/callertest"
	"narthex/cmd/dev/mailbox"
)

const churchNumber = "+12075550145"

// takeCalls gives the church the telephone.
func (p *post) takeCalls(t *testing.T) {
	t.Helper()
	for _, sql := range []string{
		`insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id) values ($1, 'pro_both', 'both', true, $1)`,
		`update church_voice_agents set status = 'active', carrier_phone_number = '` + churchNumber + `' where church_id = $1`,
	} {
		if _, err := p.db.Admin.Exec(t.Context(), sql, p.church); err != nil {
			t.Fatal(err)
		}
	}
}

// phone is the telephone service as it reaches one of the nodes.
func (p *post) phone(node int, call, from string) *callertest.Service {
	return &callertest.Service{Base: p.cluster.Node(node).URL(), Told: p.cluster.URL(), Token: "token", Call: call, From: from, To: churchNumber}
}

func (p *post) dial(t *testing.T, node int, call, from string) *callertest.Caller {
	t.Helper()
	c, err := p.phone(node, call, from).Dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Drop() })
	return c
}

// goesOn has a call whose socket is lost go on at a node.
func (p *post) goesOn(t *testing.T, c *callertest.Caller, node int) *callertest.Caller {
	t.Helper()
	moved := c.MovedTo(p.cluster.Node(node).URL())
	answer, err := moved.After(t.Context(), "")
	if err != nil || answer.Connect == nil {
		t.Fatalf("a call that was cut off is told %+v, %v", answer, err)
	}
	again, err := moved.Service.Connect(t.Context(), answer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Drop() })
	return again
}

// hear listens to one answer, or until the socket is lost.
func hear(t *testing.T, c *callertest.Caller) (said string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), arrival)
	defer cancel()
	said, err = c.Hear(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("after %q nothing is heard within %v", said, arrival)
	}
	return said, err
}

func mustHear(t *testing.T, c *callertest.Caller) string {
	t.Helper()
	said, err := hear(t, c)
	if err != nil {
		t.Fatalf("after %q: %v", said, err)
	}
	return said
}

// showCalls has a test that fails say what was said in its calls.
func (p *post) showCalls(t *testing.T) {
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		rows, err := p.db.Admin.Query(context.Background(), `select format('%s %s: %s', l.said_at, l.speaker, l.said) from call_lines l order by l.said_at`)
		if err != nil {
			t.Error(err)
			return
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		t.Logf("%s\n%v", strings.Join(lines, "\n"), err)
	})
}

// TestACallGoesOnThoughItsNodeIsKilled has callers ask for prayer and say yes, kills the node of each at a moment of its own, and puts the call on the
// other node, as the telephone service does.
func TestACallGoesOnThoughItsNodeIsKilled(t *testing.T) {
	p := newPost(t, 2)
	p.takeCalls(t)
	p.showCalls(t)
	lock, err := pgx.Connect(t.Context(), p.db.AdminURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close(context.Background()) })
	p.exec(t, fmt.Sprintf(`create function wait_here() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(%d); return new; end'`, held))
	p.exec(t, `create trigger wait_here before insert on visitor_requests for each row execute function wait_here()`)
	hold := func(sql string) {
		t.Helper()
		if _, err := lock.Exec(t.Context(), sql, held); err != nil {
			t.Fatal(err)
		}
	}
	moments := []struct {
		name   string
		before func()
		await  func(*callertest.Caller, int)
		after  func()
	}{
		{"in the middle of the tool", func() { hold(`select pg_advisory_lock($1)`) }, func(*callertest.Caller, int) {
			p.await(t, "the tool is at work", `select exists (select from pg_locks where locktype = 'advisory' and objid = $1 and not granted)`, held)
		}, func() { hold(`select pg_advisory_unlock($1)`) }},
		{"when the tool is done", func() {}, func(_ *callertest.Caller, calls int) {
			p.await(t, "the request is stored", `select count(*) = $1 from visitor_requests`, calls)
		}, func() {}},
		{"when the answer was heard", func() {}, func(c *callertest.Caller, _ int) { mustHear(t, c) }, func() {}},
	}
	for i, moment := range moments {
		node := i % 2
		c := p.dial(t, node, fmt.Sprintf("CA%d", i), fmt.Sprintf("+1207555016%d", i))
		if err := c.Say(t.Context(), "Please pray for my mother Ruth, she has surgery on Monday"); err != nil {
			t.Fatal(err)
		}
		if asked := mustHear(t, c); !strings.Contains(asked, "pass this on") {
			t.Fatalf("the caller is not asked, but hears %q", asked)
		}
		moment.before()
		slow := mailbox.Fault{Delay: mailbox.Duration(20 * time.Second)} // nothing is taken before the node is gone, or it might have to be sent again
		p.box.SetFaults(mailbox.Faults{Mail: slow, SMS: slow})
		if err := c.Say(t.Context(), "Yes, please."); err != nil {
			t.Fatal(err)
		}
		moment.await(c, i+1)
		if !p.cluster.Node(node).Kill() {
			t.Fatal("the node had died before")
		}
		p.box.SetFaults(mailbox.Faults{})
		moment.after()
		began := time.Now()
		again := p.goesOn(t, c, 1-node)
		if !strings.Contains(again.Greeting, "say that again") {
			t.Errorf("killed %s, the call goes on with %q", moment.name, again.Greeting)
		}
		if said := mustHear(t, again); !strings.Contains(said, "prayer request was passed on") {
			t.Errorf("killed %s, the caller hears %q", moment.name, said)
		}
		t.Logf("killed %s, the answer is heard %v later", moment.name, time.Since(began).Round(time.Millisecond))
		p.box.Release() // what the other node is about to send: of the one that is gone nothing waits any more
		if err := again.Say(t.Context(), "Thank you, goodbye."); err != nil {
			t.Fatal(err)
		}
		mustHear(t, again)
		if err := again.HangUp(); err != nil {
			t.Fatal(err)
		}
		if err := p.cluster.Node(node).Start(); err != nil {
			t.Fatal(err)
		}
	}
	calls := len(moments)
	p.await(t, "each call is kept as one that has ended", `select count(*) = $1 from calls where sockets = 2 and outcome = 'goodbye' and not flagged`, calls)
	p.await(t, "each has one request, which hangs on the call", `
		select count(*) = $1 and count(distinct c.id) = $1 and (select count(*) from visitor_requests) = $1
		from visitor_requests r join calls c on c.church_id = r.church_id and c.session_id = r.session_id`, calls)
	p.await(t, "its questions and their answers are stored once", `select count(*) = 4 * $1 and count(distinct turn_id) = 2 * $1 from messages`, calls)
	p.await(t, "what was said is written down, the question once, with the turn it is of", `
		select count(*) = $1 from calls c where
			(select count(*) = 1 from call_lines l join messages m on m.turn_id = l.turn_id and m.role = 'user'
			 where l.call_id = c.id and l.speaker = 'caller' and l.said like 'Please pray%')
			and exists (select from call_lines l where l.call_id = c.id and l.speaker = 'assistant' and l.said like '%prayer request was passed on%')
			and exists (select from call_lines l where l.call_id = c.id and l.speaker = 'assistant' and l.said like '%we were cut off%')`, calls)
	messages, _ := p.awaitSent(t)
	count := map[string]int{}
	for _, m := range messages {
		count[m.Kind]++
	}
	if count["mail"] != calls || count["sms"] != calls {
		t.Errorf("%d prayers are told by %v", calls, count)
	}
}

// TestWhatACallerHasHeardIsWrittenDownThoughTheNodeIsKilled kills a node in the moment in which a caller has heard words of ours, of
// each kind, before their line can have come with others.
func TestWhatACallerHasHeardIsWrittenDownThoughTheNodeIsKilled(t *testing.T) {
	p := newPost(t, 1, "OPENAI_BASE_URL=http://127.0.0.1:1/v1", "OPENAI_API_KEY=test", "NARTHEX_MODERATION=off") // where nobody answers
	p.takeCalls(t)
	p.exec(t, `update church_voice_agents set giving_url = 'https://give.harbor.example.org/now'`)
	ask := func(said string) func(*callertest.Service) string {
		return func(service *callertest.Service) string {
			c, err := service.Dial(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = c.Drop() })
			if said == "7" {
				err = c.Press(t.Context(), said)
			} else {
				err = c.Say(t.Context(), said)
			}
			if err != nil {
				t.Fatal(err)
			}
			return mustHear(t, c)
		}
	}
	for i, moment := range []struct {
		name string
		hear func(*callertest.Service) string
		ends string
	}{
		{"greeted", func(service *callertest.Service) string {
			answer, _, err := service.Ring(t.Context())
			if err != nil || answer.Connect == nil {
				t.Fatalf("the call gets %+v, %v", answer, err)
			}
			return answer.Connect.Relay.Greeting
		}, "written down for the church."},
		{"told of the keys", ask("7"), "to hear that again."},
		{"asked whether to be sent a link", ask("How can I give online?"), "the number you are calling from?"},
		{"told in another language that the call is written down", ask("¿Es usted una persona?"), "por escrito para la iglesia."},
		{"told that there is no answer", ask("Which hymnal stands in the pews here?"), "."},
	} {
		call := fmt.Sprintf("CA%d", i)
		heard := moment.hear(p.phone(0, call, fmt.Sprintf("+1207555016%d", i)))
		if !p.cluster.Node(0).Kill() {
			t.Fatal("the node had died before")
		}
		if !strings.HasSuffix(heard, moment.ends) {
			t.Errorf("who is %s hears %q", moment.name, heard)
		}
		p.await(t, "what who was "+moment.name+" heard is written down", `
			select exists (select from call_lines l join calls c on c.id = l.call_id where c.provider_id = $1 and l.speaker = 'assistant' and l.said = $2)`, call, heard)
		if err := p.cluster.Node(0).Start(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingOfACallIsLeftThoughItsNodeIsKilled kills a node in the middle of a call of a church that keeps no transcript, and nobody
// goes on with it.
func TestNothingOfACallIsLeftThoughItsNodeIsKilled(t *testing.T) {
	p := newPost(t, 2)
	p.takeCalls(t)
	p.exec(t, `update church_voice_agents set transcript_enabled = false`)
	c := p.dial(t, 0, "CA1", "+12075550161")
	const secret = "wisteria" // a word that stands nowhere else
	for _, said := range []string{"Is there any " + secret + " at the door?", "Please pray for my mother Ruth, she has " + secret + " on Monday"} {
		if err := c.Say(t.Context(), said); err != nil {
			t.Fatal(err)
		}
		mustHear(t, c)
	}
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	if len(p.inRedis(t, secret)) == 0 {
		t.Fatal("what was said is not found in Redis, where it is kept for who goes on with the call")
	}
	p.await(t, "what was said reaches Postgres, since the call could go on", `select count(*) = 4 from messages`)
	p.exec(t, `update calls set last_at = last_at - interval '11 minutes'`) // as when that long nobody did
	p.await(t, "the other node settles it", `select bool_and(settled and over and outcome = 'cut_off' and cost_micros is not null) from calls`)
	p.await(t, "nothing of what was said is left", `
		select (select count(*) from call_lines) + (select count(*) from messages) + (select count(*) from conversations) + (select count(*) from confirmations) = 0`)
	if found := p.inRedis(t, secret); len(found) > 0 {
		t.Errorf("of what was said is left in Redis %q", found)
	}
}

// inRedis are the keys whose values have a text.
func (p *post) inRedis(t *testing.T, text string) (found []string) {
	t.Helper()
	var address string
	for _, setting := range p.environment {
		if url, ok := strings.CutPrefix(setting, "REDIS_URL="); ok {
			address = url // the last counts
		}
	}
	options, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	defer client.Close()
	ctx := t.Context()
	looked := 0
	for keys := client.Scan(ctx, 0, "*", 1000).Iterator(); keys.Next(ctx); looked++ {
		key := keys.Val()
		kind, err := client.Type(ctx, key).Result()
		if err != nil {
			t.Fatal(err)
		}
		var value any
		switch kind {
		case "string":
			value, err = client.Get(ctx, key).Result()
		case "hash":
			value, err = client.HGetAll(ctx, key).Result()
		case "list":
			value, err = client.LRange(ctx, key, 0, -1).Result()
		case "set":
			value, err = client.SMembers(ctx, key).Result()
		case "zset":
			value, err = client.ZRange(ctx, key, 0, -1).Result()
		case "stream":
			value, err = client.XRange(ctx, key, "-", "+").Result()
		case "vectorset":
			value, err = client.Do(ctx, "VRANDMEMBER", key, 1000).Result()
		case "none": // it has lapsed meanwhile
		default:
			t.Fatalf("%s is a %s, which nobody looks into", key, kind)
		}
		if err != nil && !errors.Is(err, redis.Nil) {
			t.Fatal(err)
		}
		if strings.Contains(fmt.Sprint(value), text) {
			found = append(found, key)
		}
	}
	if looked == 0 {
		t.Fatal("there is nothing in this Redis at all")
	}
	return found
}

func (p *post) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := p.db.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// TestACallGoesOnThoughItsNodeIsDrained stops a node in good order while one of its callers is being answered for longer than it has
// time, and another listens.
func TestACallGoesOnThoughItsNodeIsDrained(t *testing.T) {
	p := newPost(t, 2, "OPENAI_BASE_URL="+startModel(t), "OPENAI_API_KEY=test", "NARTHEX_MODERATION=off")
	p.takeCalls(t)
	asking, quiet := p.dial(t, 0, "CA1", "+12075550161"), p.dial(t, 0, "CA2", "+12075550162")
	if err := asking.Say(t.Context(), "Which hymnal stands in the pews here?"); err != nil {
		t.Fatal(err)
	}
	first, err := asking.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- p.cluster.Node(0).Stop() }()
	if said, err := hear(t, quiet); err == nil || said != "" {
		t.Errorf("who listens hears %q, %v", said, err)
	}
	if said, err := hear(t, p.goesOn(t, quiet, 1)); err != nil && said != "" { // asked after a while whether they are there
		t.Errorf("who listened hears %q, %v", said, err)
	}
	part, err := hear(t, asking)
	if err == nil {
		t.Fatalf("the whole answer came within the node's time: %q", part)
	}
	again := p.goesOn(t, asking, 1)
	whole := mustHear(t, again)
	if !strings.HasPrefix(whole, strings.TrimSpace(first.Token)) || len(whole) <= len(first.Token+part) || !strings.Contains(again.Greeting, "say that again") {
		t.Errorf("after %q, cut off, is heard %q, then %q", first.Token+part, again.Greeting, whole)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	p.await(t, "the turn is stored whole, once", `select count(*) = 2 and bool_and(coalesce(outcome, '') <> 'stopped') from messages`)
	p.await(t, "both calls are on a second socket", `select count(*) = 2 from calls where sockets = 2 and outcome is null`)
}

// TestCallsOfANumberAreCountedOverNodes has as many calls from one number as may be, on two nodes, one of which dies with its call.
func TestCallsOfANumberAreCountedOverNodes(t *testing.T) {
	p := newPost(t, 2)
	p.takeCalls(t)
	const from = "+12075550161"
	p.dial(t, 0, "CA1", from)
	p.dial(t, 1, "CA2", from)
	for node := range 2 {
		answer, _, err := p.phone(node, "CA3", from).Ring(t.Context())
		if err != nil || answer.Connect != nil || !strings.Contains(strings.Join(answer.Says, " "), "are in use") {
			t.Fatalf("the third call gets %+v, %v", answer, err)
		}
	}
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	began := time.Now()
	for tick := time.Tick(200 * time.Millisecond); ; <-tick {
		answer, _, err := p.phone(1, "CA3", from).Ring(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if answer.Connect != nil {
			break
		}
		if time.Since(began) > arrival {
			t.Fatal("the place of a call whose node is dead stays taken")
		}
	}
	t.Logf("the place is free %v after the kill", time.Since(began).Round(time.Millisecond))
}

// TestACallerIsSentALinkOnceThoughTheNodeIsKilledOverIt kills a node between a caller's yes to a text message and its being queued.
func TestACallerIsSentALinkOnceThoughTheNodeIsKilledOverIt(t *testing.T) {
	p := newPost(t, 2)
	p.takeCalls(t)
	const giving, from = "https://give.harbor.example.org/now", "+12075550167"
	p.exec(t, `update church_voice_agents set giving_url = '`+giving+`'`)
	p.exec(t, fmt.Sprintf(`create function wait_here() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(%d); return new; end'`, held))
	p.exec(t, `create trigger wait_here before insert on notifications for each row execute function wait_here()`)
	lock, err := pgx.Connect(t.Context(), p.db.AdminURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close(context.Background()) })
	hold := func(sql string) {
		t.Helper()
		if _, err := lock.Exec(t.Context(), sql, held); err != nil {
			t.Fatal(err)
		}
	}
	c := p.dial(t, 0, "CA1", from)
	if err := c.Say(t.Context(), "How can I give online?"); err != nil {
		t.Fatal(err)
	}
	if said := mustHear(t, c); !strings.Contains(said, "Shall I send you the link by text message") || strings.Contains(said, "give.harbor") {
		t.Fatalf("the caller hears %q", said)
	}
	hold(`select pg_advisory_lock($1)`)
	if err := c.Say(t.Context(), "Yes, please."); err != nil {
		t.Fatal(err)
	}
	p.await(t, "the message is being queued", `select exists (select from pg_locks where locktype = 'advisory' and objid = $1 and not granted)`, held)
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	hold(`select pg_advisory_unlock($1)`)
	again := p.goesOn(t, c, 1)
	if said := mustHear(t, again); said != "It is on its way to you by text message." {
		t.Errorf("the caller hears %q", said)
	}
	p.await(t, "it is sent", `select count(*) = 1 and bool_and(status = 'sent' and sent_to = $1) from notifications where kind = 'call_links'`, from)
	p.await(t, "the record says so", `select count(*) = 1 and bool_and(said = $1) from call_lines where speaker = 'text'`, giving)
	if err := again.Say(t.Context(), "Yes."); err != nil { // to nothing
		t.Fatal(err)
	}
	mustHear(t, again)
	if err := again.HangUp(); err != nil {
		t.Fatal(err)
	}
	messages, _ := p.box.Messages()
	var texts []string
	for _, message := range messages {
		if message.To[0] == from {
			texts = append(texts, message.Text)
		}
	}
	if len(texts) != 1 || !strings.Contains(texts[0], giving) {
		t.Errorf("the caller was sent %q", texts)
	}
}
