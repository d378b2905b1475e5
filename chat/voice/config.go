package voice

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/chat/prompt"
	"narthex/chat/voice/line"
	"narthex/static/web"
)

// Configs tells a voice agent what it needs to answer a call, in one look at what is known of the church.
type Configs struct {
	lines    *line.Finder
	personas line.Personas
	token    [sha256.Size]byte
	edge     *web.Edge
	now      func() time.Time
}

// NewConfigs returns the endpoint for who shows a token.
func NewConfigs(lines *line.Finder, personas line.Personas, token string, edge *web.Edge, now func() time.Time) *Configs {
	return &Configs{lines: lines, personas: personas, token: sha256.Sum256([]byte(token)), edge: edge, now: now}
}

// Routes adds GET /api/voice/config?called=<E.164>[&caller=<E.164>][&call=<id>], for who shows the service's token as a bearer. call
// is any name of the call by which a voice chosen at random stays the same.
func (c *Configs) Routes(r chi.Router) { r.Get("/api/voice/config", c.edge.Handle(c.serve)) }

// refusal is a problem of who asks.
type refusal struct{ kind, code, public string }

func (r *refusal) Error() string  { return r.code }
func (r *refusal) Kind() string   { return r.kind }
func (r *refusal) Code() string   { return r.code }
func (r *refusal) Public() string { return r.public }

var errToken = &refusal{"unauthorized", "invalid_token", "Show the service token as Authorization: Bearer."}

func (c *Configs) serve(w http.ResponseWriter, r *http.Request) error {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	shown := sha256.Sum256([]byte(token))
	if !bearer || subtle.ConstantTimeCompare(shown[:], c.token[:]) == 0 {
		w.Header().Set("WWW-Authenticate", `Bearer realm="voice"`)
		return errToken
	}
	query := r.URL.Query()
	found, err := c.lines.Find(r.Context(), called(query.Get("called")), called(query.Get("caller")))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(describe(found, c.personas, query.Get("call"), c.now()))
}

// called puts back the plus sign that a query which was not escaped has as a space.
func called(number string) string {
	if strings.HasPrefix(number, " ") {
		return "+" + number[1:]
	}
	return number
}

// config is what a voice agent is told.
type config struct {
	Called     string       `json:"called"`
	Church     configChurch `json:"church"`
	Voice      configVoice  `json:"voice"`
	Pastor     configPastor `json:"pastor"`
	Escalation escalation   `json:"escalation"`
	Crisis     configCrisis `json:"crisis"`
	Prompt     string       `json:"prompt"` // for the model, from the same facts as the chat's
	Knowledge  []question   `json:"knowledge"`
}

type configChurch struct {
	ID       string `json:"id"`
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Timezone string `json:"timezone"`
}

type configVoice struct {
	Persona    string            `json:"persona"`
	Voices     map[string]string `json:"voices"`
	Greeting   string            `json:"greeting"`   // as it is spoken, with the notice that the call is written down
	Transcript bool              `json:"transcript"` // it may be
}

type configPastor struct {
	Name         string       `json:"name"`
	Reachable    bool         `json:"reachable"` // now
	Availability string       `json:"availability,omitempty"`
	Away         []configAway `json:"away,omitempty"`
}

type configAway struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason,omitempty"`
}

type escalation struct {
	Contact string `json:"contact,omitempty"`
	When    string `json:"when,omitempty"`
}

type configCrisis struct {
	Message  string `json:"message,omitempty"`
	Blessing string `json:"blessing,omitempty"`
}

type question struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

func describe(found *line.Line, personas line.Personas, call string, now time.Time) config {
	c := found.Church
	persona := personas.For(c.Voice.PersonaID, call)
	tradition, _ := c.ResolveLens("", "")
	said := config{
		Called:     found.Number,
		Church:     configChurch{ID: c.ID.String(), Slug: c.Slug, Name: c.Name, Language: c.Language, Timezone: c.Location.String()},
		Voice:      configVoice{Persona: persona.Name, Voices: persona.Voices, Greeting: line.Greeting(c, c.Voice.Transcript), Transcript: c.Voice.Transcript},
		Pastor:     configPastor{Name: c.PastorName, Reachable: line.Reachable(c, now), Availability: c.PastorAvailabilityText},
		Escalation: escalation{Contact: line.Contact(c), When: c.Voice.EscalationWhen},
		Crisis:     configCrisis{Message: c.CrisisMessage, Blessing: c.CrisisBlessing},
		Knowledge:  []question{},
		Prompt: prompt.System(prompt.Input{
			Church: c, Agent: church.Coordinator, Lens: tradition, Language: c.Language, Now: now, Spoken: true,
		}),
	}
	for _, away := range c.PastorAway {
		said.Pastor.Away = append(said.Pastor.Away, configAway(away))
	}
	for _, entry := range c.ProductKnowledge {
		said.Knowledge = append(said.Knowledge, question{entry.Question, entry.Answer})
	}
	return said
}
