package teaching

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/notify"
	"narthex/static/web"
)

const (
	testsAnHour     = 6 // of a church: each reaches somebody's telephone
	testsRemembered = time.Hour
)

// testOutcome is what has become of a test on one channel, in words.
type testOutcome struct {
	Contact string `json:"contact"` // church or safeguarding
	Channel string `json:"channel"` // mail or sms
	Over    bool   `json:"over"`    // nothing more will come of it
	Text    string `json:"text"`
}

// testContact is POST /api/admin/safety/test: {"contact": "church" or "safeguarding"}. A message that says that it is a test is sent
// there, on the way that reports of danger take.
func (h *Handler) testContact(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Contact string `json:"contact"`
	}](w, r)
	if err != nil {
		return err
	}
	if sent.Contact != "church" && sent.Contact != "safeguarding" {
		return errUnreadable
	}
	safeguarding := sent.Contact == "safeguarding"
	var outcomes []notify.Outcome
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		id := access.From(ctx).ChurchID
		found, err := readSafety(ctx, tx, true) // whoever asks at the same moment waits, and is counted after
		if err != nil {
			return err
		}
		if !found.reachable(safeguarding) {
			return language.Refuse("unprocessable", "no_contact", "safety.test.nobody")
		}
		lately, err := notify.Tests(ctx, tx, id, time.Hour)
		if err != nil {
			return err
		}
		if keys := keysOf(lately); len(keys) >= testsAnHour {
			return later(language, 10*time.Minute, "safety.test.many")
		}
		if err := h.parts.Test(ctx, tx, id, uuid.New(), safeguarding); err != nil {
			return err
		}
		if err := audit.Record(ctx, tx, "contact.tested."+sent.Contact, nil); err != nil {
			return err
		}
		outcomes, err = notify.Tests(ctx, tx, id, testsRemembered)
		return err
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerTests(w, language, outcomes)
}

// testOutcomes is GET /api/admin/safety/test: what has become of the last test of each contact.
func (h *Handler) testOutcomes(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	var outcomes []notify.Outcome
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) (err error) {
		outcomes, err = notify.Tests(ctx, tx, access.From(ctx).ChurchID, testsRemembered)
		return err
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerTests(w, language, outcomes)
}

func answerTests(w http.ResponseWriter, language *web.Language, outcomes []notify.Outcome) error {
	tests, err := wordTests(language, latest(outcomes))
	if err != nil {
		return err
	}
	return answer(w, struct {
		Tests []testOutcome `json:"tests"`
	}{tests})
}

// reachable reports whether there is anything to test.
func (s safety) reachable(safeguarding bool) bool {
	if safeguarding {
		return s.SafeguardingEmail != "" || s.SafeguardingPhone != ""
	}
	return s.NotificationEmail != "" || s.NotificationPhone != ""
}

func keysOf(outcomes []notify.Outcome) (keys []uuid.UUID) {
	for _, outcome := range outcomes {
		if !slices.Contains(keys, outcome.Key) {
			keys = append(keys, outcome.Key)
		}
	}
	return keys
}

// latest are the outcomes of each contact's last test; they come newest first.
func latest(outcomes []notify.Outcome) (last []notify.Outcome) {
	newest := make(map[bool]uuid.UUID)
	for _, outcome := range outcomes {
		if _, known := newest[outcome.Safeguarding]; !known {
			newest[outcome.Safeguarding] = outcome.Key
		}
		if newest[outcome.Safeguarding] == outcome.Key {
			last = append(last, outcome)
		}
	}
	return last
}

// wordTests says what has become of tests.
func wordTests(language *web.Language, outcomes []notify.Outcome) (worded []testOutcome, err error) {
	worded = []testOutcome{}
	for _, o := range outcomes {
		state := o.Status
		switch {
		case state == "queued" && o.Reason != "":
			state = "retried"
		case state == "sending" || state == "failed":
			state = "queued"
		}
		shown := testOutcome{Contact: "church", Channel: o.Channel, Over: o.Status == "sent" || o.Status == "dead" || o.Status == "skipped"}
		if o.Safeguarding {
			shown.Contact = "safeguarding"
		}
		if shown.Text, err = language.Text("safety.test."+o.Channel+"."+state, "address", o.SentTo); err != nil {
			return nil, err
		}
		worded = append(worded, shown)
	}
	return worded, nil
}
