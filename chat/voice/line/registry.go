package line

import (
	"encoding/json"
	"fmt"
	"os"

	"narthex/chat/voice/number"
)

// Registry fixes numbers to churches, by slug. What it says comes before what is assigned in the database: an operator can answer for a
// church without touching its row.
type Registry map[string]string

// ReadRegistry reads a file that holds one JSON object, number to slug: {"+12075550142": "grace-harbor"}. No file is an empty registry.
func ReadRegistry(path string) (Registry, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the registry of telephone numbers: %w", err)
	}
	var written map[string]string
	if err := json.Unmarshal(data, &written); err != nil {
		return nil, fmt.Errorf("read the registry of telephone numbers %s: %w", path, err)
	}
	registry := make(Registry, len(written))
	for text, slug := range written {
		called, err := number.E164(text, "")
		if err != nil {
			return nil, fmt.Errorf("the registry of telephone numbers has %q: %w", text, err)
		}
		if other, twice := registry[called]; twice && other != slug {
			return nil, fmt.Errorf("the registry of telephone numbers gives %s to %s and to %s", called, other, slug)
		}
		registry[called] = slug
	}
	return registry, nil
}
