package teaching

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

// longestBody is of a request, in bytes: the longest texts of all fields, in the longest form that JSON has for them.
const longestBody = 256 << 10

var errUnreadable = web.Refuse("invalid", "invalid_json", "This is not the JSON object that was expected.")

// errNothing is for a request of which nobody can tell what it is to change.
var errNothing = web.Refuse("invalid", "nothing_to_change", "The field that says what is to be changed is missing. Nothing was changed.")

// unknownField is how encoding/json says that an object has a field too many.
const unknownField = "json: unknown field "

// read reads a request's body, one JSON object. A field that it does not know is refused: what it was to change would stay as it is.
func read[T any](w http.ResponseWriter, r *http.Request) (sent T, err error) {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(&sent); err == nil {
		_, err = decoder.Token()
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return sent, web.Refuse("too_large", "body_too_large", "This is more than fits. Please shorten it.")
	}
	if name, unknown := strings.CutPrefix(fmt.Sprint(err), unknownField); unknown {
		return sent, web.Refuse("invalid", "unknown_field", "There is no field of the name "+name+" here. Nothing was changed.")
	}
	if !errors.Is(err, io.EOF) {
		return sent, errUnreadable
	}
	return sent, nil
}

// answer sends JSON.
func answer(w http.ResponseWriter, content any) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(content)
}

// saved is the answer to a change: what the next one is to name.
type saved struct {
	Version string `json:"version"`
}

func answerSaved(w http.ResponseWriter, next version) error { return answer(w, saved{next.String()}) }

// in runs fn in a transaction confined to the admin's church.
func (h *Handler) in(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return church.InChurch(ctx, h.parts.Pool, access.From(ctx).ChurchID, func(tx pgx.Tx) error { return fn(ctx, tx) })
}

// settings are a church's organization_settings.
type settings struct {
	ChatbotConfig, AgentConfig, AgentToolConfig, DoctrinalOverrides json.RawMessage
}

// readSettings reads them; lock keeps others from changing them until the transaction ends. A church without an assistant has none.
func readSettings(ctx context.Context, tx pgx.Tx, lock bool) (found settings, err error) {
	query := `
		select chatbot_config, agent_config, agent_tool_config, coalesce(doctrinal_overrides, '{}') as doctrinal_overrides
		from organization_settings where organization_id = $1`
	if lock {
		query += " for update"
	}
	rows, err := tx.Query(ctx, query, access.From(ctx).ChurchID)
	if err != nil {
		return settings{}, err
	}
	found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[settings])
	if errors.Is(err, pgx.ErrNoRows) {
		if lock {
			return settings{}, errNoChatbot
		}
		return settings{}, nil
	}
	return found, err
}

// columns of organization_settings that are written here.
const (
	chatbotConfig      = "chatbot_config"
	agentConfig        = "agent_config"
	agentToolConfig    = "agent_tool_config"
	doctrinalOverrides = "doctrinal_overrides"
)

// writeSettings writes one column, and notes that in the audit log.
func writeSettings(ctx context.Context, tx pgx.Tx, column string, content any, what string, detail map[string]string) error {
	encoded, err := json.Marshal(content)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "update organization_settings set "+column+" = $2 where organization_id = $1", access.From(ctx).ChurchID, encoded); err != nil {
		return err
	}
	return audit.Record(ctx, tx, what, detail)
}

// objectOf is a JSON object's fields; what is no object has none.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// clean takes away what nobody sees, and what Postgres cannot store.
func clean(text string) string {
	return strings.TrimSpace(church.Storable(strings.ReplaceAll(text, "\r\n", "\n")))
}

// cleanAll cleans several, and leaves out what is empty or there twice.
func cleanAll(texts []string) []string {
	kept, seen := []string{}, map[string]bool{}
	for _, text := range texts {
		text = strings.Join(strings.Fields(church.Storable(text)), " ")
		if folded := strings.ToLower(text); text != "" && !seen[folded] {
			kept, seen[folded] = append(kept, text), true
		}
	}
	return kept
}
