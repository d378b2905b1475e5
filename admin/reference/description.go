package reference

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"narthex/chat"
)

//go:embed openapi.yaml
var written []byte

// object is one of JSON.
type object = map[string]any

// eventSchemas are the schemas of the events' data.
var eventSchemas = map[chat.EventKind]string{
	chat.KindStart: "Start", chat.KindTier: "Tier", chat.KindDelta: "Delta", chat.KindTool: "Tool", chat.KindSources: "Sources",
	chat.KindReset: "Reset", chat.KindDone: "Done", chat.KindError: "Failure",
}

// Describe returns the OpenAPI document of the API at an address.
func Describe(baseURL string) (object, error) {
	var document object
	if err := yaml.Unmarshal(written, &document); err != nil {
		return nil, fmt.Errorf("read the description: %w", err)
	}
	// As JSON has it: one kind of numbers, and names that are strings.
	data, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("read the description: %w", err)
	}
	document = nil
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, fmt.Errorf("read the description: %w", err)
	}
	document["servers"] = []any{object{"url": baseURL}}
	made, err := schemas()
	if err != nil {
		return nil, err
	}
	components := document["components"].(object)
	words := components["schemas"].(object)
	for name, schema := range made {
		told, ok := words[name].(object)
		if !ok {
			told = object{}
		}
		if err := tell(name, schema.(object), told); err != nil {
			return nil, err
		}
		words[name] = schema
	}
	addEvents(words)
	return document, nil
}

// addEvents says of an event, and of a frame, which data each kind has.
func addEvents(words object) {
	event, frame := words["Event"].(object), words["SocketFrame"].(object)
	for _, kind := range chat.Kinds() {
		data := object{"$ref": "#/components/schemas/" + eventSchemas[kind]}
		event["oneOf"] = append(event["oneOf"].([]any), object{"properties": object{
			"event": object{"const": string(kind)}, "data": object{"contentMediaType": "application/json", "contentSchema": data},
		}})
		frame["oneOf"] = append(frame["oneOf"].([]any), object{
			"properties": object{"event": object{"const": string(kind)}, "data": data}, "required": []any{"id", "data"},
		})
	}
}

// tell adds words to a schema. They may say more of what is there, but nothing of what is not.
func tell(at string, schema, words object) error {
	for key, word := range words {
		inner, nested := word.(object)
		switch {
		case key == "properties":
			properties, _ := schema["properties"].(object)
			for name, more := range inner {
				property, there := properties[name]
				if !there {
					return fmt.Errorf("describe the API: %s has no field %s", at, name)
				}
				said, err := told(at+"."+name, property, more.(object))
				if err != nil {
					return err
				}
				properties[name] = said
			}
		case key == "items" && nested:
			said, err := told(at+"[]", schema["items"], inner)
			if err != nil {
				return err
			}
			schema["items"] = said
		default:
			schema[key] = word
		}
	}
	return nil
}

// told is a schema with words, or the one that they refer to.
func told(at string, schema any, words object) (object, error) {
	if reference, ok := words["$ref"].(string); ok && strings.HasPrefix(reference, "#/components/schemas/") {
		return words, nil
	}
	plain, ok := schema.(object)
	if !ok { // anything may stand there
		plain = object{}
	}
	return plain, tell(at, plain, words)
}
