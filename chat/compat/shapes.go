package compat

// Shapes are the types of what both protocols read and write, by the names that the API's reference gives them.
func Shapes() map[string]any {
	return map[string]any{
		"Completion": completion{}, "CompletionChunk": countedChunk{}, "CompletionRequest": completionRequest{}, "CompletionError": map[string]*apiError{},
		"Model": modelEntry{}, "UIRequest": uiRequest{}, "UIPart": uiChunk{},
	}
}
