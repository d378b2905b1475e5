package reference

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	text "text/template"

	"narthex/admin/articles"
	"narthex/chat"
	"narthex/chat/websocket"
	"narthex/static/web"
)

//go:embed guide.md
var guideWords string

//go:embed examples
var programs embed.FS

// Examples are the programs of the guide, by their file names.
func Examples() (map[string]string, error) {
	found := make(map[string]string)
	entries, err := programs.ReadDir("examples")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		content, err := programs.ReadFile("examples/" + entry.Name())
		if err != nil {
			return nil, err
		}
		found[entry.Name()] = string(content)
	}
	return found, nil
}

// guide is what guide.md is filled with: tables, and programs to copy.
type guide struct {
	Examples                              struct{ Shell, JavaScript, Python, Socket, OpenAI string }
	Message, Events, CloseCodes, Problems string
	EventSchemas                          string
}

// writeGuide makes the guide of an OpenAPI document and of the code that answers.
func writeGuide(document object) (template.HTML, error) {
	filled := &guide{CloseCodes: closeCodes(), Problems: problems()}
	examples, err := Examples()
	if err != nil {
		return "", err
	}
	filled.Examples.Shell, filled.Examples.JavaScript = examples["ask.sh"], examples["ask.mjs"]
	filled.Examples.Python, filled.Examples.Socket, filled.Examples.OpenAI = examples["ask.py"], examples["socket.mjs"], examples["openai.sh"]
	schemas := document["components"].(object)["schemas"].(object)
	filled.Message = fields(schemas["Message"].(object))
	for _, kind := range chat.Kinds() {
		schema := schemas[eventSchemas[kind]].(object)
		said, _ := schema["description"].(string)
		filled.Events += fmt.Sprintf("### %s\n\n%s\n\n%s\n", kind, said, fields(schema))
	}
	filled.Events += fmt.Sprintf("### The items of sources\n\n%s\n", fields(schemas["Source"].(object)))
	if filled.EventSchemas, err = foldedSchemas(schemas); err != nil {
		return "", err
	}
	words, err := text.New("guide").Parse(guideWords)
	if err != nil {
		return "", fmt.Errorf("read the guide: %w", err)
	}
	var markdown bytes.Buffer
	if err := words.Execute(&markdown, filled); err != nil {
		return "", fmt.Errorf("fill the guide: %w", err)
	}
	return articles.HTML(markdown.String())
}

// foldedSchemas are the JSON Schemas of the events' data, to be opened by whoever wants them.
func foldedSchemas(schemas object) (string, error) {
	var folded strings.Builder
	folded.WriteString("<details><summary>JSON Schemas of the events’ data</summary>\n\n")
	for _, kind := range chat.Kinds() {
		data, err := json.MarshalIndent(schemas[eventSchemas[kind]], "", "  ")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&folded, "`%s`\n\n```json\n%s\n```\n\n", kind, data)
	}
	folded.WriteString("</details>")
	return folded.String(), nil
}

// fields is a table of an object's fields, or nothing if it has none.
func fields(schema object) string {
	properties, _ := schema["properties"].(object)
	if len(properties) == 0 {
		return ""
	}
	required, _ := schema["required"].([]any)
	var table strings.Builder
	table.WriteString("| field | type | what it is |\n|---|---|---|\n")
	names := slices.Sorted(maps.Keys(properties))
	slices.SortStableFunc(names, func(a, b string) int { return order(required, a) - order(required, b) })
	for _, name := range names {
		said, _ := properties[name].(object)
		words, _ := said["description"].(string)
		always := ""
		if !slices.Contains(required, any(name)) {
			always = " (optional)"
		}
		fmt.Fprintf(&table, "| `%s` | %s%s | %s |\n", name, typeOf(said), always, words)
	}
	return table.String()
}

// order puts what is always there first, in its order.
func order(required []any, name string) int {
	if at := slices.Index(required, any(name)); at >= 0 {
		return at
	}
	return len(required)
}

// typeOf names the type of a field in a word or two.
func typeOf(schema object) string {
	if reference, ok := schema["$ref"].(string); ok {
		return strings.ToLower(reference[strings.LastIndex(reference, "/")+1:])
	}
	if values, ok := schema["enum"].([]any); ok {
		var named []string
		for _, value := range values {
			named = append(named, fmt.Sprintf("`%v`", value))
		}
		return strings.Join(named, ", ")
	}
	if schema["format"] == "uuid" {
		return "UUID"
	}
	switch kind := schema["type"].(type) {
	case string:
		return kind
	case []any:
		var named []string
		for _, one := range kind {
			named = append(named, fmt.Sprint(one))
		}
		return strings.Join(named, " or ")
	}
	return "any"
}

func closeCodes() string {
	var table strings.Builder
	table.WriteString("| code | why | then |\n|---|---|---|\n")
	for _, code := range websocket.CloseCodes() {
		fmt.Fprintf(&table, "| %d | %s | %s |\n", code.Code, code.Why, code.Then)
	}
	return table.String()
}

func problems() string {
	var table strings.Builder
	table.WriteString("| status | code | detail |\n|---|---|---|\n")
	for _, problem := range chat.Problems() {
		fmt.Fprintf(&table, "| %d | `%s` | %s |\n", web.Status(problem), problem.Code(), problem.Public())
	}
	return table.String()
}
