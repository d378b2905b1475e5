package transcript

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// unfitError is a value that its column cannot hold. It is found before anything is sent: what the driver cannot encode looks like an
// outage, and its errors quote the values.
type unfitError struct{ column string }

func (e unfitError) Error() string { return "a value does not fit into " + e.column }

// fits gives a number as its column holds it.
func fits[N int16 | int32](column string, value int, least, most N) (N, error) {
	if value < int(least) || value > int(most) {
		return 0, unfitError{column}
	}
	return N(value), nil
}

func fitsInt16(column string, value int) (int16, error) {
	return fits[int16](column, value, math.MinInt16, math.MaxInt16)
}

func fitsInt32(column string, value int) (int32, error) {
	return fits[int32](column, value, math.MinInt32, math.MaxInt32)
}

// RefusedForGood tells a record that Postgres will never take (its church is gone, a value breaks a constraint or fits nowhere) from
// an outage.
func RefusedForGood(err error) bool {
	if _, unfit := errors.AsType[unfitError](err); unfit {
		return true
	}
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(pgErr.Code, "22") || strings.HasPrefix(pgErr.Code, "23") || strings.HasPrefix(pgErr.Code, "54"))
}

// IsForeignKey reports whether there is no such church.
func IsForeignKey(err error) bool {
	const violation = "23503"
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.Code == violation
}

// noChurch reports whether a record could not be stored because its church is gone, which holds for all of its church.
func noChurch(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && IsForeignKey(err) && pgErr.TableName == "conversations"
}

// errUnreadable is an entry of a journal that holds no record, or another church's.
var errUnreadable = errors.New("it cannot be read")

// reason says why a record is refused without a word of what is in it, which messages of Postgres may quote.
func reason(err error) string {
	if unfit, ok := errors.AsType[unfitError](err); ok {
		return unfit.Error()
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		where := []string{"SQLSTATE", pgErr.Code, pgErr.TableName, pgErr.ColumnName, pgErr.ConstraintName}
		return strings.Join(slices.DeleteFunc(where, func(name string) bool { return name == "" }), " ")
	}
	return err.Error()
}
