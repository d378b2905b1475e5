package reference_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/pb33f/libopenapi/datamodel"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"narthex/admin/reference"
	"narthex/chat"
	"narthex/chat/websocket"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// TestTheDescriptionIsOpenAPI holds the document against the schema of OpenAPI 3.2 that libopenapi brings along, which is the official
// one of 2025-09-17. Its own model of a document would find no more, and takes the compiler longer than a third of our code.
func TestTheDescriptionIsOpenAPI(t *testing.T) {
	document, err := reference.Describe("https://narthex.example")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	official, err := jsonschema.UnmarshalJSON(strings.NewReader(datamodel.OpenAPI32SchemaData))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("https://spec.openapis.org/oas/3.2/schema", official); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("https://spec.openapis.org/oas/3.2/schema")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(parsed); err != nil {
		t.Errorf("%#v", err)
	}
	whole := parsed.(map[string]any)
	if version := whole["openapi"]; version != "3.2.0" {
		t.Errorf("version %v", version)
	}
	found, missing := references(whole, whole)
	if found < 20 || len(missing) > 0 {
		t.Errorf("%d references, of which lead nowhere: %q", found, missing)
	}
	delete(whole, "info")
	if schema.Validate(whole) == nil {
		t.Error("a document without its info passes too")
	}
}

// references counts the references in a part of a document, and lists those to what it does not have.
func references(document, part any) (found int, missing []string) {
	switch part := part.(type) {
	case map[string]any:
		if to, ok := part["$ref"].(string); ok {
			found++
			if !has(document, to) {
				missing = append(missing, to)
			}
		}
		for _, inner := range part {
			n, lost := references(document, inner)
			found, missing = found+n, append(missing, lost...)
		}
	case []any:
		for _, inner := range part {
			n, lost := references(document, inner)
			found, missing = found+n, append(missing, lost...)
		}
	}
	return found, missing
}

// has reports whether a document has what a JSON Pointer within it names.
func has(document any, pointer string) bool {
	path, within := strings.CutPrefix(pointer, "#/")
	for key := range strings.SplitSeq(path, "/") {
		at, _ := document.(map[string]any)
		document = at[strings.NewReplacer("~1", "/", "~0", "~").Replace(key)]
	}
	return within && document != nil
}

// site serves the reference.
func site(t *testing.T) *webtest.Site {
	t.Helper()
	site := webtest.New(t)
	reference.NewHandler(reference.Parts{Pages: site.Pages, Edge: site.Edge, BaseURL: "https://narthex.example"}).Routes(site.Router)
	return site
}

func TestTheGuideNamesAllThatTheServerSays(t *testing.T) {
	response, err := http.Get(site(t).URL + "/docs/api")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", response.StatusCode, err)
	}
	page := string(body)
	var wanted []string
	for _, kind := range chat.Kinds() {
		wanted = append(wanted, ">"+string(kind)+"</h3>")
	}
	for _, problem := range chat.Problems() {
		wanted = append(wanted, "<code>"+problem.Code()+"</code>")
	}
	for _, code := range websocket.CloseCodes() {
		wanted = append(wanted, "<td>"+strconv.Itoa(int(code.Code))+"</td>")
	}
	for _, want := range append(wanted, "clientMessageId", "Last-Event-ID", "import urllib.request", "new WebSocket(", "useChat", "narthex-coordinator") {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

func TestTheReferenceInABrowser(t *testing.T) {
	at := site(t)
	tab := browsertest.Open(t)
	for path, name := range map[string]string{"/docs/api": "reference", "/docs/api?lang=es": "reference-es"} {
		tab.Do(chromedp.Navigate(at.URL + path))
		tab.Wait(`document.querySelectorAll("main h2").length > 8`)
		tab.Look("../../.artifacts/reference", name)
	}
}
