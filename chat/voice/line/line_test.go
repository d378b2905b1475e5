package line_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/voice/line"
	"narthex/migrations/pgtest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a database with two churches that have the telephone, and one that has not.
type house struct {
	*pgtest.DB
	grace, hope, chat uuid.UUID
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{DB: pgtest.New(t)}
	h.exec(t, `insert into theological_lenses (id, slug, name, description, vocabulary) values (10, 'christocentric', 'Christocentric', 'Christ first.', '[]')`)
	h.grace, h.hope, h.chat = h.church(t, "grace", "pro_both"), h.church(t, "hope", "starter_voice"), h.church(t, "chat", "pro_chat")
	return h
}

func (h *house) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := h.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) church(t *testing.T, slug, plan string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, channel, _ := strings.Cut(plan, "_")
	h.exec(t, `insert into churches (id, slug, name, phone, timezone) values ($1, $2, $2, '(207) 555-0100', 'America/New_York')`, id, slug)
	h.exec(t, `insert into premium_churches (church_id, plan, channel) values ($1, $2, $3)`, id, plan, channel)
	h.exec(t, `insert into church_voice_agents (church_id) values ($1)`, id)
	return id
}

func (h *house) finder(registry line.Registry) *line.Finder {
	return line.NewFinder(h.Pool, church.NewStore(h.Pool, church.Config{}), registry, slog.New(slog.DiscardHandler), nil)
}

func TestACalledNumberLeadsToItsChurch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.exec(t, `update church_voice_agents set status = 'active', carrier_phone_number = '+12075550145', assistant_phone_number = '+12075550146' where church_id = $1`, h.grace)
	h.exec(t, `update church_voice_agents set status = 'active', carrier_phone_number = '+12075550146' where church_id = $1`, h.hope)
	h.exec(t, `update church_voice_agents set status = 'active', carrier_phone_number = '+12075550147' where church_id = $1`, h.chat)
	for _, test := range []struct {
		name, called string
		church       uuid.UUID
		err          error
	}{
		{"the carrier's number", "+12075550145", h.grace, nil},
		{"however it is written", "+1 (207) 555-0145", h.grace, nil},
		{"the carrier's column comes before the assistant's", "+12075550146", h.hope, nil},
		{"the registry comes before all", "+12075550148", h.hope, nil},
		{"a number of nobody", "+12075550149", uuid.Nil, line.ErrUnknown},
		{"no number", "anonymous", uuid.Nil, line.ErrNumber},
		{"a plan without the telephone", "+12075550147", h.chat, line.ErrClosed},
	} {
		found, err := h.finder(line.Registry{"+12075550148": "hope"}).Find(t.Context(), test.called, "")
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v", test.name, err)
		}
		if test.church != uuid.Nil && (found == nil || found.Church.ID != test.church) {
			t.Errorf("%s: %+v", test.name, found)
		}
	}
}

