package pages_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/chat/tools/events"
)

func TestAnEventIsThereAsACalendarFile(t *testing.T) {
	event := events.Event{ID: uuid.New(), Title: "Midweek supper", StartsAt: time.Date(2026, 5, 6, 21, 30, 0, 0, time.UTC)}
	grace := graceHarbor()
	on := func(parts *pages.Parts) {
		parts.Events = func(_ context.Context, churchID, id uuid.UUID) (events.Event, error) {
			if churchID != grace.ID || id != event.ID {
				return events.Event{}, events.ErrNoEvent
			}
			return event, nil
		}
	}
	path := events.CalendarPath("grace-harbor", event.ID)
	response := visitWith(t, having(grace), on, path)
	if response.Code != http.StatusOK || response.Header().Get("Content-Type") != events.CalendarType {
		t.Fatalf("status %d, %s", response.Code, response.Header().Get("Content-Type"))
	}
	mustContain(t, response.Body.String(), "BEGIN:VCALENDAR", "SUMMARY:Midweek supper")
	if got := response.Header().Get("Content-Disposition"); got != "attachment; filename=grace-harbor.ics" {
		t.Errorf("Content-Disposition %q", got)
	}
	if again := visitWith(t, having(grace), on, path, "If-None-Match", response.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}

	for name, tt := range map[string]struct {
		lookup pages.Lookup
		change func(*pages.Parts)
		path   string
		status int
	}{
		"another event":            {having(grace), on, events.CalendarPath("grace-harbor", uuid.New()), 404},
		"not an id":                {having(grace), on, "/api/churches/grace-harbor/events/x.ics", 404},
		"another church":           {having(grace, nuevaVida()), on, events.CalendarPath("nueva-vida", event.ID), 404},
		"no such church":           {having(), on, path, 404},
		"an ended subscription":    {with(func(s *church.Snapshot) { s.Status = church.Canceled }), on, path, 404},
		"the database is away":     {having(grace), failingEvents(context.DeadlineExceeded), path, 503},
		"no database for a church": {failing(church.ErrUnavailable), on, path, 503},
	} {
		t.Run(name, func(t *testing.T) {
			response := visitWith(t, tt.lookup, tt.change, tt.path)
			if response.Code != tt.status || response.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("status %d, %s", response.Code, response.Header().Get("Content-Type"))
			}
		})
	}
}

func TestCalendarFilesAreLimited(t *testing.T) {
	grace := graceHarbor()
	event := events.Event{ID: uuid.New(), Title: "Midweek supper", StartsAt: time.Date(2026, 5, 6, 21, 30, 0, 0, time.UTC)}
	looked := 0
	limited := func(wait time.Duration, err error) func(*pages.Parts) {
		return func(parts *pages.Parts) {
			parts.Events = func(context.Context, uuid.UUID, uuid.UUID) (events.Event, error) { looked++; return event, nil }
			parts.Limit = func(_ *http.Request, churchID uuid.UUID, kind string, perMinute int) (time.Duration, error) {
				if churchID != grace.ID || kind != "calendar" || perMinute < 60 {
					t.Errorf("counted %s of %s against %d a minute", kind, churchID, perMinute)
				}
				return wait, err
			}
		}
	}
	response := visitWith(t, having(grace), limited(1500*time.Millisecond, nil), events.CalendarPath("grace-harbor", event.ID))
	if response.Code != http.StatusTooManyRequests || response.Header().Get("Retry-After") != "2" || looked != 0 {
		t.Errorf("status %d, Retry-After %q, %d looks into the database", response.Code, response.Header().Get("Retry-After"), looked)
	}
	mustContain(t, response.Body.String(), `"code":"rate_limited"`)
	if got := visitWith(t, having(grace), limited(0, context.DeadlineExceeded), events.CalendarPath("grace-harbor", event.ID)).Code; got != 500 {
		t.Errorf("without a count: %d", got)
	}
	if got := visitWith(t, having(grace), limited(0, nil), events.CalendarPath("grace-harbor", event.ID)).Code; got != 200 || looked != 1 {
		t.Errorf("within the limit: %d, %d looks", got, looked)
	}
}

func failingEvents(err error) func(*pages.Parts) {
	return func(parts *pages.Parts) {
		parts.Events = func(context.Context, uuid.UUID, uuid.UUID) (events.Event, error) { return events.Event{}, err }
	}
}
