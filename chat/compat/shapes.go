package compat

// Shapes are the types of what both protocols read and write, by the names that the API's reference gives them.
func Shapes() map[string]any {
	return map[string]any{
		"Completion": completion{}, "CompletionChunk": countedChunk{}, "CompletionRequest": completionRequest{}, "CompletionError": errorBody{},
		"Model": modelEntry{}, "UIRequest": uiRequest{}, "UIPart": uiChunk{},
	}
}

// errorBody is what apiError.body writes.
type errorBody struct {
	Error apiError `json:"error"`
}
