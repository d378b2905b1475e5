package church_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"narthex/chat/church"
)

func TestSitesAreListedForOneChurchAndHeardOfAtOnce(t *testing.T) {
	f := setup(t)
	ours, theirs := f.subscriber("ours", "pro_chat"), f.subscriber("theirs", "pro_chat")
	s := newStore(t, f.Pool, church.Config{}).listen()
	widgets := church.NewWidgets(f.Pool)
	epoch := s.snapshot(ours).Epoch
	if s.snapshot(ours).MayEmbed("https://www.example.org") {
		t.Fatal("a site may show the chat before it is listed")
	}

	origin, err := widgets.Allow(t.Context(), ours, "WWW.example.org/visit")
	if err != nil || origin != "https://www.example.org" {
		t.Fatalf("%q, %v", origin, err)
	}
	if _, err := widgets.Allow(t.Context(), ours, origin); err != nil {
		t.Errorf("once more: %v", err)
	}
	s.eventually("the site may show the chat", func() bool { return s.snapshot(ours).MayEmbed(origin) })
	if s.snapshot(theirs).MayEmbed(origin) {
		t.Error("it may show another church's chat")
	}
	if s.snapshot(ours).Epoch != epoch {
		t.Error("cached answers were thrown away, though none has changed")
	}
	if err := widgets.Disallow(t.Context(), theirs, origin); err != nil {
		t.Fatal(err)
	}
	if !s.snapshot(ours).MayEmbed(origin) {
		t.Error("one church took another's site away")
	}
	if err := widgets.Disallow(t.Context(), ours, origin); err != nil {
		t.Fatal(err)
	}
	s.eventually("the site may not any more", func() bool { return !s.snapshot(ours).MayEmbed(origin) })
}

func TestAChurchListsAtMostFiftySites(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	widgets := church.NewWidgets(f.Pool)
	for i := range 48 {
		if _, err := widgets.Allow(t.Context(), id, fmt.Sprintf("s%d.example.org", i)); err != nil {
			t.Fatal(err)
		}
	}
	var work sync.WaitGroup
	outcomes := make([]error, 6)
	for i := range outcomes {
		work.Go(func() { _, outcomes[i] = widgets.Allow(t.Context(), id, fmt.Sprintf("t%d.example.org", i)) })
	}
	work.Wait()
	taken := 0
	for _, err := range outcomes {
		if err == nil {
			taken++
		} else if !errors.Is(err, church.ErrTooManyOrigins) {
			t.Error(err)
		}
	}
	if taken != 2 {
		t.Errorf("%d of six at once got the last two places", taken)
	}
	if _, err := widgets.Allow(t.Context(), id, "s1.example.org"); err != nil {
		t.Errorf("a site that is listed already: %v", err)
	}
	if _, err := widgets.Allow(t.Context(), id, "not a site"); !errors.Is(err, church.ErrInvalidOrigin) {
		t.Errorf("nonsense: %v", err)
	}
}

func TestAttemptsAreCountedWithinBoundsAndForOneChurch(t *testing.T) {
	f := setup(t)
	ours, theirs := f.subscriber("ours", "pro_chat"), f.subscriber("theirs", "pro_chat")
	widgets := church.NewWidgets(f.Pool)
	add := func(origin string, count int64) {
		t.Helper()
		if err := widgets.Add(t.Context(), ours, map[church.Site]int64{{Origin: origin}: count}); err != nil {
			t.Fatal(err)
		}
	}
	add("https://evil.example", 2)
	add("https://evil.example", 3)
	f.exec(`insert into widget_attempts (church_id, origin, attempts, first_at, last_at)
		values ($1, 'https://long-ago.example', 9, now() - interval '99 days', now() - interval '91 days')`, ours)
	for i := range 120 {
		add(fmt.Sprintf("https://made-up-%d.example", i), 1)
	}
	add("https://evil.example", 1)

	attempts, err := widgets.Attempts(t.Context(), ours)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]church.Attempt)
	for _, attempt := range attempts {
		found[attempt.Origin] = attempt
	}
	if len(attempts) != 51 || found["https://evil.example"].Attempts != 6 || found[church.AllOthers].Attempts != 71 {
		t.Errorf("%d sites, %v, %v", len(attempts), found["https://evil.example"], found[church.AllOthers])
	}
	if attempts[0].Origin != "https://evil.example" || time.Since(attempts[0].LastAt) > time.Minute {
		t.Errorf("the latest is %v", attempts[0])
	}
	if others, err := widgets.Attempts(t.Context(), theirs); err != nil || len(others) != 0 {
		t.Errorf("another church sees %v, %v", others, err)
	}
	if _, err := widgets.Allow(t.Context(), ours, "evil.example"); err != nil {
		t.Fatal(err)
	}
	if attempts, _ := widgets.Attempts(t.Context(), ours); len(attempts) != 50 {
		t.Errorf("%d sites are left once one of them is allowed", len(attempts))
	}
}

func TestSitesThatShowTheChatAreKeptApartFromThoseThatMayNot(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	widgets := church.NewWidgets(f.Pool)
	add := func(origin string, allowed bool) {
		t.Helper()
		if err := widgets.Add(t.Context(), id, map[church.Site]int64{{Origin: origin, Allowed: allowed}: 1}); err != nil {
			t.Fatal(err)
		}
	}
	add("https://www.example.org", false) // before it was listed
	add("https://www.example.org", true)
	for i := range 60 {
		add(fmt.Sprintf("https://evil-%d.example", i), false)
		add(fmt.Sprintf("https://below-%d.example.org", i), true)
	}
	add("https://www.example.org", true)
	shown, err := widgets.Shown(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(shown) != 50 || shown[0].Origin != "https://www.example.org" || shown[0].Attempts != 3 {
		t.Errorf("%d sites show the chat, the latest is %v", len(shown), shown[0])
	}
	if attempts, err := widgets.Attempts(t.Context(), id); err != nil || len(attempts) != 51 {
		t.Errorf("%d sites tried, %v", len(attempts), err)
	}
}

func TestAllNodesShareADeploymentKey(t *testing.T) {
	f := setup(t)
	keys := make([]string, 8)
	var work sync.WaitGroup
	for i := range keys {
		work.Go(func() {
			key, err := church.DeploymentKey(t.Context(), f.Pool, "widget")
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	work.Wait()
	for _, key := range keys {
		if key != keys[0] || len(key) != 32 {
			t.Fatal("the keys differ")
		}
	}
	if other, err := church.DeploymentKey(t.Context(), f.Pool, "other"); err != nil || string(other) == keys[0] {
		t.Errorf("another name gives the same key, %v", err)
	}
	if _, err := f.Pool.Exec(t.Context(), `delete from deployment_keys`); err == nil {
		t.Error("the app may delete keys")
	}
}
