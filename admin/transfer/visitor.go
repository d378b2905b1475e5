package transfer

import (
	"encoding/json"
	"net/http"
	"time"
)

// Visitor answers with a file of JSON that a visitor is given who asks what is stored of them: rows by their tables, which are named as
// in the export of the whole church. The file has the name of the church's slug and the day, in UTC.
func Visitor(w http.ResponseWriter, slug string, rows map[string]json.RawMessage) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+slug+"-visitor-"+time.Now().UTC().Format(time.DateOnly)+`.json"`)
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
