package tools

// Wants reports whether what was said carries the wish for a tool that writes.
func (t Turn) Wants(tool string) bool { return t.wanted(tool) == nil }

// Writing names the tools that write.
func Writing() []string {
	var names []string
	for _, t := range registered {
		if t.writes {
			names = append(names, t.name)
		}
	}
	return names
}

// SaysName is saysName.
var SaysName = saysName
