package data

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"narthex/static/web"
)

const largestArchive = 256 << 20 // bytes

// errTooLarge says that a church has more than an archive holds.
var errTooLarge = web.Refuse("too_large", "export_too_large", "Your church has more than fits into one archive. Please write to us for it.")

// scratch is a new file that has no name: nobody else can open it, and it is gone when it is closed, also by a kill.
func scratch() (*os.File, error) {
	file, err := os.CreateTemp("", "narthex-export-*") // for this user alone, until its name is gone
	if err != nil {
		return nil, fmt.Errorf("make a file for an export: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("take the name of an export's file: %w", err), file.Close())
	}
	return file, nil
}

// bounded writes until there is no room left. Then it fails with errTooLarge.
type bounded struct {
	to   io.Writer
	left int64 // bytes
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errTooLarge
	}
	return b.to.Write(p)
}

const (
	pieceSize  = 64 << 10         // bytes
	pieceLimit = 30 * time.Second // for a piece: whoever takes longer has stopped reading
	sendLimit  = 30 * time.Minute // for an archive
)

// send sends a file from its beginning, for as long as pieces of it go.
func send(w http.ResponseWriter, file *os.File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	end := time.Now().Add(sendLimit)
	for {
		deadline := time.Now().Add(pieceLimit)
		if end.Before(deadline) {
			deadline = end
		}
		if err := supported(http.NewResponseController(w).SetWriteDeadline(deadline)); err != nil {
			return err
		}
		if _, err := io.CopyN(w, file, pieceSize); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("send an export: %w", err)
		}
	}
}

// supported is the error of setting a deadline; a test's recorder has none.
func supported(err error) error {
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