func TestALineIsAnsweredOnceItIsPaidForAndInService(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const tester = "+12075550199"
	find := func(caller string) error {
		_, err := h.finder(nil).Find(t.Context(), called, caller)
		return err
	}
	h.exec(t, `update churches set country = 'US' where id = $1`, h.grace)
	for _, column := range []string{"notification_phone", "safeguarding_phone"} {
		h.exec(t, `update church_voice_agents set `+column+` = '(207) 555-0145' where church_id = $1`, h.grace)
		if err := line.Assign(t.Context(), h.Pool, h.grace, called, tester); !errors.Is(err, line.ErrAlarms) {
			t.Errorf("the number of %s is taken for calls: %v", column, err)
		}
		h.exec(t, `update church_voice_agents set `+column+` = null where church_id = $1`, h.grace)
	}
	must(t, line.Assign(t.Context(), h.Pool, h.grace, called, tester))
	if err := find("+12075550111"); !errors.Is(err, line.ErrClosed) {
		t.Errorf("before its trial anybody is answered: %v", err)
	}
	if err := find(tester); err != nil {
		t.Errorf("the trial is not answered: %v", err)
	}
	for _, from := range []string{"+12075550111", tester, tester} {
		served, err := line.Serve(t.Context(), h.Pool, h.grace, from)
		must(t, err)
		if want := from == tester && find("") != nil; served && from != tester || want && !served {
			t.Errorf("after a call from %s it is in service: %v", from, served)
		}
	}
	if err := find("+12075550111"); err != nil {
		t.Errorf("after its trial the line is not answered: %v", err)
	}
	must(t, line.Assign(t.Context(), h.Pool, h.grace, called, tester))
	if err := find("+12075550111"); err != nil {
		t.Errorf("a line in service was taken out of it by being assigned again: %v", err)
	}
	if err := line.Assign(t.Context(), h.Pool, h.hope, called, ""); !errors.Is(err, line.ErrTaken) {
		t.Errorf("another church takes the number: %v", err)
	}
	if err := line.Assign(t.Context(), h.Pool, h.chat, "+12075550190", ""); !errors.Is(err, line.ErrNoVoice) {
		t.Errorf("a plan without the telephone gets a number: %v", err)
	}
	h.exec(t, `update premium_churches set status = 'paused' where church_id = $1`, h.grace)
	if err := find("+12075550111"); !errors.Is(err, line.ErrClosed) {
		t.Errorf("a church that does not pay is answered: %v", err)
	}
}

func TestARegistryIsReadOrRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, problem string }{
		{`{"+1 (207) 555-0145": "grace"}`, ""},
		{`{"2075550145": "grace"}`, "2075550145"},
		{`{"+12075550145": "grace", "+1 207 555 0145": "hope"}`, "gives +12075550145"},
		{`["grace"]`, "cannot unmarshal"},
	} {
		path := filepath.Join(t.TempDir(), "registry.json")
		must(t, os.WriteFile(path, []byte(test.file), 0o600))
		registry, err := line.ReadRegistry(path)
		if test.problem == "" && (err != nil || registry["+12075550145"] != "grace") || test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
			t.Errorf("%s: %v, %v", test.file, registry, err)
		}
	}
	if registry, err := line.ReadRegistry(""); err != nil || len(registry) != 0 {
		t.Errorf("no file: %v, %v", registry, err)
	}
}

func TestAVoiceStaysTheSameForACall(t *testing.T) {
	t.Parallel()
	heard := map[string]bool{}
	for _, call := range []string{"CA1", "CA2", "CA3", "CA4", "CA5", "CA6", "CA7", "CA8"} {
		persona := line.Preset.For("random", call)
		if again := line.Preset.For("random", call); again.Name != persona.Name {
			t.Errorf("call %s is answered by %s, then by %s", call, persona.Name, again.Name)
		}
		heard[persona.Name] = true
	}
	if len(heard) != 2 {
		t.Errorf("at random are heard: %v", heard)
	}
	if name := line.Preset.For("calm", "CA1").Name; name != "calm" {
		t.Errorf("calm is %s", name)
	}
	if name := line.Preset.For("", "CA1").Name; name != "warm" {
		t.Errorf("where nothing is chosen it is %s", name)
	}
}

func TestWhetherSomebodyCanBeReachedIsToldByTheChurchsOwnClock(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("America/New_York")
	must(t, err)
	c := &church.Snapshot{Location: zone, PastorAway: []church.Away{{From: "2026-12-24", To: "2026-12-25"}}}
	c.PastorAvailability[time.Thursday] = []church.Slot{{Start: 9 * 60, End: 12 * 60}, {Start: 22 * 60, End: 25 * 60}}
	for moment, want := range map[string]bool{
		"2026-12-10T14:00:00Z": true,  // nine in Maine
		"2026-12-10T13:59:00Z": false, //
		"2026-12-10T17:00:00Z": false, // noon
		"2026-12-11T05:30:00Z": true,  // half past midnight: the hours of the day before
		"2026-12-11T06:00:00Z": false, //
		"2026-12-24T14:00:00Z": false, // away
		"2026-12-25T05:30:00Z": false, // away the evening before
		"2026-07-09T13:00:00Z": true,  // nine in summer
	} {
		at, err := time.Parse(time.RFC3339, moment)
		must(t, err)
		if got := line.Reachable(c, at); got != want {
			t.Errorf("at %s somebody can be reached: %v", moment, got)
		}
	}
}

