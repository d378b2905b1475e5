package journal

import (
	"errors"
	"fmt"

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

// WriteRecord writes a record as JSON. Broken UTF-8 in it is replaced.
func WriteRecord(r *chat.Record) ([]byte, error) {
	return jsonv2.Marshal(r, jsontext.AllowInvalidUTF8(true))
}

// readRecord is the inverse of WriteRecord.
func readRecord(data string) (chat.Record, error) {
	var r chat.Record
	if err := jsonv2.Unmarshal([]byte(data), &r); err != nil {
		return chat.Record{}, fmt.Errorf("read a message: %w", err)
	}
	return r, nil
}
