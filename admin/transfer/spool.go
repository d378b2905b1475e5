package transfer

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"narthex/static/web"
)

// ErrTooLarge says that there is more than a file may hold.
var ErrTooLarge = errors.New("there is more than the file may hold")

// Spool has a file of at most so many bytes written, to be sent and closed by the caller. What it is made of, such as a transaction, can be
// over before anybody reads it. The file has no name: nobody else can open it, and it is gone when it is closed, also by a kill. It fails
// with ErrTooLarge, or as write does.
func Spool(most int64, write func(io.Writer) error) (*os.File, error) {
	file, err := os.CreateTemp("", "narthex-export-*") // for this user alone, until its name is gone
	if err != nil {
		return nil, fmt.Errorf("make a file for an export: %w: %w", web.ErrUnavailable, err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("take the name of an export's file: %w", err), file.Close())
	}
	if err := write(&bounded{file, most}); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// bounded writes until there is no room left. Then it fails with ErrTooLarge.
type bounded struct {
	to   io.Writer
	left int64 // bytes
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, ErrTooLarge
	}
	return b.to.Write(p)
}

const (
	pieceSize  = 64 << 10         // bytes
	pieceLimit = 30 * time.Second // for a piece: whoever takes longer has stopped reading
	sendLimit  = 30 * time.Minute // for a file
)

// Making gives a file so long to be made: the server's own deadline may pass before it is there, and then neither it nor a refusal could be
// written.
func Making(w http.ResponseWriter, limit time.Duration) error {
	return supported(http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit + pieceLimit)))
}

// Send sends a file from its beginning, for as long as pieces of it go.
func Send(w http.ResponseWriter, file *os.File) error {
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
