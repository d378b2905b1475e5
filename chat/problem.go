package chat

import (
	"errors"
	"time"
)

// Problem refuses a request before anything was streamed. Its public part is safe to show; Code is stable. The HTTP edge
// turns it into an application/problem+json response by its kind.
type Problem struct {
	kind, code, public string
	retryAfter         time.Duration
	cause              error
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return p.code + ": " + p.cause.Error()
	}
	return p.code + ": " + p.public
}

func (p *Problem) Unwrap() error { return p.cause }

// Kind groups problems by how the edge answers: invalid, not_found, conflict, too_large, rate_limited, unavailable …
func (p *Problem) Kind() string { return p.kind }

// Code names exactly what was wrong.
func (p *Problem) Code() string { return p.code }

// Public is the sentence for the person who sent the request.
func (p *Problem) Public() string { return p.public }

// RetryAfter is how long to wait before asking again; 0 where waiting does not help.
func (p *Problem) RetryAfter() time.Duration { return p.retryAfter }

func (p *Problem) Because(cause error) *Problem {
	copied := *p
	copied.cause = cause
	return &copied
}

func (p *Problem) After(wait time.Duration) *Problem {
	copied := *p
	copied.retryAfter = wait
	return &copied
}

// Is lets errors.Is find a problem whatever its cause and wait.
func (p *Problem) Is(target error) bool {
	other, ok := errors.AsType[*Problem](target)
	return ok && other.code == p.code
}

func invalid(code, public string) *Problem {
	return &Problem{kind: "invalid", code: code, public: public}
}

// What a chat request can be refused for.
var (
	ErrInvalidJSON      = invalid("invalid_json", "The request body is not valid JSON.")
	ErrInvalidText      = invalid("invalid_text", "The message contains characters that are not valid text. Please send plain UTF-8 text.")
	ErrMessageRequired  = invalid("message_required", "Please type a message first.")
	ErrMessageTooLong   = invalid("message_too_long", "Your message is too long. Please keep it to 2,000 characters.")
	ErrInvalidChurchID  = invalid("invalid_church_id", "churchId must be a UUID.")
	ErrInvalidSessionID = invalid("invalid_session_id", "sessionId must be a UUID made by the browser.")
	ErrInvalidMessageID = invalid("invalid_client_message_id", "clientMessageId must be a UUID.")
	ErrInvalidTurnID    = invalid("invalid_turn_id", "turnId must be a UUID.")
	ErrInvalidEventID   = invalid("invalid_event_id", "Last-Event-ID must be the id of an event of this turn.")
	ErrInvalidHistory   = invalid("invalid_history", "history must be a list of at most 40 items with role user or assistant and content of at most 8,000 characters.")
	ErrUnknownAgent     = invalid("unknown_agent", "agentType must be one of care, coordinator, discipleship, stewardship.")
	ErrInvalidLens      = invalid("invalid_lens", "lensOverride must be the number or slug of a theological lens.")

	ErrWebSocketExpected  = invalid("websocket_expected", "This address takes WebSocket connections only.")
	ErrUnknownSubprotocol = invalid("unknown_subprotocol", "Offer the WebSocket sub-protocol narthex.v1.")
	ErrUnknownFrame       = invalid("unknown_type", "type must be one of message, resume, stop, feedback, confirm, ping.")
	ErrOriginNotAllowed   = &Problem{kind: "forbidden", code: "origin_not_allowed", public: "The chat is not open to pages of this site."}
	ErrTooManyTurns       = &Problem{kind: "conflict", code: "too_many_turns", public: "Please wait until your other messages are answered."}

	ErrBodyTooLarge     = &Problem{kind: "too_large", code: "body_too_large", public: "The request is too large."}
	ErrUnsupportedMedia = &Problem{kind: "unsupported", code: "unsupported_media_type", public: "Send the request as application/json."}
	ErrChurchNotFound   = &Problem{kind: "not_found", code: "church_not_found", public: "There is no church with this id."}
	ErrChatNotEnabled   = &Problem{kind: "not_found", code: "chat_not_enabled", public: "This church's chat is not available right now."}
	ErrTurnInProgress   = &Problem{kind: "conflict", code: "turn_in_progress", public: "This message is being answered already.", retryAfter: time.Second}
	ErrTurnNotFound     = &Problem{kind: "not_found", code: "turn_not_found", public: "There is no such message in this conversation."}
	ErrInvalidFeedback  = invalid("invalid_feedback", "value must be up, down or empty.")
	ErrCommentTooLong   = invalid("comment_too_long", "Your comment is too long. Please keep it to 1,000 characters.")
	ErrInvalidCallID    = invalid("invalid_call_id", "callId must be the UUID of a tool event that asks for confirmation.")
	ErrInvalidAnswer    = invalid("invalid_answer", "accept must be true or false.")

	ErrConfirmationOver     = &Problem{kind: "gone", code: "confirmation_over", public: "That was a while ago, so nothing was passed on. Please say once more what you would like."}
	ErrConfirmationAnswered = &Problem{kind: "conflict", code: "confirmation_answered", public: "This was answered otherwise before."}

	ErrForgotten    = &Problem{kind: "gone", code: "conversation_forgotten", public: "This conversation was forgotten. Please begin a new one."}
	ErrBusy         = &Problem{kind: "unavailable", code: "busy", public: "Many people are asking at once. Please try again in a moment.", retryAfter: 2 * time.Second}
	ErrRateLimited  = &Problem{kind: "rate_limited", code: "rate_limited", public: "That was a lot of messages in a short time. Please wait a moment and try again."}
	ErrUnavailable  = &Problem{kind: "unavailable", code: "temporarily_unavailable", public: "We can't take your message right now. Please try again in a moment.", retryAfter: 5 * time.Second}
	ErrInternal     = &Problem{kind: "internal", code: "internal_error", public: "Something went wrong on our side. It has been noted; please try again in a moment."}
	ErrShuttingDown = &Problem{kind: "unavailable", code: "shutting_down", public: "This server is restarting. Please try again.", retryAfter: time.Second}
)
