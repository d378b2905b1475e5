package catalog_test

import (
	"testing"

	"narthex/chat/tools/catalog"
	"narthex/chat/tools/parameter"
)

// The schemas are compiled when the model first calls a tool; this finds a broken one before.
func TestTheSchemaOfEveryToolCanBeCompiled(t *testing.T) {
	if len(catalog.All) < 30 {
		t.Fatalf("only %d tools", len(catalog.All))
	}
	for _, tool := range catalog.All {
		validator, err := parameter.NewValidator(tool.Parameters)
		if err == nil {
			err = validator.Check()
		}
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}
