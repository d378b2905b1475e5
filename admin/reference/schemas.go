package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"github.com/google/uuid"
	"github.com/invopop/jsonschema"

	"narthex/chat"
	"narthex/chat/compat"
	"narthex/chat/pages"
	"narthex/chat/websocket"
)

// shapes are the types of all that goes over the wire, by the names of their schemas.
func shapes() map[string]any {
	all := map[string]any{"Church": pages.Entry{}}
	for _, part := range []map[string]any{chat.Shapes(), websocket.Shapes(), compat.Shapes()} {
		maps.Copy(all, part)
	}
	return all
}

// schemas are the JSON Schemas of the types. Further fields are allowed: clients must be able to live with what is added.
func schemas() (map[string]any, error) {
	reflector := &jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, AllowAdditionalProperties: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			switch t {
			case reflect.TypeFor[uuid.UUID]():
				return &jsonschema.Schema{Type: "string", Format: "uuid"}
			case reflect.TypeFor[json.RawMessage]():
				return &jsonschema.Schema{}
			}
			return nil
		},
	}
	made := make(map[string]any)
	for name, shape := range shapes() {
		data, err := json.Marshal(reflector.Reflect(shape))
		if err != nil {
			return nil, fmt.Errorf("describe %s: %w", name, err)
		}
		var schema map[string]any
		if err := json.Unmarshal(data, &schema); err != nil {
			return nil, fmt.Errorf("describe %s: %w", name, err)
		}
		delete(schema, "$schema")
		made[name] = schema
	}
	return made, nil
}
