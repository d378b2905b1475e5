package chat

// Shapes are the types of what goes over the wire, by the names that the API's reference gives them: it makes their JSON Schemas of them,
// so that what it says is what is sent.
func Shapes() map[string]any {
	return map[string]any{
		"Message": wireRequest{}, "HistoryItem": HistoryItem{},
		"Start": Start{}, "Tier": TierChosen{}, "Delta": DeltaData{}, "Tool": ToolStatus{}, "ToolField": ToolField{}, "Sources": SourcesData{}, "Source": Source{},
		"Reset": struct{}{}, "Done": Done{}, "Usage": Usage{}, "Failure": Failure{},
	}
}

// Kinds are the events of a turn, in the order in which the first of each can come.
func Kinds() []EventKind {
	return []EventKind{KindStart, KindTier, KindTool, KindDelta, KindSources, KindReset, KindDone, KindError}
}

// Problems are all that a request can be refused for.
func Problems() []*Problem {
	return []*Problem{
		ErrInvalidJSON, ErrInvalidText, ErrMessageRequired, ErrMessageTooLong, ErrInvalidChurchID, ErrInvalidSessionID, ErrInvalidMessageID,
		ErrInvalidTurnID, ErrInvalidEventID, ErrInvalidHistory, ErrUnknownAgent, ErrInvalidLens, ErrInvalidFeedback, ErrCommentTooLong, ErrInvalidCallID, ErrInvalidAnswer, ErrConfirmationOver, ErrConfirmationAnswered,
		ErrWebSocketExpected, ErrUnknownSubprotocol, ErrUnknownFrame, ErrOriginNotAllowed, ErrChurchNotFound, ErrChatNotEnabled, ErrTurnNotFound,
		ErrTurnInProgress, ErrTooManyTurns, ErrForgotten, ErrBodyTooLarge, ErrUnsupportedMedia, ErrRateLimited, ErrBusy, ErrUnavailable, ErrInternal,
		ErrShuttingDown,
	}
}
