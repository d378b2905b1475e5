package analytics

import (
	"time"

	"github.com/google/uuid"
)

// Event is something that a user did.
type Event struct {
	Name       string
	UserID     uuid.UUID
	At         time.Time
	Properties map[string]any
}

// Confirmed is that a user confirmed the address of a sign-up. The database's trigger reports the same, with the same id, insert id
// and time, by its own way: whichever comes first, the store has one.
func Confirmed(userID uuid.UUID, appSource string, confirmedAt time.Time) Event {
	properties := map[string]any{"confirmed_via": "log_first_visit", "email_confirmed_at": stamp(confirmedAt)}
	if appSource != "" {
		properties["app_source"] = appSource
	}
	return Event{Name: "signup_email_confirmed", UserID: userID, At: confirmedAt, Properties: properties}
}

// FirstVisit is that a user came to the app for the first time.
func FirstVisit(userID uuid.UUID, at time.Time) Event {
	return Event{Name: "first_app_visit", UserID: userID, At: at}
}

// insertID is what the store knows the event by: one for each user and kind.
func (e Event) insertID() string { return e.UserID.String() + ":" + e.Name }

// id follows from the insert id. The database's trigger computes the same (a version 3 UUID of it in the namespace of URLs).
func (e Event) id() uuid.UUID { return uuid.NewMD5(uuid.NameSpaceURL, []byte(e.insertID())) }

// stamp writes a moment as the database's trigger does: in UTC, to the microsecond, which is what Postgres keeps.
func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000000Z") }

// posted is the event as the store takes it.
type posted struct {
	APIKey     string         `json:"api_key"`
	Event      string         `json:"event"`
	DistinctID string         `json:"distinct_id"`
	UUID       uuid.UUID      `json:"uuid"`
	Timestamp  string         `json:"timestamp"`
	Properties map[string]any `json:"properties"`
}

func (e Event) posted(key string) posted {
	properties := map[string]any{"$insert_id": e.insertID()}
	for name, value := range e.Properties {
		properties[name] = value
	}
	return posted{APIKey: key, Event: e.Name, DistinctID: e.UserID.String(), UUID: e.id(), Timestamp: stamp(e.At), Properties: properties}
}
