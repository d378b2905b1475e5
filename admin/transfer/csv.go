package transfer

import (
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
)

const (
	csvLimit   = 2 * time.Minute // for reading what a file of CSV holds
	largestCSV = 64 << 20        // bytes
)

// CSV answers with a file of CSV that is filled before any of it is sent: fill may hold a transaction, which no reader holds up. A church
// has one at a time. It fails as Room.Enter, with ErrTooLarge, or as fill does.
func (r *Room) CSV(ctx context.Context, w http.ResponseWriter, churchID uuid.UUID, name string, fill func(context.Context, *csv.Writer) error) error {
	leave, err := r.Enter(ctx, churchID, 0)
	if err != nil {
		return err
	}
	defer leave()
	if err := Making(w, csvLimit); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, csvLimit)
	defer cancel()
	file, err := Spool(largestCSV, func(to io.Writer) error {
		out, err := BeginCSV(to)
		if err != nil {
			return err
		}
		if err := fill(ctx, out); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	})
	if err != nil {
		return err
	}
	defer file.Close()
	HeadCSV(w, name)
	return Send(w, file)
}

// HeadCSV has an answer be a file of CSV.
func HeadCSV(w http.ResponseWriter, name string) {
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// BeginCSV begins a file of CSV that spreadsheets read as UTF-8.
func BeginCSV(to io.Writer) (*csv.Writer, error) {
	_, err := io.WriteString(to, "\ufeff")
	return csv.NewWriter(to), err
}
