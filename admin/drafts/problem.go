package drafts

import (
	"errors"
	"fmt"

	"narthex/chat/church"
	"narthex/static/web"
)

// Errors of drafts.
var (
	errGone      = fmt.Errorf("there is no draft: %w", church.ErrNoOverlay)
	errStale     = errors.New("the draft is not the one that was shown")
	errConflicts = errors.New("what it changes was changed meanwhile")
	errRights    = errors.New("not all of the draft is the admin's to change")
	errEmpty     = errors.New("the draft changes nothing")
	errPlan      = errors.New("the plan does not hold what the draft adds")
	errPositions = errors.New("a church has no more positions than it would have")
	errFull      = errors.New("a draft holds no more")
	errNotHere   = errors.New("this cannot be drafted")
)

// codes are the problems that they are, with the kind and the code; the text is draft.problem.<code>.
var codes = map[error][2]string{
	errGone:      {"conflict", "draft_gone"},
	errStale:     {"conflict", "draft_changed"},
	errConflicts: {"conflict", "draft_conflicts"},
	errRights:    {"forbidden", "draft_rights"},
	errEmpty:     {"conflict", "draft_empty"},
	errPlan:      {"conflict", "draft_plan"},
	errPositions: {"conflict", "draft_positions"},
	errFull:      {"conflict", "draft_full"},
	errNotHere:   {"invalid", "draft_not_here"},
}

// codeOf is the code of an error, empty if it is none of these.
func codeOf(err error) string {
	for known, as := range codes {
		if errors.Is(err, known) {
			return as[1]
		}
	}
	return ""
}

// refusal puts an error into words for an admin.
func refusal(language *web.Language, err error) error {
	if _, said := errors.AsType[web.Problem](err); said {
		return err
	}
	for known, as := range codes {
		if errors.Is(err, known) {
			return language.Refuse(as[0], as[1], "draft.problem."+as[1])
		}
	}
	return errors.Join(web.ErrUnavailable, err)
}
