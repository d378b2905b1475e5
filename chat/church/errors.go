package church

import "errors"

var (
	// ErrNotFound means that no church has this id or slug.
	ErrNotFound = errors.New("no such church")
	// ErrNotSubscribed means that the church is in the directory but has no premium record. Its directory facts are
	// available from Store.Directory.
	ErrNotSubscribed = errors.New("the church has no subscription")
	// ErrUnavailable means that the database could not be asked in time and nothing was cached to answer from.
	ErrUnavailable = errors.New("church data is unavailable at the moment")
)
