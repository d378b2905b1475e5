package billing_test

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

func TestAChurchIsToldThatItsTrialEnds(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	ends := time.Now().Add(3 * 24 * time.Hour).Truncate(time.Second)
	trial := stripetest.Subscription("sub_1", "trialing", "starter_chat_month", ends)
	trial["trial_end"] = ends.Unix()
	for range 2 {
		s.tell(t, "evt_1", "customer.subscription.trial_will_end", time.Now(), trial)
	}
	if told := s.people.heard(); !slices.Equal(told, []string{"trial ends " + ends.UTC().Format(time.DateOnly)}) {
		t.Errorf("told %v", told)
	}
	if at := one[time.Time](t, s, `select trial_ends_at from premium_churches`); !at.Equal(ends) {
		t.Errorf("the trial ends %v", at)
	}
}

// hourlyJob is the job of each hour.
type hourlyJob struct{}

func (hourlyJob) Kind() string { return "keep_payment_grace" }

// hourly runs the job of each hour, so many times.
func (s *server) hourly(t *testing.T, times int) {
	t.Helper()
	client, err := river.NewClient(riverpgxv5.New(s.db.Pool), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	s.work(t)
	for n := range times {
		_, err := client.Insert(t.Context(), hourlyJob{}, &river.InsertOpts{Queue: billing.Queue})
		must(t, err)
		s.await(t, "the job is done", fmt.Sprintf("select count(*) > %d from river_job where kind = 'keep_payment_grace' and state = 'completed'", n))
	}
}

func TestAChurchIsToldThatItsTrialEndsThoughNoEventSaysSo(t *testing.T) {
	t.Parallel()
	in := func(days int) time.Time {
		return time.Now().Add(time.Duration(days) * 24 * time.Hour).Truncate(time.Second)
	}
	for name, test := range map[string]struct {
		status  string
		cancels bool
		ends    time.Time
		event   bool // tells of it
		told    int
	}{
		"in two days":                     {"trialing", false, in(2), false, 1},
		"in two days, and the event came": {"trialing", false, in(2), true, 1},
		"in four days":                    {"trialing", false, in(4), false, 0},
		"yesterday":                       {"trialing", false, in(-1), false, 0},
		"cancelled":                       {"trialing", true, in(2), false, 0},
		"paid already":                    {"active", false, in(2), false, 0},
		"ended":                           {"canceled", false, in(2), false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.provisioned(t, "sub_1")
			trial := stripetest.Subscription("sub_1", test.status, "starter_chat_month", test.ends)
			trial["trial_end"], trial["cancel_at_period_end"] = test.ends.Unix(), test.cancels
			s.tell(t, "evt_1", "customer.subscription.updated", time.Now().Add(-time.Minute), trial)
			if test.event {
				s.tell(t, "evt_2", "customer.subscription.trial_will_end", time.Now(), trial)
			}
			s.hourly(t, 2)
			if told := s.people.heard(); len(told) != test.told || test.told == 1 && told[0] != "trial ends "+test.ends.UTC().Format(time.DateOnly) {
				t.Errorf("told %v", told)
			}
		})
	}
}

func TestTheMailOfATrialsEndSaysWhatIsSo(t *testing.T) {
	t.Parallel()
	ends := time.Now().Add(3 * 24 * time.Hour).Truncate(time.Second)
	said := "trial ends " + ends.UTC().Format(time.DateOnly)
	for name, test := range map[string]struct {
		status  string
		cancels bool
		ends    time.Time // as the newer event says
		told    []string
	}{
		"it goes on as it was":        {"trialing", false, ends, []string{said}},
		"it was cancelled since":      {"trialing", true, ends, []string{}},
		"it was ended since":          {"canceled", false, ends, []string{}},
		"it is paid since":            {"active", false, time.Now().Add(-time.Minute).Truncate(time.Second), []string{}},
		"it was prolonged since":      {"trialing", false, ends.Add(14 * 24 * time.Hour), []string{}},
		"it was cut short since":      {"trialing", false, ends.Add(-24 * time.Hour), []string{"trial ends " + ends.Add(-24*time.Hour).UTC().Format(time.DateOnly)}},
		"it was cut short and passed": {"trialing", false, time.Now().Add(-time.Minute).Truncate(time.Second), []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.provisioned(t, "sub_1")
			as := func(status string, cancels bool, ends time.Time) stripetest.Object {
				o := stripetest.Subscription("sub_1", status, "starter_chat_month", ends)
				o["trial_end"], o["cancel_at_period_end"] = ends.Unix(), cancels
				return o
			}
			at := time.Now().Add(-time.Minute)
			s.tell(t, "evt_new", "customer.subscription.updated", at.Add(2*time.Second), as(test.status, test.cancels, test.ends))
			for i := range 2 { // the second is a repeated one
				s.tell(t, "evt_late", "customer.subscription.trial_will_end", at, as("trialing", false, ends))
				if told := s.people.heard(); !slices.Equal(told, test.told) {
					t.Errorf("time %d: told %v", i, told)
				}
			}
		})
	}
}

func TestAChurchThatCancelledInItsTrialIsNotToldThatItWillBeCharged(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	ends := time.Now().Add(3 * 24 * time.Hour).Truncate(time.Second)
	trial := stripetest.Subscription("sub_1", "trialing", "starter_chat_month", ends)
	trial["trial_end"], trial["cancel_at_period_end"] = ends.Unix(), true
	s.tell(t, "evt_1", "customer.subscription.trial_will_end", time.Now(), trial)
	if told := s.people.heard(); len(told) != 0 {
		t.Errorf("told %v", told)
	}
	if !one[bool](t, s, `select cancel_at_period_end and trial_ends_at = $1 from premium_churches`, ends) {
		t.Error("what the event says of the subscription was not taken over")
	}
}
