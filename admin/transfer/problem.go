package transfer

import (
	"errors"
	"time"

	"narthex/static/web"
)

const comeBack = 30 * time.Second // for whom there is no room

// Refused is what an admin is told of an error of this package.
func Refused(language *web.Language, err error) error {
	switch {
	case errors.Is(err, ErrTaken):
		return language.Refuse("conflict", "transfer_running", "transfer.problem.running")
	case errors.Is(err, ErrFull):
		return language.Refuse("unavailable", "transfers_busy", "transfer.problem.busy").After(comeBack)
	case errors.Is(err, ErrTooLarge):
		return language.Refuse("too_large", "export_too_large", "transfer.problem.too_large")
	}
	return err
}