func TestACallerIsToldWhoAnswersAndThatItIsWrittenDown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		church *church.Snapshot
		kept   bool
		want   string
	}{
		{&church.Snapshot{Name: "St. Brigid's", Language: "en"}, true, "Thank you for calling Saint Brigid's. How can I help you? I am an AI assistant, and this call is written down for the church."},
		{&church.Snapshot{Name: "Grace", Language: "en", WelcomeGreeting: "**Peace!** Grace, open 24/7 🙂"}, true, "Peace! Grace, open twenty-four seven. I am an AI assistant, and this call is written down for the church."},
		{&church.Snapshot{Name: "Nueva Vida", Language: "es"}, true, "Gracias por llamar a Nueva Vida. ¿En qué puedo ayudarle? Soy un asistente de inteligencia artificial, y esta llamada se guarda por escrito para la iglesia."},
		{&church.Snapshot{Name: "Grace", Language: "en"}, false, "Thank you for calling Grace. How can I help you? I am an AI assistant."},
		{&church.Snapshot{Name: "Nueva Vida", Language: "es"}, false, "Gracias por llamar a Nueva Vida. ¿En qué puedo ayudarle? Soy un asistente de inteligencia artificial."},
	} {
		if got := line.Greeting(test.church, test.kept); got != test.want {
			t.Errorf("the greeting is %q, not %q", got, test.want)
		}
	}
}

func TestNobodyIsSentBackToTheAssistantsNumber(t *testing.T) {
	t.Parallel()
	c := &church.Snapshot{Name: "Grace", Phone: "(207) 555-0145", Address: church.Address{Country: "US"}}
	for number, sent := range map[string]bool{"+12075550145": false, "+12075550146": true, "": true} {
		c.Voice.CarrierNumber = number
		for language, said := range line.NotAnswered(c, "") {
			if strings.Contains(said, "zero one four five") != sent && language == "en" || language == "es" && strings.Contains(said, "cero uno cuatro cinco") != sent {
				t.Errorf("with the number %q it says %q", number, said)
			}
		}
	}
}

func TestWhoIsKeptApartIsToldWhomToCallEverywhere(t *testing.T) {
	t.Parallel()
	for country, want := range map[string]string{"US": "call nine, one, one.", "BZ": "If a life is in danger, call your local emergency number."} {
		if said := line.Apart(&church.Snapshot{Name: "Grace", Address: church.Address{Country: country}}, "en"); !strings.HasSuffix(said, want) {
			t.Errorf("in %s it says %q", country, said)
		}
	}
}

func TestAFileNamesOtherVoices(t *testing.T) {
	t.Parallel()
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "voices.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	personas, err := line.ReadPersonas(write(`{"warm": {"es": "es-US-Neural2-A"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if warm := personas.For("warm", "").Voices; warm["es"] != "es-US-Neural2-A" || warm["en"] != line.Preset.For("warm", "").Voices["en"] {
		t.Errorf("the voices are %v", warm)
	}
	if line.Preset.For("warm", "").Voices["es"] == "es-US-Neural2-A" {
		t.Error("the preset voices have changed")
	}
	for _, wrong := range []string{`{"loud": {"en": "x"}}`, `{"warm": {"fr": "x"}}`, `{"warm": {"en": ""}}`, `[]`, `{`} {
		if _, err := line.ReadPersonas(write(wrong)); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
	if _, err := line.ReadPersonas("/there/is/no/such/file"); err == nil {
		t.Error("a file that there is not is taken")
	}
}
