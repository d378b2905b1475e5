package journal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// RecordsOf reads a journal entry: a question, an answer, or both.
func RecordsOf(churchID uuid.UUID, entry redis.XMessage) ([]chat.Record, error) {
	var records []chat.Record
	for _, field := range []string{"record", "answer"} {
		data, ok := entry.Values[field].(string)
		if !ok {
			continue
		}
		r, err := readRecord(data)
		if err != nil {
			return nil, err
		}
		if r.ChurchID != churchID {
			return nil, errors.New("a record of another church")
		}
		records = append(records, r)
	}
	if len(records) == 0 {
		return nil, errors.New("no record")
	}
	return records, nil
}

// AppendRecord appends a record as json.Marshal would write it, but for the order of the timings: every message is written
// like this once or twice.
func AppendRecord(b []byte, r *chat.Record) ([]byte, error) {
	w := recordWriter{b: append(b, '{')}
	w.id("id", r.ID)
	w.id("church", r.ChurchID)
	w.id("session", r.SessionID)
	w.id("turn", r.TurnID)
	if r.ClientMessageID != uuid.Nil {
		w.id("client", r.ClientMessageID)
	}
	w.text("role", r.Role)
	w.text("content", r.Content)
	w.text("agent", r.Agent)
	for _, optional := range [...]struct{ name, value string }{
		{"language", r.Language}, {"reason", r.Reason}, {"outcome", r.Outcome}, {"errorCode", r.ErrorCode}, {"errorText", r.ErrorText}, {"model", r.Model},
	} {
		if optional.value != "" {
			w.text(optional.name, optional.value)
		}
	}
	if r.LensID != 0 {
		w.number("lens", int64(r.LensID))
	}
	if r.Tier != nil {
		w.number("tier", int64(*r.Tier))
	}
	if r.Millis != 0 {
		w.number("ms", r.Millis)
	}
	if r.Similarity != nil {
		w.any("similarity", *r.Similarity)
	}
	if len(r.Sources) > 0 {
		w.any("sources", r.Sources)
	}
	if r.Usage != nil {
		w.any("usage", r.Usage)
	}
	if r.CostMicros != 0 {
		w.number("cost", r.CostMicros)
	}
	if len(r.Timings) > 0 {
		w.name("timings")
		w.b = append(w.b, '{')
		for stage, spent := range r.Timings {
			w.number(stage, spent)
		}
		w.b = append(w.b, '}')
	}
	w.name("at")
	w.b = append(r.At.AppendFormat(append(w.b, '"'), time.RFC3339Nano), '"', '}')
	return w.b, w.err
}

// recordWriter writes the members of a JSON object.
type recordWriter struct {
	b   []byte
	err error
}

func (w *recordWriter) name(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), name...), '"', ':')
}

func (w *recordWriter) id(name string, id uuid.UUID) {
	w.name(name)
	w.b = append(chat.AppendUUID(append(w.b, '"'), id), '"')
}

func (w *recordWriter) text(name, text string) {
	w.name(name)
	w.b, _ = jsontext.AppendQuote(w.b, text) // broken UTF-8 is replaced, like json.Marshal does
}

func (w *recordWriter) number(name string, n int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *recordWriter) any(name string, value any) {
	w.name(name)
	data, err := json.Marshal(value)
	w.b, w.err = append(w.b, data...), cmp.Or(w.err, err)
}

// readRecord is the inverse of AppendRecord.
func readRecord(data string) (chat.Record, error) {
	var r chat.Record
	if err := jsonv2.Unmarshal([]byte(data), &r); err != nil {
		return chat.Record{}, fmt.Errorf("read a message: %w", err)
	}
	return r, nil
}
