package turns

import (
	"cmp"
	"context"
	"errors"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/reply"
	"narthex/chat/live"
	"narthex/chat/model"
	"narthex/chat/transcript"
)

// failureFor says what went wrong in words for the visitor.
func failureFor(ctx context.Context, r *live.Run, cause error) chat.Failure {
	code := failureCode(ctx, r, cause)
	return chat.Failure{Code: code, Message: failureTextFor(r.Turn, code), Retryable: code != chat.CodeCannotAnswer}
}

const (
	codeShuttingDown     = "shutting_down"
	codeAnswerCut        = "answer_cut"
	codeModelUnavailable = "model_unavailable"
)

func failureCode(ctx context.Context, r *live.Run, cause error) string {
	upstream, ofModel := errors.AsType[*model.Error](cause)
	switch {
	case errors.Is(context.Cause(ctx), errShuttingDown):
		return codeShuttingDown
	case errors.Is(cause, errPanicked) || errors.Is(cause, errNodesDied):
		return chat.CodeCannotAnswer
	case r.AnswerBytes() > 0:
		return codeAnswerCut
	case errors.Is(context.Cause(ctx), errTurnTooLong):
		return "timeout"
	case ofModel && upstream.Kind == model.KindRateLimited:
		return "model_busy"
	}
	return codeModelUnavailable
}

// failureTextFor says in words what a code means for a turn. After a crisis all of these texts say whom to call.
func failureTextFor(turn *chat.Turn, code string) string {
	text := failureText(turn.Church, turn.Language, code)
	if turn.Crisis {
		text += " " + reply.To(turn.Church, reply.LanguageOf(turn.Request.Message, "", turn.Language)).Lines()
	}
	return text
}

// storedFailureText says what the code of a stored answer means, as failureTextFor does. Of a church that cannot be looked up it is
// not known where else to ask.
func (s *Service) storedFailureText(ctx context.Context, churchID uuid.UUID, turn *transcript.StoredTurn) string {
	at, err := s.churches.ByID(ctx, churchID)
	if err != nil {
		at = unknownChurch(&chat.Request{ChurchID: churchID})
	}
	language := cmp.Or(turn.Answer.Language, at.Language)
	text := failureText(at, language, turn.Answer.ErrorCode)
	if turn.Watched {
		text += " " + reply.To(at, language).Lines()
	}
	return text
}

// failureText says what went wrong, with the one thing that helps: trying again, or a person.
func failureText(at *church.Snapshot, language, code string) string {
	switch code {
	case codeShuttingDown, codeAnswerCut:
		return chat.Phrase(language, code)
	case chat.CodeCannotAnswer:
	default:
		code = codeModelUnavailable // whatever kept it
	}
	text := chat.Phrase(language, code)
	if at.Phone != "" {
		text += " " + chat.Phrase(language, "or_call", "phone", at.Phone)
	}
	return text
}
