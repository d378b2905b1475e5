package teaching

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/frame"
	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/static/web"
)

// safetyPage is what safety.html shows.
type safetyPage struct {
	Frame           frame.Frame
	Changes         bool
	Chatbot         bool
	Safety          safety
	CrisisVersion   string
	ContactsVersion string
	Avoided         []string
	Proposed        string // words that led here, to be avoided from the next saving on
	WordsVersion    string
	Lines           helplines.Lines // that every crisis answer names, whatever stands here
	Tests           []testOutcome
}

// safety is what is kept of it, beside the telephone's and the week's settings.
type safety struct {
	contacts
	CrisisMessage, CrisisBlessing string
	Country                       string
	Answered                      []string // the numbers that the assistant answers at
}

// readSafety reads it; lock keeps others from changing it until the transaction ends, and makes the row if there is none.
func readSafety(ctx context.Context, tx pgx.Tx, lock bool) (found safety, err error) {
	id := access.From(ctx).ChurchID
	query := `
		select coalesce(v.crisis_message, '') as crisis_message, coalesce(v.crisis_blessing, '') as crisis_blessing,
			coalesce(v.notification_email, '') as notification_email, coalesce(v.notification_phone, '') as notification_phone,
			coalesce(v.safeguarding_name, '') as safeguarding_name, coalesce(v.safeguarding_email, '') as safeguarding_email,
			coalesce(v.safeguarding_phone, '') as safeguarding_phone, coalesce(v.escalation_contact_name, '') as escalation_contact_name,
			coalesce(v.escalation_when, '') as escalation_when, coalesce(c.country, '') as country,
			array_remove(array[v.carrier_phone_number, v.assistant_phone_number], null) as answered
		from churches c left join church_voice_agents v on v.church_id = c.id where c.id = $1`
	if lock {
		if _, err := tx.Exec(ctx, "insert into church_voice_agents (church_id) values ($1) on conflict do nothing", id); err != nil {
			return safety{}, err
		}
		if _, err := tx.Exec(ctx, "select from church_voice_agents where church_id = $1 for update", id); err != nil {
			return safety{}, err
		}
	}
	rows, err := tx.Query(ctx, query, id)
	if err != nil {
		return safety{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[safety])
}

// crisisFields are what the form of the church's own words shows.
func crisisFields(message, blessing string) fields {
	return fields{"crisis_message": message, "crisis_blessing": blessing}
}

// safety is GET /admin/training/safety?avoid=: words of an answer that shall not be said again stand in the form, to be saved.
func (h *Handler) safety(w http.ResponseWriter, r *http.Request) error {
	a, language := access.From(r.Context()), h.texts(r)
	page := &safetyPage{Frame: frame.Of(a, frame.Safety), Changes: a.Changes(access.Safety), Chatbot: a.Church.Chatbot, Proposed: proposed(r.URL.Query().Get("avoid"))}
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) (err error) {
		if page.Safety, err = readSafety(ctx, tx, false); err != nil {
			return err
		}
		found, err := readSettings(ctx, tx, false)
		if err != nil {
			return err
		}
		page.Avoided = church.ReadAvoided(found.ChatbotConfig)
		page.WordsVersion = wordsFields(found.ChatbotConfig).version().String()
		tests, err := notify.Tests(ctx, tx, a.ChurchID, time.Hour)
		if err != nil {
			return err
		}
		page.Tests, err = wordTests(language, latest(tests))
		return err
	})
	if err != nil {
		return refusal(language, err)
	}
	page.CrisisVersion = crisisFields(page.Safety.CrisisMessage, page.Safety.CrisisBlessing).version().String()
	page.ContactsVersion = page.Safety.contacts.fields().version().String()
	page.Lines = helplines.In(page.Safety.Country)
	return h.parts.Pages.Render(w, http.StatusOK, language, "safety", page)
}

const longestCrisisText = 600 // characters

// changeCrisis is PATCH /api/admin/safety/crisis: {"version", "crisis_message", "crisis_blessing"}.
func (h *Handler) changeCrisis(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Version  string `json:"version"`
		Message  string `json:"crisis_message"`
		Blessing string `json:"crisis_blessing"`
	}](w, r)
	if err != nil {
		return err
	}
	sent.Message, sent.Blessing = clean(sent.Message), clean(sent.Blessing)
	found := faults{}
	for field, text := range map[string]string{"crisis_message": sent.Message, "crisis_blessing": sent.Blessing} {
		if utf8.RuneCountInString(text) > longestCrisisText {
			found.add(field, "safety.text.long", "most", strconv.Itoa(longestCrisisText))
		}
		if promises(text) {
			found.add(field, "safety.text.secret")
		}
	}
	if len(found) > 0 {
		return invalid(language, found)
	}
	return h.changeSafety(w, r, language, "crisis.changed", func(ctx context.Context, tx pgx.Tx, now *safety) (write fields, next version, err error) {
		held := crisisFields(now.CrisisMessage, now.CrisisBlessing)
		if write, next, err = merge(held, crisisFields(sent.Message, sent.Blessing), parseVersion(sent.Version)); err != nil {
			return nil, nil, err
		}
		maps.Copy(held, write)
		_, err = tx.Exec(ctx, `
			update church_voice_agents set crisis_message = nullif($2, ''), crisis_blessing = nullif($3, '') where church_id = $1`,
			access.From(ctx).ChurchID, held["crisis_message"], held["crisis_blessing"])
		return write, next, err
	})
}

// secrets are words by which somebody in danger would be promised that nobody is told: people of the church are.
var secrets = strings.Fields("confidential confidencial")

func promises(text string) bool {
	for _, word := range secrets {
		if forbids(word, text) {
			return true
		}
	}
	return false
}

// changeSafety changes what is kept of safety, under a lock, and notes that if anything was written.
func (h *Handler) changeSafety(w http.ResponseWriter, r *http.Request, language *web.Language, what string, change func(context.Context, pgx.Tx, *safety) (write fields, next version, err error)) error {
	var next version
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		now, err := readSafety(ctx, tx, true)
		if err != nil {
			return err
		}
		var write fields
		if write, next, err = change(ctx, tx, &now); err != nil || len(write) == 0 {
			return err
		}
		return audit.Record(ctx, tx, what, nil)
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}
