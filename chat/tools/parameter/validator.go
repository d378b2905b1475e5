package parameter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxArguments is how long a call's arguments may be, in bytes: several times what the parameters of any tool can hold.
const maxArguments = 16 << 10

// Invalid is what is wrong with a call's arguments, worded for the model.
type Invalid string

// Error implements error.
func (i Invalid) Error() string { return string(i) }

// Validator checks the arguments of one tool.
type Validator struct {
	Told       json.RawMessage // the schema of the arguments, as the model is told it
	parameters List
	compiled   func() (*jsonschema.Schema, error)
}

// NewValidator makes the validator of a tool's parameters. The schema is compiled when it is first needed: most tools are called now and
// then, and to compile those of all of them took a tenth of a server's start.
func NewValidator(parameters List) (*Validator, error) {
	whole, err := parameters.schema(same)
	if err != nil {
		return nil, err
	}
	told, err := parameters.schema(schema.told)
	if err != nil {
		return nil, err
	}
	compiled := sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(whole) })
	return &Validator{Told: told, parameters: parameters, compiled: compiled}, nil
}

func compile(written json.RawMessage) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	const address = "arguments.json"
	if err := compiler.AddResource(address, document); err != nil {
		return nil, err
	}
	return compiler.Compile(address)
}

// Check reports what is wrong with the schema itself, for tests of tools: it would show only when the model calls one.
func (v *Validator) Check() error {
	_, err := v.compiled()
	return err
}

// Arguments reads and checks what the model wrote. The error is an Invalid. Models fill in what they do not know with null or
// "": such a parameter counts as left out.
func (v *Validator) Arguments(written string) (map[string]any, error) {
	if len(written) > maxArguments {
		return nil, Invalid(fmt.Sprintf("The arguments are too long: at most %d bytes.", maxArguments))
	}
	if strings.TrimSpace(written) == "" {
		written = "{}" // what some models write for a tool without parameters
	}
	var args map[string]any
	if err := json.Unmarshal([]byte(written), &args); err != nil || args == nil {
		return nil, Invalid("The arguments are not a JSON object. Write one object as the tool's parameters say.")
	}
	for name, value := range args {
		if text, isText := value.(string); isText {
			value = Clean(text)
			args[name] = value
		}
		if value == nil || value == "" {
			delete(args, name)
		}
	}
	compiled, err := v.compiled()
	if err != nil {
		return nil, fmt.Errorf("compile the schema of the parameters: %w", err)
	}
	if err := compiled.Validate(args); err != nil {
		return nil, Invalid(v.explain(err) + ". Ask the visitor for what is missing or unclear, then call again.")
	}
	return args, nil
}

// Clean takes away what has no place in a visitor's words: the NUL that Postgres cannot store, and marks that make a text read
// otherwise than it is written.
func Clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text))
}

// explain says what is wrong, one clause for each mistake.
func (v *Validator) explain(err error) string {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return "The arguments are not valid"
	}
	return strings.Join(v.mistakes(invalid), "; ")
}

func (v *Validator) mistakes(err *jsonschema.ValidationError) []string {
	if len(err.Causes) == 0 {
		return []string{v.mistake(err)}
	}
	var found []string
	for _, cause := range err.Causes {
		found = append(found, v.mistakes(cause)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

var inEnglish = message.NewPrinter(language.English)

func (v *Validator) mistake(err *jsonschema.ValidationError) string {
	name := strings.Join(err.InstanceLocation, ".")
	switch wrong := err.ErrorKind.(type) {
	case *kind.Required:
		return "missing: " + strings.Join(wrong.Missing, ", ")
	case *kind.AdditionalProperties:
		return fmt.Sprintf("unknown parameters were given; there are only: %s", v.known())
	case *kind.Format, *kind.Pattern:
		for _, p := range v.parameters {
			if p.Name == name {
				return name + " " + p.hint
			}
		}
	}
	return name + ": " + err.ErrorKind.LocalizedString(inEnglish)
}

func (v *Validator) known() string {
	if len(v.parameters) == 0 {
		return "none"
	}
	names := make([]string, len(v.parameters))
	for i, p := range v.parameters {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}
